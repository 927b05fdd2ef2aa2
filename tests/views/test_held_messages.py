"""What is put off while the socket is busy reaches the browser without another change."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from bokeh.document import Document
from panel.io import document as queue

from viewer.views import held_messages


class Socket:
    """A socket that is told when a message is written."""

    def __init__(self) -> None:
        self.written: list[Any] = []
        self.ends: list[asyncio.Future[None]] = []

    def write(self, msg: Any) -> list[Awaitable[None]]:
        self.written.append(msg)
        self.ends.append(asyncio.get_running_loop().create_future())
        return [self.ends[-1]]


class Connection:
    """A browser's, whose messages are their own events."""

    def __init__(self) -> None:
        self._socket = Socket()
        self.protocol = self

    def create(self, _: str, events: list[Any]) -> list[Any]:
        return events


async def two_in_one_round() -> list[Any]:
    """Put a second message off in the very round of the loop in which the first is written."""
    document, browser = Document(), Connection()
    queue.schedule_write_events(document, [browser], ["first"])  # type: ignore[list-item]
    await asyncio.sleep(0)
    browser._socket.ends[0].set_result(None)
    queue.schedule_write_events(document, [browser], ["second"])  # type: ignore[list-item]
    for _ in range(20):
        await asyncio.sleep(0)
        for end in browser._socket.ends:
            if not end.done():
                end.set_result(None)
    return browser._socket.written


@pytest.mark.parametrize(
    ("write", "expected"),
    [(held_messages._panels_round, [["first"]]), (held_messages.write_held, [["first"], ["second"]])],
    ids=["as Panel does", "mended"],
)
def test_no_message_waits_for_a_later_one(
    monkeypatch: pytest.MonkeyPatch, write: Callable[..., Any], expected: list[Any]
) -> None:
    monkeypatch.setattr(queue, "_dispatch_msgs", write)
    monkeypatch.setitem(
        queue.extra_socket_handlers,
        Socket,
        lambda browser, msg: browser._socket.write(msg),
    )
    assert asyncio.run(two_in_one_round()) == expected
