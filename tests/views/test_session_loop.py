"""What a session's threads and timers draw waits for its page."""

from __future__ import annotations

from collections.abc import Callable

import panel as pn
import pytest

from viewer.views.session_loop import SessionLoop

Act = Callable[[], None]


class Document:
    """A document whose loop goes round when it is told to."""

    session_context: object | None = object()

    def __init__(self) -> None:
        self.acts: list[Act] = []

    def add_next_tick_callback(self, act: Act) -> None:
        self.acts.append(act)

    def add_timeout_callback(self, act: Act, _: int) -> None:
        self.acts.append(act)

    def go_round(self) -> None:
        acts, self.acts = self.acts, []
        for act in acts:
            act()


def test_acts_wait_until_the_page_is_there_and_keep_their_order(monkeypatch: pytest.MonkeyPatch) -> None:
    loaded: list[Act] = []
    monkeypatch.setattr(type(pn.state), "onload", lambda _, act: loaded.append(act))
    document, done = Document(), list[str]()
    loop = SessionLoop(document)  # type: ignore[arg-type]  # what it uses of a document
    loop.later(lambda: done.append("thread"))
    loop.after(lambda: done.append("timer"), 100)
    loop.after(lambda: done.append("next"), 0)
    document.go_round()
    assert done == []
    loaded[0]()
    document.go_round()
    assert done == ["thread", "timer", "next"]
    loop.later(lambda: done.append("later"))
    document.go_round()
    assert done[-1] == "later"
    document.session_context = None
    loop.later(lambda: done.append("never"))
    document.go_round()
    assert done[-1] == "later"
