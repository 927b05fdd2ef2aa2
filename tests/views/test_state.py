"""The state of a session, moved by messages, without a browser."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.corpora import open_vectors, write_corpus
from viewer.dialogue.protocol import BENCHMARK, Task
from viewer.views import application
from viewer.views.application import Explore
from viewer.views.state import State
from viewer.workspace import Workspace, open_workspace


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    return open_vectors(tmp_path)


@pytest.fixture
def state(workspace: Workspace) -> State:
    return State(workspace, {"dialogue": "1001"})


def test_a_link_opens_what_it_names(workspace: Workspace) -> None:
    query = {
        "dialogue": "1003",
        "task": "int",
        "event": "int-1-n-2.3",
        "t": "1.000,9.000",
        "tau_pre_s": "0.5",
    }
    place = State(workspace, query).place
    assert (place.dialogue, place.task, place.event, place.view) == (
        "1003",
        Task.INT,
        "int-1-n-2.3",
        (1.0, 9.0),
    )
    assert not place.settings.is_benchmark


def test_a_link_to_what_is_not_there_says_so(workspace: Workspace) -> None:
    state = State(workspace, {"split": "gone", "dialogue": "<b>9</b>", "model": "who"})
    assert state.place.dialogue in state.work.conversations
    assert state.place.model == "m"
    assert "dialogue <b>9</b>, model who" in state.sentence
    assert '"gone"' in state.sentence


@pytest.mark.parametrize(
    ("message", "field", "value"),
    [
        ({"type": "task", "task": "int"}, "task", Task.INT),
        ({"type": "open", "dialogue": "1000", "event": "eot-1-p-1.85"}, "event", "eot-1-p-1.85"),
        ({"type": "playlist", "scope": "split", "task": "int", "fate": "miss"}, "fate", "miss"),
        ({"type": "select", "event": "eot-2-d-3.5"}, "event", "eot-2-d-3.5"),
        ({"type": "select", "event": None}, "event", ""),
    ],
)
def test_a_message_moves_the_place(state: State, message: dict[str, Any], field: str, value: object) -> None:
    state.receive(message)
    assert getattr(state.place, field) == value


@pytest.mark.parametrize(
    "message",
    [
        {"type": "open", "dialogue": "../../etc"},
        {"type": "task", "task": "<img>"},
        {"type": "model", "model": "nobody"},
        {"type": "select", "event": "<svg onload>"},
        {"type": "settings", "tau_pre_s": float("nan")},
        {"type": "settings", "tau_pre_s": [1]},
        {"type": "split", "split": "gone"},
        {"type": "model", "model": []},
        {"type": "split", "split": {}},
        {"type": "settings", "tau_max_s": 10**400},
        {"type": "settings", "min_agree": float("inf")},
        {"type": "settings", "min_agree": 2.9},
        {"type": "settings", "tau_pre_s": True},
    ],
)
def test_a_message_that_makes_no_sense_changes_nothing(state: State, message: dict[str, Any]) -> None:
    before = state.place
    state.receive(message)
    assert state.place == before


def test_an_unknown_message_is_logged(state: State, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING):
        state.receive({"type": "launch"})
    assert "launch" in caplog.text


def test_settings_change_the_ticks_and_reset_brings_them_back(state: State) -> None:
    page = Explore(state)
    before = {name: getattr(component, slot) for name, (component, slot) in page._slots.items()}
    state.receive(
        {"type": "settings", "tau_pre_s": 0.25, "tau_max_s": 0.2, "tolerance_s": 0.2, "min_agree": 3}
    )
    assert json.loads(page.card.content)["is_benchmark"] is False
    assert page.timeline.gold != before["gold"]
    assert page.timeline.verdicts != before["verdicts"]
    assert page.playlist.content != before["playlist"]
    state.receive({"type": "reset"})
    assert state.place.settings == BENCHMARK
    after = {name: getattr(component, slot) for name, (component, slot) in page._slots.items()}
    assert {**after, "address": ""} == {**before, "address": ""}


def test_only_what_changed_is_drawn_again(state: State) -> None:
    page = Explore(state)
    drawn: list[str] = []
    for component in {component for component, _ in page._slots.values()}:
        component.param.watch(
            lambda *events: drawn.extend(event.name for event in events),
            ["content"] if component is not page.timeline else list(application.TIMELINE_TEXTS),
        )
    state.receive({"type": "task", "task": "int"})
    assert sorted(drawn) == ["content", "content", "content", "task"]


def _asked(page: Explore) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(page.timeline.reasons)
    return found


def test_a_sentence_is_told_of_the_verdict_that_is_shown(state: State) -> None:
    page = Explore(state)
    version = json.loads(page.timeline.verdicts)["models"]["m"]["version"]
    time = json.loads(page.timeline.gold)["positives"]["eot"][0][0]
    ask = {"type": "reasons", "model": "m", "version": version, "events": f"eot-1-p-{time!r} eot-1-p-999.0"}
    state.receive(ask)
    answer = _asked(page)
    assert (answer["model"], answer["version"]) == ("m", version)
    assert list(answer["sentences"]) == [f"eot-1-p-{time!r}"]
    assert answer["sentences"][f"eot-1-p-{time!r}"].split(":")[0] in ("Hit", "Miss")
    state.receive(ask)
    assert _asked(page)["nonce"] > answer["nonce"]


def test_nothing_is_told_of_a_verdict_that_is_shown_no_more(state: State) -> None:
    page = Explore(state)
    before = json.loads(page.timeline.verdicts)["models"]["m"]["version"]
    state.receive(
        {"type": "settings", "tau_pre_s": 0.25, "tau_max_s": 0.2, "tolerance_s": 0.2, "min_agree": 2}
    )
    assert json.loads(page.timeline.verdicts)["models"]["m"]["version"] != before
    time = json.loads(page.timeline.gold)["positives"]["eot"][0][0]
    for model, version in (("m", before), ("nobody", before), ("m", 'x","')):
        state.receive({"type": "reasons", "model": model, "version": version, "events": f"eot-1-p-{time!r}"})
        assert _asked(page)["sentences"] == {}


def test_the_playlist_waits_for_a_hand_on_a_slider_and_for_the_last_move_alone(state: State) -> None:
    waiting: list[tuple[Callable[[], None], int]] = []
    page = Explore(state, after=lambda act, wait_ms: waiting.append((act, wait_ms)))
    before = page.playlist.content
    for tau_max_s in (0.2, 0.3):
        state.receive({"type": "settings", "tau_max_s": tau_max_s})
    assert [wait_ms for _, wait_ms in waiting] == [application.QUIET_MS] * 2
    waiting[0][0]()
    assert page.playlist.content == before
    waiting[1][0]()
    assert page.playlist.content != before
    state.receive({"type": "playlist", "fate": "miss"})
    assert waiting[2][1] == 0
    waiting[2][0]()
    assert json.loads(page.playlist.content)["fate"] == "miss"


def test_the_address_has_the_place_without_the_view_and_every_move_is_a_step(workspace: Workspace) -> None:
    state = State(workspace, {"split": "dev", "dialogue": "1001", "model": "m", "t": "2,6"})
    page = Explore(state)
    assert json.loads(page.timeline.view)["end_s"] == 6.0
    assert json.loads(page.address.content) == {
        "query": "split=dev&dialogue=1001&model=m&task=eot",
        "is_step": False,
    }
    state.receive({"type": "open", "dialogue": "1003", "event": None})
    assert json.loads(page.address.content)["is_step"] is True


def test_the_back_button_brings_the_place_back(state: State) -> None:
    start = state.place
    state.receive({"type": "open", "dialogue": "1000", "event": None})
    state.receive({"type": "address", "search": "?split=dev&dialogue=1001&model=m"})
    assert state.place == start


def test_opening_with_play_commands_the_timeline(state: State) -> None:
    page = Explore(state)
    state.receive({"type": "open", "dialogue": "1000", "event": "eot-1-p-1.85", "play": True})
    first = json.loads(page.timeline.selection)
    assert (first["event"], first["play"]) == ("eot-1-p-1.85", True)
    state.receive({"type": "open", "dialogue": "1000", "event": "eot-1-p-1.85", "play": True})
    assert json.loads(page.timeline.selection)["nonce"] > first["nonce"]


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ({"dialogue": "1003", "event": "eot-1-p-999.0"}, "event eot-1-p-999.0"),
        ({"dialogue": "1003", "event": "eot-1-d-0.001"}, "event eot-1-d-0.001"),
        ({"dialogue": "1003", "t": "abc", "tau_max_s": "foo"}, "t=abc, tau_max_s=foo"),
    ],
)
def test_what_a_link_asks_for_and_does_not_get_is_said(
    workspace: Workspace, query: dict[str, str], said: str
) -> None:
    state = State(workspace, query)
    assert said in state.sentence
    assert state.place.event == ""


def test_what_was_said_of_another_place_goes(workspace: Workspace) -> None:
    state = State(workspace, {})
    assert state.sentence
    state.receive({"type": "model", "model": "m"})
    state.receive({"type": "task", "task": "int"})
    assert state.sentence == ""


def test_a_range_a_model_and_a_task_can_be_opened_along_with_a_dialogue() -> None:
    state = State(open_workspace(), {"list": "eot"})
    state.receive(
        {"type": "open", "dialogue": "task-01", "event": None, "start_s": 10, "end_s": 16.5}
        | {"model": "rms_vad", "task": "int"}
    )
    place = state.place
    assert (place.dialogue, place.model, place.task, place.list_task) == ("task-01", "rms_vad", "int", "int")
    view = state.command["view"]
    assert (view["start_s"], view["end_s"]) == (10.0, 16.5)


def test_a_dialogue_of_another_split_opens_with_its_own_defaults_and_an_unknown_one_not_at_all() -> None:
    state = State(open_workspace(), {"split": "demo-test", "dialogue": "task-02"})
    before = state.place
    state.receive({"type": "open", "split": "nowhere", "dialogue": "task-01"})
    state.receive({"type": "open", "split": "demo-dev", "dialogue": "task-02"})
    assert state.place == before
    state.receive(
        {"type": "open", "split": "demo-dev", "dialogue": "task-01", "model": "nobody's", "start_s": 5}
    )
    assert (state.place.split, state.place.dialogue, state.place.view) == ("demo-dev", "task-01", None)
    assert state.place.model in state.work.models


def test_the_glossary_comes_when_it_is_asked_for_and_follows_the_split() -> None:
    state = State(open_workspace(), {}, later=lambda _: None)  # no thread draws meanwhile
    page = Explore(state)
    assert page.header.glossary == ""
    state.receive({"type": "glossary"})
    assert json.loads(page.header.glossary)["split"] == state.place.split
    state.receive({"type": "split", "split": "demo-test"})
    assert json.loads(page.header.glossary)["split"] == "demo-test"


def test_a_playlist_of_one_task_follows_the_task(state: State) -> None:
    state.receive({"type": "playlist", "task": "eot"})
    state.receive({"type": "task", "task": "int"})
    assert state.place.list_task == "int"
    state.receive({"type": "playlist", "task": "both"})
    state.receive({"type": "task", "task": "eot"})
    assert state.place.list_task == "both"


def test_a_model_whose_file_is_broken_is_shown_with_its_problems_and_no_verdict(tmp_path: Path) -> None:
    manifest = write_corpus(tmp_path)
    (tmp_path / "predictions.json").write_text('{"schema_version": 2, "extra": 1}', encoding="utf-8")
    page = Explore(State(open_workspace(manifest), {"dialogue": "1001", "model": "m"}))
    (lane,) = json.loads(page.timeline.decisions)
    assert (lane["model"], lane["has_lane"], page.timeline.active) == ("m", False, "m")
    assert lane["tasks"]["eot"] == [[], []]
    card = json.loads(page.card.content)
    assert len(card["problems"]) >= 2
    assert not card["has_score"]


def test_a_link_as_long_as_it_likes_is_cut_where_it_is_quoted(workspace: Workspace) -> None:
    state = State(workspace, {"dialogue": "x" * 10_000})
    assert len(state.sentence) < 300


def test_a_bug_gives_a_page_that_says_so_and_a_log_that_has_it_whole(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken() -> Workspace:
        raise ZeroDivisionError("by design")

    monkeypatch.setattr(application, "fresh_workspace", broken)
    template = application.build_page()
    assert template._render_variables["problems"] == [application.BUG]
    assert "by design" in caplog.text
