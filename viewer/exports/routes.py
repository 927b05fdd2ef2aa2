"""Where the offline page is asked for: ``export/offline.html`` below the app, with the page's own login."""

from __future__ import annotations

import asyncio
from typing import Any

from tornado.web import HTTPError, RequestHandler

from viewer.exports.offline_page import offline_page
from viewer.media.login import current_user

PATTERN = r"/export/offline\.html"


class OfflinePageHandler(RequestHandler):
    """The offline page without a clip, as a text: it is not to be opened from here."""

    def initialize(self, application_context: object = None, bokeh_websocket_path: str = "/ws") -> None:
        """Take what Bokeh passes to every handler of an app."""
        del application_context
        self._page_path = bokeh_websocket_path.removesuffix("/ws") or "/"

    async def prepare(self) -> None:
        """Ask for the login of the page."""
        self.current_user = await current_user(self, page_path=self._page_path)
        if not self.current_user:
            raise HTTPError(403)

    async def get(self) -> None:
        """Answer with the page; reading the modules must not hold up the sound of others."""
        page = await asyncio.to_thread(offline_page)
        self.set_header("Content-Type", "text/plain; charset=utf-8")
        self.set_header("Cache-Control", "private, no-cache")
        self.set_header("X-Content-Type-Options", "nosniff")
        self.finish(page)


def install(patterns: list[Any]) -> None:
    """Add the route to Bokeh's list of patterns, in place; a second call replaces the first one's."""
    patterns[:] = [*(pattern for pattern in patterns if pattern[0] != PATTERN), (PATTERN, OfflinePageHandler)]
