"""Runs beside the event loop: one at a time, told to end, ended exactly once."""

import logging
import threading
from collections.abc import Callable

import pytest

from viewer.detectors import Progress
from viewer.dialogue.decisions import NO_DECISIONS, DetectedDialogue
from viewer.errors import CancelledRunError, InvalidDataError, TurnBenchError
from viewer.runs import BackgroundRun

PATIENCE_S = 20.0
NOTHING = DetectedDialogue((NO_DECISIONS, NO_DECISIONS))
Ended = DetectedDialogue | TurnBenchError


def started(work: Callable[[Progress], DetectedDialogue], ended: list[Ended]) -> BackgroundRun:
    return BackgroundRun(work, on_progress=lambda _: None, on_end=ended.append)


def listening(entered: threading.Event, release: threading.Event) -> Callable[[Progress], DetectedDialogue]:
    def work(tell: Progress) -> DetectedDialogue:
        entered.set()
        while not release.wait(0.01):
            tell(0.5)
        return NOTHING

    return work


def test_a_run_ends_with_what_it_found() -> None:
    ended: list[Ended] = []
    assert started(lambda _: NOTHING, ended).join(PATIENCE_S)
    assert ended == [NOTHING]


def test_a_cancelled_run_ends_at_its_next_sign_of_progress() -> None:
    entered, never, ended = threading.Event(), threading.Event(), list[Ended]()
    run = started(listening(entered, never), ended)
    assert entered.wait(PATIENCE_S)
    run.cancel()
    assert run.join(PATIENCE_S)
    assert [type(one) for one in ended] == [CancelledRunError]


def test_a_second_run_waits_for_the_first_and_can_be_cancelled_while_it_waits() -> None:
    entered, release, ended = threading.Event(), threading.Event(), list[Ended]()
    first = started(listening(entered, release), ended)
    assert entered.wait(PATIENCE_S)
    waiting, late = threading.Event(), list[Ended]()
    second = started(listening(waiting, release), late)
    third = started(listening(threading.Event(), release), late)
    second.cancel()
    assert second.join(PATIENCE_S)
    assert not waiting.is_set()
    assert [type(one) for one in late] == [CancelledRunError]
    release.set()
    assert first.join(PATIENCE_S)
    assert third.join(PATIENCE_S)
    assert (ended, late[1:]) == ([NOTHING], [NOTHING])


def test_a_known_error_is_handed_over() -> None:
    def work(_: Progress) -> DetectedDialogue:
        raise InvalidDataError([])

    ended: list[Ended] = []
    assert started(work, ended).join(PATIENCE_S)
    assert [type(one) for one in ended] == [InvalidDataError]


def test_a_bug_goes_to_the_log_and_frees_the_turn(caplog: pytest.LogCaptureFixture) -> None:
    def work(_: Progress) -> DetectedDialogue:
        raise ZeroDivisionError("a bug")

    ended: list[Ended] = []
    with caplog.at_level(logging.ERROR):
        assert started(work, ended).join(PATIENCE_S)
    assert "a bug" in caplog.text
    assert "the server's log" in str(ended[0])
    assert started(lambda _: NOTHING, ended).join(PATIENCE_S)
    assert ended[1] is NOTHING
