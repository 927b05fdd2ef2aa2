"""A session runs detectors by messages; nobody else sees what they decide."""

from __future__ import annotations

import json
import queue
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.runs.speaking import Told, setting_of, write_calls
from viewer.detectors import DETECTORS
from viewer.errors import InvalidDataError
from viewer.view_models.detector_run import Stage
from viewer.views.application import Explore
from viewer.views.state import State
from viewer.workspace import Workspace, open_workspace

PATIENCE_S = 20.0
LOOP: queue.SimpleQueue[Callable[[], None]] = queue.SimpleQueue()
"""What runs want done by the session's event loop; the test's own thread does it."""


def session(workspace: Workspace, query: dict[str, str] | None = None) -> State:
    while not LOOP.empty():
        LOOP.get()
    return State(workspace, query or {}, later=LOOP.put)


@pytest.fixture
def workspace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Workspace:
    monkeypatch.setenv("TURNBENCH_CACHE", str(tmp_path / "cache"))
    return open_workspace(write_calls(tmp_path / "calls", "one", "two"))


class Gate:
    """Holds a detector until it is let go."""

    def __init__(self) -> None:
        self.is_inside, self.is_open = threading.Event(), threading.Event()

    def __call__(self) -> None:
        self.is_inside.set()
        self.is_open.wait(0.05)


@pytest.fixture
def gate(monkeypatch: pytest.MonkeyPatch) -> Iterator[Gate]:
    """A gate in a detector called ``told`` that listens until it is cancelled or let go."""
    gate = Gate()

    def hold() -> None:
        gate()

    held = Told(on_hear=hold)
    plain = held.detect

    def detect(audio: Any, *, sample_rate: int, on_progress: Callable[[float], None]) -> Any:
        while not gate.is_open.is_set():
            on_progress(0.25)
            gate()
        return plain(audio, sample_rate=sample_rate, on_progress=on_progress)

    monkeypatch.setattr(held, "detect", detect)
    known = {**DETECTORS, "told": setting_of(held)}
    for module in ("views.detecting", "views.state", "view_models.detector_run"):
        monkeypatch.setattr(f"viewer.{module}.DETECTORS", known)
    yield gate
    gate.is_open.set()


def run(state: State, detector: str = "rms_vad") -> None:
    state.receive({"type": "detect", "detector": detector})
    ended(state)


def ended(state: State) -> None:
    deadline = time.monotonic() + PATIENCE_S
    while state.run.is_running:
        LOOP.get(timeout=max(0.0, deadline - time.monotonic()))()


def test_a_run_adds_a_model_and_makes_it_active(workspace: Workspace) -> None:
    state = session(workspace)
    page = Explore(state)
    run(state)
    assert state.run.stage is Stage.DONE
    assert state.place.model == "rms_vad@here"
    card = json.loads(page.card.content)
    assert [(one["title"], one["note"], one["is_active"]) for one in card["models"]] == [
        ("RMS VAD (run here)", "yours, partial: 1 dialogue missing", True)
    ]
    (lane,) = json.loads(page.timeline.decisions)
    assert (lane["model"], lane["tasks"]["eot"][0]) == ("rms_vad@here", [2.02])
    assert page.timeline.active == "rms_vad@here"
    assert "has run on this dialogue" in json.loads(page.run.content)["text"]


def test_another_session_sees_nothing_of_it(workspace: Workspace) -> None:
    mine, other = session(workspace), State(workspace, {})
    page = Explore(other)
    run(mine)
    assert "rms_vad@here" in mine.work.models
    assert "rms_vad@here" not in other.work.models
    assert "rms_vad@here" not in workspace.split().models
    assert json.loads(page.card.content)["models"] == []


def test_a_link_brings_a_kept_run_back(workspace: Workspace) -> None:
    mine = session(workspace)
    run(mine)
    link = {"split": "all", "dialogue": "one", "model": "rms_vad@here"}
    late = State(workspace, link)
    assert (late.place.model, late.sentence) == ("rms_vad@here", "")
    (lane,) = json.loads(Explore(late).timeline.decisions)
    assert lane["tasks"]["eot"][0] == [2.02]
    assert late.work.model("rms_vad@here").missing == ("two",)
    assert "rms_vad@here" not in workspace.split().models


