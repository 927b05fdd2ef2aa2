"""Words searched for a session, away from the event loop; only the latest question is answered."""

from __future__ import annotations

import logging
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from typing import Any

from viewer.view_models.word_search import find_words
from viewer.views.detecting import Later, at_once
from viewer.workspace import SplitWork

log = logging.getLogger(__name__)
_pool = ThreadPoolExecutor(max_workers=1, thread_name_prefix="turnbench-words")


def in_background(act: Callable[[], None]) -> None:
    """Run an act in a thread that all sessions share; a bug in it goes to the log."""
    _pool.submit(act).add_done_callback(_tell_bug)


def _tell_bug(done: Future[None]) -> None:
    error = done.exception()
    if error is not None:
        log.error("the words could not be searched", exc_info=error)


class WordFinder:
    """The questions of one session.

    Parameters
    ----------
    on_found
        Told what was found.
    later
        Runs an act on the session's event loop.
    start
        Runs the search; default: at once, as tests do.
    """

    def __init__(
        self, *, on_found: Callable[[dict[str, Any]], None], later: Later = at_once, start: Later = at_once
    ) -> None:
        self._on_found, self._later, self._start = on_found, later, start
        self._latest = -1

    def ask(self, work: SplitWork, text: str, nonce: int) -> None:
        """Search the transcripts of a split."""
        self._latest = nonce
        self._start(partial(self._find, work, text, nonce))

    def _find(self, work: SplitWork, text: str, nonce: int) -> None:
        if nonce == self._latest:
            self._later(partial(self._on_found, find_words(work, text, nonce)))
