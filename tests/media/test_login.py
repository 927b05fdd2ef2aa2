"""Who may hear: whoever may open the page."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
from tornado.web import RequestHandler

from tests.media.sites import FakeSource, Site, noise, serving_sources

ADDRESSES = [f"/viewer/media/k/{name}" for name in ("audio.wav", "peaks", "pcm?start=0&stop=9")]
User = str | None


@dataclass
class Provider:
    """What Bokeh's providers look like to a handler."""

    get_user: Callable[[RequestHandler], User] | None = None
    get_user_async: Callable[[RequestHandler], Awaitable[User]] | None = None


def from_header(handler: RequestHandler) -> User:
    return handler.request.headers.get("X-User")


async def from_header_later(handler: RequestHandler) -> User:
    return from_header(handler)


def guests_of_the_page(handler: RequestHandler) -> User:
    return "guest" if handler.request.uri == "/viewer" else None


def guests_of_another_page(handler: RequestHandler) -> User:
    return "guest" if handler.request.uri == "/other" else None


@pytest.fixture
def source() -> FakeSource:
    return FakeSource("k", noise(1000))


@contextmanager
def guarded(source: FakeSource, folder: Path, provider: object) -> Iterator[Site]:
    with serving_sources([source], folder=folder, auth_provider=provider) as site:
        yield site


@pytest.mark.parametrize("provider", [Provider(from_header), Provider(None, from_header_later)])
def test_without_a_login_nothing_is_heard(source: FakeSource, tmp_path: Path, provider: Provider) -> None:
    with guarded(source, tmp_path, provider) as site:
        for address in ADDRESSES:
            for method in ("GET", "HEAD"):
                reply = site.ask(address, method=method)
                assert reply.status == 403
                assert reply.body in (b"Please log in.\n", b"")
    assert source.reads == []


@pytest.mark.parametrize("provider", [Provider(from_header), Provider(None, from_header_later)])
def test_with_a_login_all_is_heard(source: FakeSource, tmp_path: Path, provider: Provider) -> None:
    with guarded(source, tmp_path, provider) as site:
        assert [site.ask(address, headers={"X-User": "ada"}).status for address in ADDRESSES] == [200] * 3


def test_without_a_login_nobody_learns_which_keys_exist(source: FakeSource, tmp_path: Path) -> None:
    with guarded(source, tmp_path, Provider(from_header)) as site:
        assert site.ask("/viewer/media/nobody/audio.wav").status == 403


def test_where_no_login_is_configured_all_is_heard(source: FakeSource, tmp_path: Path) -> None:
    with guarded(source, tmp_path, Provider()) as site:
        assert [site.ask(address).status for address in ADDRESSES] == [200] * 3


@pytest.mark.parametrize(("guests", "status"), [(guests_of_the_page, 200), (guests_of_another_page, 403)])
def test_a_guest_of_the_page_may_hear_it_and_others_not(
    source: FakeSource, tmp_path: Path, guests: Callable[[RequestHandler], User], status: int
) -> None:
    with guarded(source, tmp_path, Provider(guests)) as site:
        assert {site.ask(address).status for address in ADDRESSES} == {status}


def test_a_login_that_fails_to_answer_lets_nobody_in(source: FakeSource, tmp_path: Path) -> None:
    def fail(_handler: RequestHandler) -> User:
        raise RuntimeError("no such directory server")

    with guarded(source, tmp_path, Provider(fail)) as site:
        assert site.ask(ADDRESSES[0]).status == 500
    assert source.reads == []
