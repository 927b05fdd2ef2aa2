"""Where the handlers hang: below every app of a Bokeh server."""

from __future__ import annotations

from typing import Any, TypeVar

from tornado.web import RequestHandler

from viewer.media.clip_wav import ClipHandler
from viewer.media.handlers import (
    AudioHandler,
    GrowingHandler,
    MediaHandler,
    PcmHandler,
    PeaksHandler,
    SketchHandler,
)
from viewer.media.library import Library
from viewer.media.signal_handlers import SignalsHandler, TileHandler
from viewer.media.sources import FindSource

Route = tuple[str, type[RequestHandler]]
RouteWithContext = tuple[str, type[RequestHandler], dict[str, Any]]
Handler = TypeVar("Handler", bound=MediaHandler)


def routes(library: Library) -> list[Route]:
    """Return the routes, relative to an app, answering from a library."""
    return [
        (r"/media/([^/]+)/audio\.wav", _bound(AudioHandler, library)),
        (r"/media/([^/]+)/peaks", _bound(PeaksHandler, library)),
        (r"/media/([^/]+)/peaks/growing", _bound(GrowingHandler, library)),
        (r"/media/([^/]+)/peaks/sketch", _bound(SketchHandler, library)),
        (r"/media/([^/]+)/pcm", _bound(PcmHandler, library)),
        (r"/media/([^/]+)/signals", _bound(SignalsHandler, library)),
        (r"/media/([^/]+)/signals/tile", _bound(TileHandler, library)),
        (r"/media/([^/]+)/clip\.wav", _bound(ClipHandler, library)),
    ]


def install(patterns: list[Route | RouteWithContext], *, find_source: FindSource) -> None:
    """Add the routes to a list of patterns, in place; a second call replaces the first one's.

    Parameters
    ----------
    patterns
        ``bokeh.server.urls.per_app_patterns``: Bokeh reads it when it builds its server, and drops
        any third element, which is why the handlers carry their library as a class attribute.
    find_source
        Looks a recording up by key.
    """
    ours = routes(Library(find_source))
    names = {name for name, _ in ours}
    patterns[:] = [*(pattern for pattern in patterns if pattern[0] not in names), *ours]


def _bound(handler: type[Handler], library: Library) -> type[Handler]:
    """Return a subclass of a handler that answers from a library."""
    return type(handler.__name__, (handler,), {"library": library})
