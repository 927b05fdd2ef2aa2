"""The page that opens without a server asks for nothing, and only who may open the app gets it."""

from __future__ import annotations

import asyncio
import re
from html.parser import HTMLParser
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from tornado.httpclient import AsyncHTTPClient, HTTPResponse
from tornado.httpserver import HTTPServer
from tornado.netutil import bind_sockets
from tornado.web import Application

from viewer.exports.offline_page import PLACE, POLICY, offline_page
from viewer.exports.routes import PATTERN, OfflinePageHandler, install

REPOSITORY = Path(__file__).resolve().parents[2]


class Reader(HTMLParser):
    """Every element with its attributes, and the text of styles and scripts."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.texts: dict[str, list[str]] = {"style": [], "script": []}
        self.comments: list[str] = []
        self.open = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.open = tag
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        self.open = self.open if tag != self.open else ""

    def handle_data(self, data: str) -> None:
        if self.open in self.texts:
            self.texts[self.open].append(data)

    def handle_comment(self, data: str) -> None:
        self.comments.append(f"<!--{data}-->")


def test_nothing_in_the_page_is_fetched() -> None:
    page = offline_page()
    found = Reader(page)
    assert [
        name for _, some in found.elements for name in some if name in ("src", "href", "srcset", "data")
    ] == []
    styles = "".join(found.texts["style"])
    assert ".timeline" in styles
    assert "--fa" in styles
    assert re.findall(r"url\(|@import", styles) == []
    assert re.findall(r"https?://", page) == []


def test_the_policy_forbids_every_connection() -> None:
    policies = [some["content"] for tag, some in Reader(offline_page()).elements if "http-equiv" in some]
    assert policies == [POLICY]
    assert "default-src 'none'" in POLICY
    assert "connect-src 'none'" in POLICY
    assert re.findall(r"https?:|\*", POLICY) == []


def test_the_page_has_one_place_for_its_clip_and_the_browser_knows_it() -> None:
    assert Reader(offline_page()).comments == [PLACE]
    module = (REPOSITORY / "viewer/static/export/offline_file.js").read_text(encoding="utf-8")
    assert f'PLACE = "{PLACE}"' in module


def ask(provider: object = None) -> HTTPResponse:
    """Ask a server with such a login provider for the page."""

    async def answer() -> HTTPResponse:
        arguments = {"application_context": None, "bokeh_websocket_path": "/viewer/ws"}
        application = Application([("/viewer" + PATTERN, OfflinePageHandler, arguments)])
        if provider is not None:
            vars(application)["auth_provider"] = provider
        sockets = bind_sockets(0, "127.0.0.1")
        server = HTTPServer(application)
        server.add_sockets(sockets)
        url = f"http://127.0.0.1:{sockets[0].getsockname()[1]}/viewer/export/offline.html"
        try:
            return await AsyncHTTPClient().fetch(url, raise_error=False)
        finally:
            server.stop()
            await server.close_all_connections()

    return asyncio.run(answer())


def test_the_page_is_served_as_a_text() -> None:
    reply = ask()
    assert (reply.code, reply.headers["Content-Type"]) == (200, "text/plain; charset=utf-8")
    assert reply.body.decode() == offline_page()


@pytest.mark.parametrize(("user", "status"), [("anna", 200), (None, 403)])
def test_the_page_asks_for_the_login_of_the_app(user: str | None, status: int) -> None:
    asked: list[str] = []

    def get_user(handler: Any) -> str | None:
        asked.append(handler.request.uri)
        return user

    assert ask(SimpleNamespace(get_user=get_user, get_user_async=None)).code == status
    assert asked == ["/viewer"]


def test_a_second_installation_replaces_the_first() -> None:
    patterns: list[Any] = [("/other", object)]
    install(patterns)
    install(patterns)
    assert [pattern[0] for pattern in patterns] == ["/other", PATTERN]
