"""A run beside the event loop: one thread, one run at a time in the process, cancelled by a flag.

Threads, not processes: onnxruntime and numpy let go of the interpreter while they work, so that pages stay
alive, and nothing has to be loaded twice. A second run waits for its turn.
"""

from __future__ import annotations

import atexit
import logging
import threading
import time
import weakref
from collections.abc import Callable
from typing import Any

from viewer.detectors.detection import Progress
from viewer.dialogue.decisions import DetectedDialogue
from viewer.errors import CancelledRunError, TurnBenchError

TOLD_EVERY_S = 0.2
_PATIENCE_AT_EXIT_S = 2.0
_POLL_S = 0.1
_turn = threading.Lock()
log = logging.getLogger(__name__)
_running: weakref.WeakSet[BackgroundRun] = weakref.WeakSet()


class BackgroundRun:
    """One run of a detector on a dialogue; starts at once, or as soon as the one before has ended.

    Parameters
    ----------
    work
        The run: takes a progress listener, returns what was found.
    on_progress
        Told the share that is done, at most five times a second; from the run's own thread.
    on_end
        Told what was found, or the error that ended the run (`CancelledRunError` after `cancel`);
        from the run's own thread, exactly once.
    """

    def __init__(
        self,
        work: Callable[[Progress], DetectedDialogue],
        *,
        on_progress: Progress,
        on_end: Callable[[DetectedDialogue | TurnBenchError], Any],
    ) -> None:
        self._work, self._on_progress, self._on_end = work, on_progress, on_end
        self._is_cancelled = threading.Event()
        self._told_s = 0.0
        self._thread = threading.Thread(target=self._run, name="turnbench-detector", daemon=True)
        _running.add(self)
        self._thread.start()

    def cancel(self) -> None:
        """Ask the run to end; it does at its next sign of progress."""
        self._is_cancelled.set()

    def join(self, timeout_s: float | None = None) -> bool:
        """Wait until the run has ended; return whether it has."""
        self._thread.join(timeout_s)
        return not self._thread.is_alive()

    def _run(self) -> None:
        try:
            ended: DetectedDialogue | TurnBenchError = self._take_turn()
        except TurnBenchError as error:
            ended = error
        except Exception:
            log.exception("a detector's run failed")
            ended = TurnBenchError("The detector failed; the server's log says where.")
        self._on_end(ended)

    def _take_turn(self) -> DetectedDialogue:
        while not _turn.acquire(timeout=_POLL_S):
            self._check()
        try:
            self._check()
            return self._work(self._tell)
        finally:
            _turn.release()

    def _tell(self, share: float) -> None:
        self._check()
        now_s = time.monotonic()
        if now_s - self._told_s >= TOLD_EVERY_S:
            self._told_s = now_s
            self._on_progress(share)

    def _check(self) -> None:
        if self._is_cancelled.is_set():
            raise CancelledRunError("The run was cancelled.")


def _cancel_all() -> None:
    """End what still runs before the interpreter takes its libraries apart."""
    left = [run for run in _running if not run.join(0)]
    for run in left:
        run.cancel()
    for run in left:
        run.join(_PATIENCE_AT_EXIT_S)


atexit.register(_cancel_all)
