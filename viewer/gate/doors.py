"""The doors of an app: every handler of it asks here first.

``local``   only this machine is answered, whatever address the server was told to listen on
``team``    nobody is answered unless Panel's login is switched on
``public``  everybody is answered, but nobody without end: 429 says when to ask again

Asked before Bokeh's own handlers too (page, websocket, ``autoload.js``, ``metadata``), so that no
session is made for who may not come in.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, ClassVar

from tornado.web import RequestHandler

from viewer.environment import Mode
from viewer.gate.rates import Buckets, Rate

MEDIA = Rate(burst=600, per_s=60)
"""Sound, peaks, tiles of signals: a page that is dragged asks for some ten a second."""
PAGES = Rate(burst=30, per_s=1)
"""Pages and their sockets, of which each makes a session, and exports, which are put together anew."""
UPLOADS = Rate(burst=100, per_s=1)
"""Chunks of 4 MB of files that are sent: two of the largest at once, then 4 MB a second."""


class Kind(StrEnum):
    """What a request asks for: each kind has buckets of its own."""

    PAGE = "page"
    MEDIA = "media"
    UPLOAD = "upload"


_RATES = {Kind.PAGE: PAGES, Kind.MEDIA: MEDIA, Kind.UPLOAD: UPLOADS}
_ROUTES = {"/media/": Kind.MEDIA, "/upload/": Kind.UPLOAD}
_ONLY_HERE = "TURNBENCH_MODE=local answers this machine only. Choose team or public to serve others."
_NO_LOGIN = (
    "TURNBENCH_MODE=team: expected a login, found none. "
    "Start the server with --basic-auth or --oauth-provider (see Panel's documentation)."
)
_CLOSED = "There is nothing here."
_TOO_MANY = "Too many requests from this address; please wait a moment."


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a request is not answered."""

    status: int
    text: str
    retry_after_s: int = 0


class Doors:
    """What a mode asks of a request.

    Parameters
    ----------
    mode
        The mode of this server.
    buckets
        Other buckets than the usual ones for some kinds of request; used in public.
    """

    def __init__(self, mode: Mode, buckets: Mapping[Kind, Buckets] | None = None) -> None:
        self.mode = mode
        self._buckets = {kind: Buckets(rate) for kind, rate in _RATES.items()} | dict(buckets or {})

    def refusal(self, handler: RequestHandler, kind: Kind) -> Refusal | None:
        """Return why a handler must not answer; None if it may."""
        if self.mode is Mode.LOCAL:
            return None if is_from_here(handler) else Refusal(403, _ONLY_HERE)
        if self.mode is Mode.TEAM:
            return None if has_login(handler) else Refusal(403, _NO_LOGIN)
        wait_s = self._buckets[kind].wait_s(str(handler.request.remote_ip))
        return Refusal(429, _TOO_MANY, wait_s) if wait_s else None


class GuardedHandler(RequestHandler):
    """Stands before a handler; `guard` joins the two."""

    doors: ClassVar[Doors]
    guarded: ClassVar[type[RequestHandler]]
    kind: ClassVar[Kind]

    async def prepare(self) -> None:
        """Ask the doors, then the handler's own `prepare`."""
        refusal = self.doors.refusal(self, self.kind)
        if refusal is None:
            waiting = super().prepare()
            if waiting is not None:
                await waiting
            return
        _refuse(self, refusal)


def close(handler: type[RequestHandler]) -> None:
    """Have a handler that the app does not use answer nobody, whatever it would do.

    Parameters
    ----------
    handler
        Panel serves it beside the app, where `guard` does not reach.
    """

    def prepare(self: RequestHandler) -> None:
        _refuse(self, Refusal(404, _CLOSED))

    handler.prepare = prepare  # type: ignore[method-assign]  # Panel has made its list of routes already


def _refuse(handler: RequestHandler, refusal: Refusal) -> None:
    handler.set_status(refusal.status)
    handler.set_header("Content-Type", "text/plain; charset=utf-8")
    handler.set_header("X-Content-Type-Options", "nosniff")
    handler.set_header("Cache-Control", "no-store")
    if refusal.retry_after_s:
        handler.set_header("Retry-After", refusal.retry_after_s)
    handler.finish(refusal.text + "\n")


def guard(patterns: list[Any], doors: Doors) -> None:
    """Put doors before every handler of an app, in place; a second call replaces the first one's.

    Parameters
    ----------
    patterns
        ``bokeh.server.urls.per_app_patterns``, with the routes of the house.
    doors
        What is asked of each request.
    """
    patterns[:] = [(route, _guarded(route, handler, doors), *rest) for route, handler, *rest in patterns]


def _guarded(route: str, handler: type[RequestHandler], doors: Doors) -> type[RequestHandler]:
    inner = handler.guarded if issubclass(handler, GuardedHandler) else handler
    kind = next((kind for start, kind in _ROUTES.items() if route.startswith(start)), Kind.PAGE)
    facts = {"doors": doors, "guarded": inner, "kind": kind}
    make: Callable[..., type[RequestHandler]] = type
    return make(inner.__name__, (GuardedHandler, inner), facts)


def is_from_here(handler: RequestHandler) -> bool:
    """Return whether a request comes from this machine: who connects, and whom a proxy speaks for.

    With ``--use-xheaders`` a header names the client: a proxy on this machine must not open local mode
    to the world, and a client from elsewhere must not name this machine.
    """
    request: Any = handler.request
    peer: Any = getattr(getattr(request.connection, "context", None), "address", None)
    return bool(peer) and _is_loopback(str(peer[0])) and _is_loopback(str(request.remote_ip))


def has_login(handler: RequestHandler) -> bool:
    """Return whether the server has a login that all its handlers ask for."""
    provider = getattr(handler.application, "auth_provider", None)
    return provider is not None and not (provider.get_user is None and provider.get_user_async is None)


def _is_loopback(address: str) -> bool:
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return False
    mapped = found.ipv4_mapped if isinstance(found, ipaddress.IPv6Address) else None
    return (mapped or found).is_loopback
