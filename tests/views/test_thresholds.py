"""A session's thresholds: tried on the sweep page, kept in the address, of one model and one session."""

from __future__ import annotations

import json
import threading
from base64 import b64decode
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.sweeping import MODEL, write_swept_corpus
from viewer.dialogue.protocol import Task
from viewer.errors import MissingFileError
from viewer.view_models.page_options import read_options, unreadable_options
from viewer.view_models.shared_job import UNFORESEEN, SharedJob, Tell
from viewer.views.application import Explore, open_page
from viewer.views.sweep_page import SweepPage
from viewer.workspace import Workspace, open_workspace

PATIENCE_S = 60.0
TASK = str(Task.EOT)


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    return open_workspace(write_swept_corpus(tmp_path))


def at_sweep(workspace: Workspace, **query: str) -> Explore:
    """Open the page on Sweep and wait for what is computed."""
    page = open_page(workspace, {"page": "sweep", "model": MODEL, **query})
    settle(page)
    return page


def settle(page: Explore) -> None:
    state = page.state
    for _ in range(3):
        job = state.thresholds.sweep_job(state.base, state.place, state.place.task)
        job.join(PATIENCE_S)
        state.models_moves += 1


def sweep_page(page: Explore) -> SweepPage:
    found = page.pages.page("sweep")
    assert isinstance(found, SweepPage)
    return found


def content(page: Explore) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(sweep_page(page).curves.content)
    return found


def at(page: Explore) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(sweep_page(page).curves.at)
    return found


def listed(page: Explore) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(sweep_page(page).side.content)
    return found


def move(page: Explore, theta: float, *, rests: bool, nonce: int = 1) -> None:
    message = {"type": "theta", "task": TASK, "theta": theta, "rests": rests, "nonce": nonce}
    sweep_page(page).curves._handle_msg(message)


def eot_of(page: Explore) -> list[float]:
    work = page.state.work
    submission = work.model(MODEL).submission
    assert submission is not None
    return [
        time
        for name in work.scorable_ids
        for speaker in (1, 2)
        for time in submission.decisions(name, speaker).eot.tolist()
    ]


def test_while_a_hand_moves_only_the_list_follows_and_at_rest_everything_does(workspace: Workspace) -> None:
    page = at_sweep(workspace)
    thetas = content(page)["sweep"]["theta"]
    page.state.receive({"type": "playlist", "scope": "split"})
    before, curves, decisions = eot_of(page), sweep_page(page).curves.content, page.timeline.decisions
    move(page, thetas[40], rests=False, nonce=3)
    assert listed(page)["nonce"] == 3
    assert listed(page)["counts"]["split"] > 0
    assert page.timeline.decisions == decisions
    assert at(page)["nonce"] < 3
    move(page, thetas[40], rests=True, nonce=4)
    assert eot_of(page) != before
    assert page.timeline.decisions != decisions
    assert sweep_page(page).curves.content == curves
    assert at(page) == {"theta": thetas[40], "nonce": 4}


def test_a_tried_threshold_is_left_behind_and_a_kept_one_comes_along(workspace: Workspace) -> None:
    page = at_sweep(workspace)
    theta = content(page)["sweep"]["theta"][200]
    own = eot_of(page)
    move(page, theta, rests=True)
    tried = eot_of(page)
    page.state.receive({"type": "page", "page": "explore"})
    assert eot_of(page) == own
    page.state.receive({"type": "page", "page": "sweep"})
    assert eot_of(page) == tried
    sweep_page(page).side._handle_msg(
        {"type": "keep", "task": TASK, "theta": theta, "rests": True, "nonce": 2}
    )
    settle(page)
    assert page.state.place.option("theta_eot") == repr(theta)
    page.state.receive({"type": "page", "page": "explore"})
    assert eot_of(page) == tried
    assert content(page)["sweep"]["theta"][content(page)["sweep"]["saved"]] == theta


def test_another_model_has_its_own_thresholds(workspace: Workspace) -> None:
    page = at_sweep(workspace, theta_eot="0.5")
    page.state.receive({"type": "model", "model": "plain"})
    assert page.state.place.option("theta_eot") == ""
    page.state.receive({"type": "model", "model": MODEL})
    assert page.state.place.option("theta_eot") == "0.5"


def test_nobody_else_has_a_sessions_threshold(workspace: Workspace) -> None:
    page, other = at_sweep(workspace, theta_eot="0.5"), at_sweep(workspace)
    assert page.state.work is not other.state.work
    assert eot_of(page) != eot_of(other)
    move(page, content(page)["sweep"]["theta"][10], rests=True)
    assert at(other)["theta"] == content(other)["sweep"]["theta"][content(other)["sweep"]["best"]]


