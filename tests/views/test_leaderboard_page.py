"""The leaderboard page without a browser: drawn where it is shown, asked for files, told strange things."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.corpora import open_vectors, split_of
from viewer.view_models.leaderboard_exports import FORMS
from viewer.view_models.leaderboard_scores import BoardQuery
from viewer.views.application import open_page
from viewer.views.exporting import leaderboard_answer
from viewer.views.leaderboard_page import LeaderboardPage
from viewer.views.state import State

QUERY = {"page": "leaderboard", "model": "m"}


@pytest.fixture
def state(tmp_path: Path) -> State:
    return State(open_vectors(tmp_path), QUERY)


def shown(page: LeaderboardPage) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(page.board.content)
    return found


def test_it_follows_task_policy_and_filters(state: State) -> None:
    page = LeaderboardPage(state)
    page.draw(state.place)
    assert (shown(page)["task"], shown(page)["policy"]) == ("eot", "ceiling")
    for message in (
        {"type": "task", "task": "int"},
        {"type": "option", "name": "policy", "value": "latency"},
        {"type": "option", "name": "floor", "value": "0.8"},
        {"type": "option", "name": "published", "value": "hidden"},
        {"type": "option", "name": "pairing", "value": "mixed"},
    ):
        state.receive(message)
    page.draw(state.place)
    board = shown(page)
    assert (board["task"], board["policy"], board["floor"]["value"]) == ("int", "latency", 0.8)
    assert (board["references"], board["filters"]["pairing"]) == (None, "mixed")
    assert json.loads(page.heat.content)["heat"]["model"] == "m"


@pytest.mark.parametrize("value", ["nonsense", "2", "nan", "-0.1", "", "1e400"])
def test_a_floor_that_is_none_is_the_usual_one(state: State, value: str) -> None:
    state.receive({"type": "option", "name": "floor", "value": value})
    page = LeaderboardPage(state)
    page.draw(state.place)
    assert shown(page)["floor"]["value"] == 0.5


def test_what_is_shown_already_is_not_drawn_again(state: State) -> None:
    page = LeaderboardPage(state)
    page.draw(state.place)
    page.board.content = "as it was"
    state.receive({"type": "playlist", "scope": "split"})
    page.draw(state.place)
    assert page.board.content == "as it was"


def test_a_session_opens_on_the_page_that_its_link_names(tmp_path: Path) -> None:
    page = open_page(open_vectors(tmp_path), QUERY)
    assert page.state.place.page == "leaderboard"
    assert [one["name"] for one in json.loads(page.header.content)["pages"] if one["is_open"]] == [
        "leaderboard"
    ]


@pytest.mark.parametrize("form", list(FORMS))
def test_a_file_is_answered_with_its_text(tmp_path: Path, form: str) -> None:
    answer = leaderboard_answer(split_of(tmp_path), BoardQuery(), None, {"nonce": 3, "form": form})
    assert (answer["nonce"], answer["error"]) == (3, "")
    file = json.loads(answer["file"])
    assert (file["split"], file["ending"]) == ("dev", FORMS[form][0])
    assert file["text"]


@pytest.mark.parametrize("form", [None, "", "pdf", "../csv", ["csv"]])
def test_a_form_that_is_none_is_refused_in_words(tmp_path: Path, form: object) -> None:
    answer = leaderboard_answer(split_of(tmp_path), BoardQuery(), None, {"nonce": 3, "form": form})
    assert answer["file"] is None
    assert "expected one of the forms" in answer["error"]
