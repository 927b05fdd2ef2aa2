"""The audit desk in this process: one journal, one poll of it, and work that keeps off the event loop."""

from __future__ import annotations

import logging
import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

from viewer import environment
from viewer.errors import TurnBenchError
from viewer.journal import VerdictJournal, open_database
from viewer.views.detecting import Later

POLL_S = 0.5
_WORKERS = 4

log = logging.getLogger(__name__)
_pool = ThreadPoolExecutor(_WORKERS, thread_name_prefix="turnbench-desk")
_opening = threading.Lock()
_journals: dict[str, VerdictJournal] = {}


def in_a_thread(act: Callable[[], None]) -> None:
    """Run an act in one of the desk's threads."""
    _pool.submit(act)


def shared_journal() -> VerdictJournal:
    """Return the journal of this process, opened when it is first asked for.

    Raises
    ------
    TurnBenchError
        As `viewer.journal.open_database`.
    """
    url = environment.database_url()
    with _opening:
        if url not in _journals:
            _journals[url] = VerdictJournal(open_database(url))
        return _journals[url]


class Line:
    """Work of one session, one piece after the other, away from its event loop.

    Parameters
    ----------
    later
        Runs an act on the session's event loop.
    start
        Runs the work, in a thread or (as tests do) at once.
    on_error
        Told, on the event loop, what a known error says.
    """

    def __init__(self, *, later: Later, start: Later, on_error: Callable[[str], None]) -> None:
        self._later, self._start, self._on_error = later, start, on_error
        self._waiting: deque[tuple[Callable[[], Any], Callable[[Any], None]]] = deque()
        self._lock = threading.Lock()
        self._is_busy = False

    def do(self, act: Callable[[], Any], then: Callable[[Any], None]) -> None:
        """Do a piece of work after those that wait; what it returns is handed to `then` on the event loop."""
        with self._lock:
            self._waiting.append((act, then))
            if self._is_busy:
                return
            self._is_busy = True
        self._start(self._work)

    def _work(self) -> None:
        while True:
            with self._lock:
                if not self._waiting:
                    self._is_busy = False
                    return
                act, then = self._waiting.popleft()
            try:
                found = act()
            except TurnBenchError as error:
                self._later(partial(self._on_error, str(error)))
            except Exception:  # a bug: the log has it whole, and the next piece is done all the same
                log.exception("the audit desk met an error of its own")
            else:
                self._later(partial(then, found))


class Poll:
    """Asks a journal for news while anybody listens: one thread for all sessions of a process.

    Parameters
    ----------
    journal
        What is asked.
    every_s
        How often, seconds.
    """

    def __init__(self, journal: VerdictJournal, every_s: float = POLL_S) -> None:
        self._journal, self._every_s = journal, every_s
        self._lock = threading.Lock()
        self._listeners: dict[object, Callable[[], None]] = {}
        self.thread: threading.Thread | None = None
        """The thread that asks, None while nobody listens."""
        self._rung = threading.Event()
        self._position = 0

    def listen(self, who: object, hear: Callable[[], None], position: int) -> None:
        """Tell somebody, from the poll's thread, that entries have arrived.

        Parameters
        ----------
        who
            Names the listener.
        hear
            Called without anything.
        position
            How far the listener has read.
        """
        with self._lock:
            self._position = max(self._position, position)
            self._listeners[who] = hear
            if self.thread is None:
                self.thread = threading.Thread(target=self._run, name="turnbench-journal", daemon=True)
                self.thread.start()

    def leave(self, who: object) -> None:
        """Stop telling somebody; with nobody left the poll ends."""
        with self._lock:
            self._listeners.pop(who, None)
        self._rung.set()

    def ring(self) -> None:
        """Ask now: somebody of this process has written."""
        self._rung.set()

    def _run(self) -> None:
        while True:
            self._rung.wait(self._every_s)
            self._rung.clear()
            with self._lock:
                listeners = list(self._listeners.values())
                if not listeners:
                    self.thread = None
                    return
            try:
                found = self._journal.since(self._position)
            except TurnBenchError as error:
                log.warning("the journal could not be asked for news: %s", error)
                continue
            if found:
                self._position = found[-1].sequence
                for hear in listeners:
                    hear()


_polls: dict[int, Poll] = {}


def shared_poll(journal: VerdictJournal) -> Poll:
    """Return the one poll of a journal in this process."""
    with _opening:
        return _polls.setdefault(id(journal), Poll(journal))