def test_the_manifests_threshold_is_saved_and_keeping_it_needs_no_address(tmp_path: Path) -> None:
    page = at_sweep(open_workspace(write_swept_corpus(tmp_path, theta=0.123456)), theta_eot="0.5")
    sweep = content(page)["sweep"]
    assert {0.123456, 0.5} <= set(sweep["theta"])
    assert sweep["theta"][sweep["saved"]] == 0.5
    message = {"type": "keep", "task": TASK, "theta": 0.123456, "rests": True, "nonce": 1}
    sweep_page(page).side._handle_msg(message)
    settle(page)
    assert page.state.place.options == ()
    assert content(page)["sweep"]["theta"][content(page)["sweep"]["saved"]] == 0.123456


@pytest.mark.parametrize(
    "message",
    [
        {"type": "theta", "task": TASK, "theta": "0.5", "rests": True},
        {"type": "theta", "task": TASK, "theta": float("nan"), "rests": True},
        {"type": "theta", "task": TASK, "theta": 0.4242424242, "rests": True},
        {"type": "theta", "task": "int", "theta": 0.5, "rests": True},
        {"type": "theta", "task": TASK, "theta": True, "rests": True},
        {"type": "keep", "task": TASK, "theta": None},
        {"type": "sweep-list", "shown": "<b>"},
    ],
)
def test_a_message_that_makes_no_sense_moves_nothing(workspace: Workspace, message: dict[str, Any]) -> None:
    page = at_sweep(workspace)
    before = (sweep_page(page).curves.content, sweep_page(page).curves.at, page.state.place)
    sweep_page(page).curves._handle_msg({**message, "nonce": 2**60})
    assert (sweep_page(page).curves.content, sweep_page(page).curves.at, page.state.place) == before


def test_a_list_of_one_outcome_is_as_long_as_its_count(workspace: Workspace) -> None:
    page = at_sweep(workspace, scope="split")
    sweep_page(page).side._handle_msg({"type": "sweep-list", "shown": "false_alarm"})
    sweep = content(page)["sweep"]
    assert len(listed(page)["rows"]) == sweep["counts"][sweep["best"]][1]


def test_hidden_labels_are_neither_swept_nor_committed_anew(tmp_path: Path) -> None:
    workspace = open_workspace(write_swept_corpus(tmp_path, labels="hidden"))
    page = open_page(workspace, {"page": "sweep", "model": MODEL, "theta_eot": "0.4"})
    assert content(page)["sweep"] is None
    assert "hidden" in content(page)["message"]
    assert sweep_page(page).side.content == ""
    assert page.state.work is page.state.base
    move(page, 0.4, rests=True)
    assert page.state.work is page.state.base


def test_a_model_without_probabilities_says_how_it_gets_them(workspace: Workspace) -> None:
    page = open_page(workspace, {"page": "sweep", "model": "plain"})
    assert content(page)["message"].startswith("Plain model has no EOT probabilities on dev")
    assert "probabilities: {dev: {eot: probs-eot.json}}" in content(page)["message"]


def test_thresholds_in_an_address_are_numbers_from_0_to_1() -> None:
    assert read_options({"theta_eot": "0.48", "theta_int": "1"}) == (
        ("theta_eot", "0.48"),
        ("theta_int", "1"),
    )
    for text in ("nan", "-0.1", "1.01", "x", "0" * 40):
        assert unreadable_options({"theta_eot": text}) == ["theta_eot"]


def test_a_shared_job_runs_once_and_tells_everybody() -> None:
    go, told = threading.Event(), list[float]()

    def make(tell: Tell) -> int:
        go.wait(PATIENCE_S)
        tell(0.5)
        return 7

    job = SharedJob(make)
    job.listen(lambda: told.append(job.share))
    assert not job.is_done
    go.set()
    job.join(PATIENCE_S)
    assert (job.result, job.problem, told) == (7, "", [0.5, 1.0])
    job.listen(lambda: told.append(-1.0))
    assert told[-1] == -1.0


def test_a_job_that_fails_says_why_or_that_the_log_does() -> None:
    def missing(_: Tell) -> int:
        raise MissingFileError("probs-eot.json: expected a file, found none")

    def broken(_: Tell) -> int:
        raise ZeroDivisionError

    for make, problem in ((missing, "probs-eot.json: expected a file, found none"), (broken, UNFORESEEN)):
        job = SharedJob(make)
        job.join(PATIENCE_S)
        assert job.result is None
        assert job.problem == problem


def test_the_lane_has_the_probabilities_of_the_model_task_and_dialogue(workspace: Workspace) -> None:
    page = open_page(workspace, {"model": MODEL})
    page.state.thresholds.sweep_job(page.state.base, page.state.place, Task.EOT).join(PATIENCE_S)
    page.state.models_moves += 1
    frames = json.loads(page.timeline.frames)
    probabilities = workspace.split().probabilities(MODEL, Task.EOT)
    assert probabilities is not None
    sent = np.frombuffer(b64decode(frames["speakers"][0]), dtype="<u2") / 65535
    assert np.abs(sent - probabilities.entries[frames["dialogue"]][0]).max() <= 0.5 / 65535
    page.state.receive({"type": "task", "task": "int"})
    assert page.timeline.frames == ""
