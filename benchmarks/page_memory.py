"""What sessions and pages hold, and whether it comes back."""

from __future__ import annotations

import asyncio
import json
import re
import time
from collections.abc import Iterator

from playwright.sync_api import Page
from tornado.httpclient import AsyncHTTPClient
from tornado.websocket import WebSocketClientConnection, websocket_connect

from benchmarks.page_sites import Site, heap_mb
from benchmarks.tables import Figure, measured
from tests.servers import Server
from tests.soak.hosts import live_sessions, resident_mb

TOGETHER = 20
FIRST, LAST = 10, 50
AT_A_TIME = 5
SESSION_MB = 4
HEAP_MB = {"12 min": 40, "2 h": 80}
GROWTH_PERCENT = 10
SETTLED_S = 3.0
PATIENCE_S = 120.0
LONGEST_MESSAGE_BYTES = 2**28


def measure_heap(page: Page, site: Site) -> Figure:
    """Return what the page's JavaScript holds after everything that was done with it."""
    return measured("JavaScript heap", (heap_mb(page),), (HEAP_MB[site.size.name],), unit="MB")


def measure_sessions(site: Site) -> Iterator[Figure]:
    """Measure the memory of sessions held together, and of many opened and closed."""
    yield from asyncio.run(_sessions(site.full))


async def _sessions(server: Server) -> list[Figure]:
    for _ in range(FIRST // AT_A_TIME):
        await _visit(server, AT_A_TIME)
    after_first = await _settled_mb(server)
    held = await _visit(server, TOGETHER)
    for _ in range((LAST - FIRST - TOGETHER) // AT_A_TIME):
        await _visit(server, AT_A_TIME)
    after_last = await _settled_mb(server)
    if after_first is None or held is None or after_last is None:
        return []
    growth = max(0.0, (after_last / after_first - 1) * 100)
    what = f"server after {LAST} sessions over that after {FIRST}"
    return [
        measured("server, per session", ((held - after_first) / TOGETHER,), (SESSION_MB,), unit="MB"),
        measured(what, (growth,), (GROWTH_PERCENT,), unit="%"),
    ]


async def _visit(server: Server, count: int) -> float | None:
    """Open so many pages together and close them; return the server's memory while they were open, MB."""
    sockets = [await _open(server) for _ in range(count)]
    held = resident_mb(server)
    for socket in sockets:
        socket.close()
    deadline = time.monotonic() + PATIENCE_S
    while (left := live_sessions(server)) > 0:
        if time.monotonic() > deadline:
            raise TimeoutError(f"server: expected no session within {PATIENCE_S} s, found {left}")
        await asyncio.sleep(0.2)
    return held


async def _open(server: Server) -> WebSocketClientConnection:
    """Open a page as a browser does: ask for it, connect with its token, and take the whole document."""
    page = await AsyncHTTPClient().fetch(server.url, request_timeout=PATIENCE_S)
    found = re.search(r'"token":\s*"([^"]+)"', page.body.decode("utf-8"))
    if found is None:
        raise ValueError(f"{server.url}: expected a page with a token, found none")
    address = f"{server.url.replace('http', 'ws', 1)}/ws"
    socket = await websocket_connect(
        address, subprotocols=["bokeh", found[1]], max_message_size=LONGEST_MESSAGE_BYTES
    )
    await _wait_for(socket, "ACK")
    for part in ({"msgid": "1", "msgtype": "PULL-DOC-REQ"}, {}, {}):
        await socket.write_message(json.dumps(part))
    await _wait_for(socket, "PULL-DOC-REPLY")
    return socket


async def _wait_for(socket: WebSocketClientConnection, kind: str) -> None:
    """Read until a message of a kind begins."""
    async with asyncio.timeout(PATIENCE_S):
        while f'"{kind}"' not in (message := str(await socket.read_message() or "")):
            if not message:
                raise ConnectionError(f"websocket: expected a message {kind}, found a closed connection")


async def _settled_mb(server: Server) -> float | None:
    """Return the memory after the collection that follows the last closed page."""
    await asyncio.sleep(SETTLED_S)
    return resident_mb(server)
