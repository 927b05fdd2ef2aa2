"""Searching words and opening a time, by messages."""

from __future__ import annotations

import json
import logging
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.corpora import open_vectors
from viewer.view_models.transcript import spoken_turns
from viewer.views.application import Explore
from viewer.views.finding import WordFinder, in_background
from viewer.views.state import State
from viewer.workspace import Workspace

Act = Callable[[], None]


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    return open_vectors(tmp_path)


@pytest.fixture
def state(workspace: Workspace) -> State:
    return State(workspace, {"dialogue": "1001"})


def _word(state: State) -> tuple[str, str]:
    """Return a dialogue and a word of it."""
    for name in state.work.split.conversation_ids:
        for turn in spoken_turns(state.work, name):
            return name, turn.text.split()[0]
    raise AssertionError("expected a vector case with words")


def test_a_search_answers_with_its_nonce(state: State) -> None:
    page = Explore(state)
    dialogue, word = _word(state)
    state.receive({"type": "find", "text": word, "nonce": 5})
    found = json.loads(page.palette.found)
    assert found["nonce"] == 5
    assert dialogue in {row["dialogue"] for row in found["rows"]}


@pytest.mark.parametrize(
    "message",
    [
        {"text": "so"},
        {"text": 5, "nonce": 1},
        {"text": ["so"], "nonce": 1},
        {"text": "so", "nonce": -1},
        {"text": "so", "nonce": 2**60},
        {"text": "so", "nonce": 1.5},
        {"text": "so", "nonce": "1"},
        {"text": None, "nonce": 1},
    ],
)
def test_a_search_that_makes_no_sense_is_not_made(state: State, message: dict[str, Any]) -> None:
    state.receive({"type": "find", **message})
    assert state.found == {}


def test_only_the_latest_of_many_questions_is_answered(state: State) -> None:
    waiting: list[Act] = []
    answers: list[dict[str, Any]] = []
    finder = WordFinder(on_found=answers.append, start=waiting.append)
    for nonce in (1, 2, 3):
        finder.ask(state.work, "so", nonce)
    for act in waiting:
        act()
    assert [answer["nonce"] for answer in answers] == [3]


def test_a_bug_in_the_background_goes_to_the_log(caplog: pytest.LogCaptureFixture) -> None:
    def broken() -> None:
        raise ZeroDivisionError("by design")

    with caplog.at_level(logging.ERROR):
        in_background(broken)
        in_background(lambda: None)
        # One thread works them off in order: once a third is begun, the first has been told.
        is_begun = threading.Event()
        in_background(is_begun.set)
        assert is_begun.wait(timeout=10)
    assert "by design" in caplog.text


def test_opening_a_time_selects_it_and_plays(state: State) -> None:
    page = Explore(state)
    state.receive({"type": "open", "dialogue": "1003", "event": None, "at_s": 1.5, "play": True})
    selection = json.loads(page.timeline.selection)
    assert (selection["event"], selection["at_s"], selection["play"]) == (None, 1.5, True)
    assert state.place.dialogue == "1003"


def test_a_time_goes_before_an_event(state: State) -> None:
    state.receive({"type": "open", "dialogue": "1003", "event": "eot-1-p-1.85", "at_s": 0})
    assert state.command["selection"]["at_s"] == 0.0
    assert state.place.event == ""


@pytest.mark.parametrize("at_s", [-1, 1e9, float("nan"), float("inf"), True, "1", None, [1], 10**400])
def test_a_time_that_is_none_of_the_dialogue_is_left_out(state: State, at_s: object) -> None:
    state.receive({"type": "open", "dialogue": "1003", "event": None, "at_s": at_s, "play": False})
    assert state.place.dialogue == "1003"
    assert "at_s" not in state.command["selection"]


def test_another_dialogue_or_task_leaves_the_palettes_list_as_it_is(state: State) -> None:
    page = Explore(state)
    texts: list[str] = []
    page.palette.param.watch(lambda change: texts.append(change.new), "content")
    state.receive({"type": "open", "dialogue": "1003", "event": None, "play": False})
    state.receive({"type": "task", "task": "int"})
    assert texts == []