def test_the_back_button_brings_a_kept_run_back(workspace: Workspace) -> None:
    run(session(workspace))
    state = session(workspace)
    state.receive({"type": "address", "search": "?split=all&dialogue=one&model=rms_vad%40here"})
    assert state.place.model == "rms_vad@here"


def test_a_link_to_a_run_that_is_not_kept_says_so(workspace: Workspace) -> None:
    link = {"split": "all", "dialogue": "one", "model": "rms_vad@here"}
    late = State(workspace, link)
    assert late.place.model != "rms_vad@here"
    assert "model rms_vad@here (a run that is not kept here: run the detector again)" in late.sentence


def test_where_detectors_are_off_no_run_is_brought_back(workspace: Workspace) -> None:
    run(session(workspace))
    public = State(
        workspace, {"split": "all", "dialogue": "one", "model": "rms_vad@here"}, has_detectors=False
    )
    assert public.place.model != "rms_vad@here"


def test_runs_on_two_dialogues_are_one_model(workspace: Workspace) -> None:
    state = session(workspace)
    run(state)
    state.receive({"type": "open", "dialogue": "two", "event": None})
    run(state)
    assert not state.work.model("rms_vad@here").missing
    state.receive({"type": "model", "model": "rms_vad@here"})
    assert state.place.model == "rms_vad@here"


def test_the_way_back_keeps_what_was_run(workspace: Workspace) -> None:
    state = session(workspace)
    run(state)
    state.receive({"type": "address", "search": "?split=all&dialogue=one&model=rms_vad%40here"})
    assert (state.place.model, state.sentence) == ("rms_vad@here", "")


def test_a_run_can_be_cancelled(workspace: Workspace, gate: Gate) -> None:
    state = session(workspace)
    page = Explore(state)
    state.receive({"type": "detect", "detector": "told"})
    assert gate.is_inside.wait(PATIENCE_S)
    assert json.loads(page.run.content)["is_running"] is True
    state.receive({"type": "detect-cancel"})
    ended(state)
    assert state.run.stage is Stage.CANCELLED
    assert state.work.models == {}
    assert json.loads(page.run.content)["text"] == "Told was cancelled."


def test_one_session_has_one_run_at_a_time(workspace: Workspace, gate: Gate) -> None:
    state = session(workspace)
    state.receive({"type": "detect", "detector": "told"})
    assert gate.is_inside.wait(PATIENCE_S)
    state.receive({"type": "detect", "detector": "rms_vad"})
    assert state.run.detector == "told"
    gate.is_open.set()
    ended(state)
    assert list(state.work.models) == ["told@here"]


def test_a_run_that_ends_elsewhere_leaves_the_place_alone(workspace: Workspace, gate: Gate) -> None:
    state = session(workspace)
    state.receive({"type": "detect", "detector": "told"})
    assert gate.is_inside.wait(PATIENCE_S)
    state.receive({"type": "open", "dialogue": "two", "event": None})
    before = state.place
    gate.is_open.set()
    ended(state)
    assert state.place == before
    assert "told@here" in state.work.models


def test_a_failed_run_says_why(workspace: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise InvalidDataError([])

    monkeypatch.setattr("viewer.views.detecting.detect_dialogue", fail)
    state = session(workspace)
    page = Explore(state)
    run(state)
    assert state.run.stage is Stage.FAILED
    assert json.loads(page.run.content)["text"].startswith("RMS VAD failed.")


@pytest.mark.parametrize("detector", ["<b>", None, "oracle", 7])
def test_what_cannot_run_does_not_start(workspace: Workspace, detector: object) -> None:
    state = session(workspace)
    state.receive({"type": "detect", "detector": detector})
    assert state.run.stage is Stage.IDLE


def test_where_detectors_are_off_a_message_starts_none(workspace: Workspace) -> None:
    state = State(workspace, {}, has_detectors=False)
    page = Explore(state)
    state.receive({"type": "detect", "detector": "rms_vad"})
    assert state.run.stage is Stage.IDLE
    assert page.run.content == "null"


def test_a_cancel_without_a_run_changes_nothing(workspace: Workspace) -> None:
    state = session(workspace)
    state.receive({"type": "detect-cancel"})
    assert state.run.stage is Stage.IDLE
