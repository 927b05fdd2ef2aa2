"""What each mode asks of a request, on a real Tornado server; a proxy's header names who asks."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

import pytest
from tornado.httpserver import HTTPServer
from tornado.netutil import bind_sockets
from tornado.web import Application, RequestHandler
from tornado.websocket import WebSocketHandler

from tests.media.sites import Reply, ask
from viewer.environment import Mode
from viewer.gate.doors import Doors, Kind, guard, is_from_here
from viewer.gate.rates import Buckets, Rate

HERE, ELSEWHERE = "127.0.0.1", "203.0.113.9"
PATHS = ("/", "/ws", "/media/k/peaks", "/export/offline.html", "/upload/k/0")
prepared: list[str] = []


class Page(RequestHandler):
    def prepare(self) -> None:
        prepared.append(self.request.path)

    def get(self) -> None:
        self.finish("inside")


class Later(RequestHandler):
    async def prepare(self) -> None:
        await asyncio.sleep(0)
        prepared.append(self.request.path)

    def get(self) -> None:
        self.finish("inside")


class Socket(WebSocketHandler):
    def get(self, *_args: Any, **_kwargs: Any) -> Any:
        self.finish("inside")


@dataclass
class Provider:
    get_user: Any = None
    get_user_async: Any = None


@contextmanager
def serving(doors: Doors, provider: object = None, *, has_proxy: bool = True) -> Iterator[int]:
    patterns: list[Any] = [
        ("/?", Page),
        ("/ws", Socket),
        ("/media/k/peaks", Later),
        (r"/export/offline\.html", Page),
        ("/upload/k/0", Page),
    ]
    guard(patterns, Doors(Mode.LOCAL))
    guard(patterns, doors)  # replaces the other doors, as when Bokeh reads app_hooks.py again
    application = Application(patterns)
    vars(application)["auth_provider"] = provider or Provider()
    sockets = bind_sockets(0, HERE)
    stop: list[Any] = []
    is_ready = threading.Event()

    async def run() -> None:
        loop, stopping = asyncio.get_running_loop(), asyncio.Event()
        server = HTTPServer(application, xheaders=has_proxy)
        server.add_sockets(sockets)
        stop.append(lambda: loop.call_soon_threadsafe(stopping.set))
        is_ready.set()
        await stopping.wait()
        server.stop()
        await server.close_all_connections()

    thread = threading.Thread(target=lambda: asyncio.run(run()))
    thread.start()
    is_ready.wait(10)
    try:
        yield sockets[0].getsockname()[1]
    finally:
        stop[0]()
        thread.join(10)


def replies(port: int, client: str) -> list[Reply]:
    prepared.clear()
    return [ask(port, path, headers={"X-Real-Ip": client}) for path in PATHS]


def test_local_mode_answers_this_machine_and_nobody_else() -> None:
    with serving(Doors(Mode.LOCAL)) as port:
        for client in (HERE, "127.9.9.9", "::1"):
            assert {(one.status, one.body) for one in replies(port, client)} == {(200, b"inside")}
        assert prepared == [path for path in PATHS if path != "/ws"]
        for client in (ELSEWHERE, "10.0.0.1", "2001:db8::1"):
            for one in replies(port, client):
                assert one.status == 403
                assert b"TURNBENCH_MODE=local answers this machine only" in one.body
            assert prepared == []


def test_without_a_proxy_a_header_names_nobody() -> None:
    with serving(Doors(Mode.LOCAL), has_proxy=False) as port:
        assert {one.status for one in replies(port, ELSEWHERE)} == {200}


def request(peer: object, named: str) -> Any:
    connection = SimpleNamespace(context=SimpleNamespace(address=peer))
    return SimpleNamespace(request=SimpleNamespace(connection=connection, remote_ip=named))


@pytest.mark.parametrize(
    ("peer", "named", "expected"),
    [
        ((HERE, 1), HERE, True),
        (("::1", 1, 0, 0), "::1", True),
        (("::ffff:127.0.0.1", 1, 0, 0), HERE, True),
        ((ELSEWHERE, 1), HERE, False),  # a client who names this machine in a header
        ((HERE, 1), ELSEWHERE, False),  # a proxy on this machine
        (("::ffff:10.0.0.1", 1, 0, 0), "::ffff:10.0.0.1", False),
        ("", "0.0.0.0", False),  # a Unix socket: who is behind it is not known
        (None, HERE, False),
        ((HERE, 1), "no address", False),
    ],
)
def test_both_who_connects_and_who_is_named_must_be_here(peer: object, named: str, expected: bool) -> None:
    assert is_from_here(request(peer, named)) is expected


def test_team_mode_without_a_login_answers_nobody_and_says_what_to_do() -> None:
    with serving(Doors(Mode.TEAM)) as port:
        for one in replies(port, HERE):
            assert one.status == 403
            assert b"expected a login, found none. Start the server with --basic-auth" in one.body
        assert prepared == []


@pytest.mark.parametrize("provider", [Provider(get_user=print), Provider(get_user_async=print)])
def test_team_mode_with_a_login_leaves_the_rest_to_it(provider: Provider) -> None:
    with serving(Doors(Mode.TEAM), provider) as port:
        assert {one.status for one in replies(port, ELSEWHERE)} == {200}


def test_public_mode_answers_everybody_but_not_without_end() -> None:
    slow = Rate(burst=3, per_s=0.001)
    with serving(Doors(Mode.PUBLIC, {kind: Buckets(slow) for kind in Kind})) as port:
        pages = [ask(port, "/", headers={"X-Real-Ip": ELSEWHERE}) for _ in range(4)]
        assert [one.status for one in pages] == [200, 200, 200, 429]
        assert int(pages[-1].headers["Retry-After"]) > 900
        assert b"Too many requests" in pages[-1].body
        media = [ask(port, PATHS[2], headers={"X-Real-Ip": ELSEWHERE}) for _ in range(4)]
        assert [one.status for one in media] == [200, 200, 200, 429]
        uploads = [ask(port, PATHS[4], headers={"X-Real-Ip": ELSEWHERE}) for _ in range(4)]
        assert [one.status for one in uploads] == [200, 200, 200, 429]
        for path in ("/ws", "/export/offline.html"):
            assert ask(port, path, headers={"X-Real-Ip": ELSEWHERE}).status == 429
        assert ask(port, "/", headers={"X-Real-Ip": HERE}).status == 200
