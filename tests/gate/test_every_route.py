"""Every route of the app in every mode, on a real server: who is answered, and who is not.

The routes are those that `viewer/app_hooks.py` installs; one that is not in `tests/hidden/declared.py` fails
a test there, so a new route is asked here too.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator

import pytest
from tornado.httpclient import HTTPClientError
from tornado.web import RequestHandler
from tornado.websocket import websocket_connect

from tests.gate.patterns import app_patterns
from tests.gate.serving import logged_in, serving_in, status_of
from tests.hidden.declared import ROUTES, TAKING
from tests.hidden.wire import Visit
from viewer.environment import Mode
from viewer.gate.doors import MEDIA, PAGES, UPLOADS, GuardedHandler

pytestmark = pytest.mark.serve
PASSWORD = "a long secret"
LOGIN = ("--basic-auth", PASSWORD, "--cookie-secret", "x" * 32)
PATHS = [path.format(key="0" * 32) for some in ROUTES.values() for path in some]
RATES = {"/viewer/media/": MEDIA, "/viewer/upload/": UPLOADS}
METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE")
CHANGING = ("post", "put", "patch", "delete")
HOLDS_NOTHING = ["/viewer/static/tokens.css", "/static/js/bokeh.min.js"]
"""Files of the app and of Bokeh, served in every mode: nothing of a corpus is in them."""
CLOSED = ["/components/this/s/_css/x", "/components/viewer.hidden/score_hidden/_css/x"]


@pytest.fixture(scope="module", params=list(Mode))
def mode_and_port(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Mode, int]]:
    """A server in each mode; team with a password."""
    mode: Mode = request.param
    with serving_in(mode, tmp_path_factory.mktemp(mode), *(LOGIN if mode is Mode.TEAM else ())) as port:
        yield mode, port


def test_every_handler_of_the_app_has_doors() -> None:
    handlers = {route: handler for route, handler, *_ in app_patterns()}
    assert set(handlers) == set(ROUTES)
    assert all(issubclass(handler, GuardedHandler) for handler in handlers.values())


def test_no_route_takes_anything_but_those_that_say_so() -> None:
    taking = {
        route
        for route, handler, *_ in app_patterns()
        if any(getattr(handler, one) is not getattr(RequestHandler, one) for one in CHANGING)
    }
    assert taking == set(TAKING)


def test_in_team_mode_nothing_is_answered_without_a_login(mode_and_port: tuple[Mode, int]) -> None:
    mode, port = mode_and_port
    wrong = {"Cookie": "user=YWRh; is_guest=1"}
    for path in PATHS:
        for method in METHODS:
            for headers in ({}, wrong):
                reply = status_of(port, path, method=method, headers=headers)
                if mode is Mode.TEAM:
                    is_wrong_call = (
                        reply.status == 400 and path == "/viewer/autoload.js"
                    )  # a parameter is missing
                    assert is_wrong_call or reply.status in (302, 401, 403, 405), (method, path, reply.status)
                    assert reply.status != 302 or "/login" in reply.headers["Location"]
                    assert b"peaks" not in reply.body
                elif method == "GET" and path == "/viewer/metadata":
                    assert reply.status in (200, 429)


@pytest.mark.parametrize("mode_and_port", [Mode.TEAM], indirect=True)
def test_a_login_opens_every_route_and_a_wrong_one_none(mode_and_port: tuple[Mode, int]) -> None:
    _, port = mode_and_port
    assert logged_in(port, "ada", "no secret") == {}
    user = logged_in(port, "ada", PASSWORD)
    assert user
    for path in PATHS:
        reply = status_of(port, path, headers=user)
        assert reply.status not in (302, 403), path


def test_files_of_the_app_are_served_and_what_imports_modules_is_closed(
    mode_and_port: tuple[Mode, int],
) -> None:
    _, port = mode_and_port
    assert {status_of(port, path).status for path in HOLDS_NOTHING} == {200}
    for path in CLOSED:
        assert status_of(port, path).body == b"There is nothing here.\n"


@pytest.mark.parametrize("mode_and_port", [Mode.TEAM], indirect=True)
def test_a_socket_is_opened_for_who_has_logged_in_and_not_for_who_has_a_page(
    mode_and_port: tuple[Mode, int],
) -> None:
    _, port = mode_and_port
    address = f"http://127.0.0.1:{port}/viewer"
    user = logged_in(port, "ada", PASSWORD)

    async def visit() -> None:
        opened = await Visit.at(address, headers=user)
        assert "Timeline" in opened.faces()
        await opened.close()
        token = re.search(rb'"token":\s*"([^"]+)"', status_of(port, "/viewer", headers=user).body)
        assert token is not None
        with pytest.raises(HTTPClientError, match="403"):
            await websocket_connect(
                address.replace("http", "ws") + "/ws", subprotocols=["bokeh", token[1].decode()]
            )

    asyncio.run(visit())


@pytest.mark.parametrize("mode_and_port", [Mode.PUBLIC], indirect=True)
def test_in_public_mode_every_route_has_a_pace(mode_and_port: tuple[Mode, int]) -> None:
    _, port = mode_and_port
    for path in ["/viewer/metadata", *PATHS]:  # the first empties the bucket of pages, cheaply
        rate = next((one for start, one in RATES.items() if path.startswith(start)), PAGES)
        replies = (status_of(port, path) for _ in range(int(rate.burst) + 200))
        limited = next((one for one in replies if one.status == 429), None)
        assert limited is not None, path
        assert int(limited.headers["Retry-After"]) >= 1
