"""The event loop of one session: where the acts of threads and timers run, once the page is there."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import panel as pn
from bokeh.document import Document

Act = Callable[[], None]
After = Callable[[Act, int], None]


def not_after(act: Act, _: int) -> None:
    """Act at once, as a page without a server does."""
    act()


class SessionLoop:
    """The event loop of a session that is being made.

    An act waits until the browser has said that the page is there. Before that, Panel drops whatever is drawn
    after the browser took its copy of the models: a result that came in that moment would never be seen.

    Parameters
    ----------
    document
        The session's document.
    """

    def __init__(self, document: Document) -> None:
        self._document = document
        self._is_there = False
        self._waiting: list[Act] = []
        pn.state.onload(self._arrive)

    def later(self, act: Act) -> None:
        """Run an act of any thread on this loop; of a session that has ended, never."""
        if self._document.session_context is not None:
            self._document.add_next_tick_callback(partial(self._run, act))

    def after(self, act: Act, wait_ms: int) -> None:
        """Run an act of this loop in so many milliseconds, or in its next round."""
        if wait_ms:
            self._document.add_timeout_callback(partial(self._run, act), wait_ms)
        else:
            self._document.add_next_tick_callback(partial(self._run, act))

    def _run(self, act: Act) -> None:
        if self._is_there:
            act()
        else:
            self._waiting.append(act)

    def _arrive(self) -> None:
        self._document.add_next_tick_callback(self._begin)

    def _begin(self) -> None:
        self._is_there = True
        waiting, self._waiting = self._waiting, []
        for act in waiting:
            act()
