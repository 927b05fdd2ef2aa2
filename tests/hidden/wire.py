"""A browser without a screen: it asks for a page, opens its socket, sends messages, and keeps every byte."""

from __future__ import annotations

import asyncio
import itertools
import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from tornado.httpclient import AsyncHTTPClient, HTTPRequest, HTTPResponse
from tornado.websocket import WebSocketClientConnection, websocket_connect

PATIENCE_S = 120.0
QUIET_S = 0.02
FENCES = 2
LONGEST_FRAME_BYTES = 2**28
CHANGE = "PATCH-DOC"
SELECTION = re.compile(rb'"name":"Selection","id":"(p\d+)"')
Message = dict[str, Any]


async def ask(
    url: str, *, method: str = "GET", headers: Mapping[str, str] | None = None, body: bytes = b""
) -> HTTPResponse:
    """Return the answer to a request, whatever its status; nothing is followed, nothing is unpacked."""
    request = HTTPRequest(
        url,
        method=method,
        headers=dict(headers or {}),
        follow_redirects=False,
        decompress_response=False,
        request_timeout=PATIENCE_S,
        body=body if method in ("POST", "PUT", "PATCH") else None,
    )
    return await AsyncHTTPClient().fetch(request, raise_error=False)


@dataclass
class Visit:
    """One open page: what it was answered and all that came through its socket, in order."""

    page: HTTPResponse
    socket: WebSocketClientConnection
    frames: list[bytes] = field(default_factory=list)
    _faces: dict[str, str] = field(default_factory=dict)
    _looked_at: int = 0
    _tapped: set[tuple[str, int]] = field(default_factory=set)
    _numbers: Iterator[int] = field(default_factory=lambda: itertools.count(1))
    _came: asyncio.Event = field(default_factory=asyncio.Event)
    _reading: asyncio.Task[None] | None = None

    @classmethod
    async def at(cls, url: str, *, headers: Mapping[str, str] | None = None) -> Visit:
        """Open the page of an address as a browser does, up to the moment it is drawn."""
        page = await ask(url, headers=headers)
        found = re.search(rb'"token":\s*"([^"]+)"', page.body)
        if found is None:
            raise ValueError(f"{url}: expected a page with a token, found {page.code} {page.body[:400]!r}")
        address = url.partition("?")[0].replace("http", "ws", 1) + "/ws"
        socket = await websocket_connect(
            HTTPRequest(address, headers=dict(headers or {})),
            subprotocols=["bokeh", found[1].decode()],
            max_message_size=LONGEST_FRAME_BYTES,
        )
        visit = cls(page, socket)
        visit._reading = asyncio.create_task(visit._read())
        await visit.until(lambda frames: any(b'"ACK"' in frame for frame in frames))
        await visit._ask("PULL-DOC-REQ", {})
        await visit._event("document_ready", {})
        return visit

    async def send(self, face: str, message: Message, *, quiet_s: float = QUIET_S) -> None:
        """Send a message as a face does, and wait until its answers have come and it has been quiet."""
        await self._event("data_event", {"model": {"id": self._id_of(face)}, "data": message})
        if quiet_s > QUIET_S:
            await self._rest(quiet_s)

    async def tap(self, row: int) -> None:
        """Click a row of every chart that has come since such a click, whether it has one or not."""
        found = dict.fromkeys(one.decode() for frame in self.frames for one in SELECTION.findall(frame))
        for name in [one for one in found if (one, row) not in self._tapped]:
            self._tapped.add((name, row))
            change = {"kind": "ModelChanged", "model": {"id": name}, "attr": "indices", "new": [row]}
            await self._ask("PATCH-DOC", {"events": [change]})

    def faces(self) -> list[str]:
        """Return the names of all faces so far; a page brings its own when it is opened."""
        for frame in self.frames[self._looked_at :]:
            if b'"class_name"' in frame:
                self._faces |= {
                    one["attributes"]["class_name"]: one["id"] for one in _faces(json.loads(frame))
                }
        self._looked_at = len(self.frames)
        return list(self._faces)

    def _id_of(self, face: str) -> str:
        self.faces()
        return self._faces[face]

    async def until(self, is_met: Callable[[list[bytes]], bool], *, since: int = 0) -> None:
        """Wait for frames that meet a condition."""
        async with asyncio.timeout(PATIENCE_S):
            while not is_met(self.frames[since:]):
                if self._reading is not None and self._reading.done():
                    raise ConnectionError(
                        f"websocket: expected an answer, found it closed after {self.frames[-3:]}"
                    )
                self._came.clear()
                await self._came.wait()

    def changes(self) -> list[bytes]:
        """Return all changes of the document in order, and their buffers.

        Whether a change that was put off comes before or after a reply, and how many of them travel in one
        message, is a question of time: each is returned by itself.
        """
        found: list[bytes] = []
        for kind, frames in self._messages():
            if kind == CHANGE:
                found += [
                    json.dumps(one, separators=(",", ":")).encode() for one in json.loads(frames[2])["events"]
                ]
                found += frames[3:]
        return found

    def replies(self) -> list[bytes]:
        """Return the frames of all messages that are no changes, in order."""
        return [frame for kind, frames in self._messages() if kind != CHANGE for frame in frames]

    def _messages(self) -> list[tuple[str, list[bytes]]]:
        """Return all that came as messages: kind, and frames (header, metadata, content, buffers)."""
        found: list[tuple[str, list[bytes]]] = []
        at = 0
        while at < len(self.frames):
            header = json.loads(self.frames[at])
            end = at + 3 + 2 * header.get("num_buffers", 0)
            found.append((header["msgtype"], self.frames[at:end]))
            at = end
        return found

    def content(self, *names: str) -> Message:
        """Return the latest text of a face that has these names in it; empty if there was none."""
        for frame in reversed(self.frames):
            for event in json.loads(frame).get("events", ()) if frame.startswith(b'{"events"') else ():
                new = event.get("new")
                found = json.loads(new) if isinstance(new, str) and new.startswith("{") else {}
                if all(name in found for name in names):
                    return dict(found)
        return {}

    async def close(self) -> None:
        """Leave the page."""
        self.socket.close()
        if self._reading is not None:
            await self._reading

    async def _event(self, name: str, values: Message) -> None:
        event = {"type": "event", "name": name, "values": _as_map(values)}
        await self._ask(
            "PATCH-DOC",
            {"events": [{"kind": "MessageSent", "msg_type": "bokeh_event", "msg_data": event}]},
        )

    async def _ask(self, kind: str, content: object, *, fences: int = FENCES) -> None:
        """Send one message of Bokeh's and wait for its reply, and then until nothing more comes."""
        number, since = f"n{next(self._numbers)}", len(self.frames)
        for part in ({"msgid": number, "msgtype": kind}, {}, content):
            await self.socket.write_message(json.dumps(part))
        reply = f'"reqid": "{number}"'.encode()
        await self.until(lambda frames: any(reply in frame for frame in frames), since=since)
        if fences:
            # What the server has put off to the next turn of its loop is done before it answers these.
            await self._ask("SERVER-INFO-REQ", {}, fences=fences - 1)
        else:
            await self._rest()

    async def _rest(self, quiet_s: float = QUIET_S) -> None:
        """Wait until nothing has come for a moment."""
        while True:
            self._came.clear()
            try:
                await asyncio.wait_for(self._came.wait(), quiet_s)
            except TimeoutError:
                return

    async def _read(self) -> None:
        while (frame := await self.socket.read_message()) is not None:
            self.frames.append(frame.encode() if isinstance(frame, str) else frame)
            self._came.set()
        self._came.set()


def _faces(found: object) -> Iterator[Message]:
    """Return every face of a document."""
    if isinstance(found, dict):
        if "class_name" in (found.get("attributes") or {}):
            yield found
        for value in found.values():
            yield from _faces(value)
    elif isinstance(found, list):
        for value in found:
            yield from _faces(value)


def _as_map(found: Any) -> Any:
    """Return a value in the form in which Bokeh's browser side writes it."""
    if isinstance(found, dict):
        if found.keys() == {"id"}:
            return found
        return {"type": "map", "entries": [[key, _as_map(value)] for key, value in found.items()]}
    if isinstance(found, list):
        return [_as_map(value) for value in found]
    if isinstance(found, float) and found != found:
        return {"type": "number", "value": "nan"}
    return found
