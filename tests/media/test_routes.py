"""Installing the routes, as `viewer/app_hooks.py` does it."""

from __future__ import annotations

import asyncio
import gc
import runpy
import sys
from pathlib import Path

import pytest
from bokeh.server import server, urls
from tornado.web import RequestHandler

from tests.servers import REPOSITORY
from viewer.exports.routes import PATTERN as OFFLINE_PAGE
from viewer.media.handlers import AudioHandler, MediaHandler
from viewer.media.routes import Route, RouteWithContext, install
from viewer.uploads.routes import PATTERN as UPLOADS

HOOKS = str(REPOSITORY / "viewer" / "app_hooks.py")
NAMES = [
    rf"/media/([^/]+)/{name}"
    for name in (
        r"audio\.wav",
        "peaks",
        "peaks/growing",
        "peaks/sketch",
        "pcm",
        "signals",
        "signals/tile",
        r"clip\.wav",
    )
]


def find_nothing(_key: str) -> None:
    """Know no recording."""


@pytest.fixture
def patterns(monkeypatch: pytest.MonkeyPatch) -> list[Route | RouteWithContext]:
    """A copy of Bokeh's list, in its place."""
    copy = list(urls.per_app_patterns)
    monkeypatch.setattr(urls, "per_app_patterns", copy)
    monkeypatch.setitem(
        vars(server), "bind_sockets", vars(server)["bind_sockets"]
    )  # the hooks set it; it comes back
    return copy


def test_a_second_installation_replaces_the_first(patterns: list[Route | RouteWithContext]) -> None:
    before = list(patterns)
    install(patterns, find_source=find_nothing)
    first = patterns[-len(NAMES) :]
    install(patterns, find_source=find_nothing)
    assert patterns[: -len(NAMES)] == before
    assert [pattern[0] for pattern in patterns[-len(NAMES) :]] == NAMES
    assert patterns[-len(NAMES) :] != first


def test_two_libraries_do_not_disturb_each_other() -> None:
    one, other = list[Route | RouteWithContext](), list[Route | RouteWithContext]()
    install(one, find_source=find_nothing)
    install(other, find_source=find_nothing)
    handlers = [one[0][1], other[0][1]]
    assert all(issubclass(handler, AudioHandler) for handler in handlers)
    libraries = {id(vars(handler)["library"]) for handler in handlers}
    assert len(libraries) == 2
    assert "library" not in vars(MediaHandler)


def test_the_hooks_may_run_several_times(patterns: list[Route | RouteWithContext]) -> None:
    before = len(patterns)
    for _ in range(4):
        runpy.run_path(HOOKS)
    assert sorted(pattern[0] for pattern in patterns[before:]) == sorted([*NAMES, OFFLINE_PAGE, UPLOADS])


def test_the_hooks_find_an_uninstalled_checkout(
    patterns: list[Route | RouteWithContext], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "path", [path for path in sys.path if Path(path).resolve() != REPOSITORY])
    runpy.run_path(HOOKS)
    assert sys.path[0] == str(REPOSITORY)
    assert len(patterns) == len(set(map(str, patterns)))


def test_closed_pages_are_collected_once_for_all(
    patterns: list[Route | RouteWithContext], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert patterns
    hooks = runpy.run_path(HOOKS)
    collected: list[int] = []
    monkeypatch.setattr(gc, "collect", lambda: collected.append(1))
    monkeypatch.setitem(hooks["on_session_destroyed"].__globals__, "_COLLECT_AFTER_S", 0.01)

    async def close_pages() -> None:
        for _ in range(2):
            for _ in range(5):
                hooks["on_session_destroyed"](None)
            await asyncio.sleep(0.2)

    asyncio.run(close_pages())
    assert len(collected) == 2


def test_bokeh_accepts_the_patterns(patterns: list[Route | RouteWithContext]) -> None:
    install(patterns, find_source=find_nothing)
    assert all(issubclass(pattern[1], RequestHandler) for pattern in patterns)
