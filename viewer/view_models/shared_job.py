"""Work that many sessions wait for: done once, in a thread, its progress told to whoever listens."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from typing import Generic, TypeVar

from viewer.errors import TurnBenchError

Result = TypeVar("Result")
Tell = Callable[[float], None]
"""Takes the share that is done, 0 to 1."""
UNFORESEEN = "This could not be computed; the server's log says why."
log = logging.getLogger(__name__)


class SharedJob(Generic[Result]):
    """A result under way.

    Parameters
    ----------
    make
        Makes the result, in a thread of its own; is given what tells the share that is done.
    """

    def __init__(self, make: Callable[[Tell], Result]) -> None:
        self._make = make
        self._lock = threading.Lock()
        self._listeners: list[Callable[[], None]] = []
        self._thread = threading.Thread(target=self._run, name="turnbench-sweep", daemon=True)
        self.share = 0.0
        self.result: Result | None = None
        self.problem = ""
        self._thread.start()

    @property
    def is_done(self) -> bool:
        """Whether there is a result, or a problem instead."""
        return self.result is not None or bool(self.problem)

    def listen(self, tell: Callable[[], None]) -> None:
        """Have ``tell()`` called, in the job's thread, at every progress and at the end."""
        with self._lock:
            if not self.is_done:
                self._listeners.append(tell)
                return
        tell()

    def join(self, timeout_s: float | None = None) -> None:
        """Wait for the end."""
        self._thread.join(timeout_s)

    def _run(self) -> None:
        try:
            self._end(self._make(self._tell), "")
        except TurnBenchError as error:
            self._end(None, str(error))
        except Exception:
            log.exception("a shared job failed")
            self._end(None, UNFORESEEN)

    def _tell(self, share: float) -> None:
        self.share = share
        with self._lock:
            told = list(self._listeners)
        for tell in told:
            tell()

    def _end(self, result: Result | None, problem: str) -> None:
        with self._lock:
            self.result, self.problem, self.share = result, problem, 1.0
            told, self._listeners = self._listeners, []
        for tell in told:
            tell()
