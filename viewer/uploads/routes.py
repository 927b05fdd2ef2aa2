"""Where a file comes in, in chunks: the websocket takes about 20 MB at once, a file may have 200.

``PUT upload/SESSION/UPLOAD?offset=N`` adds a chunk and answers ``{"received": bytes}``. SESSION is a key
that only the session's own page was told, UPLOAD what it was told of this file: any other is 404, whether it
never was or is another's. A chunk that does not follow on changes nothing (409, with what is there); one
that is too long is 413; 403 without the login that the page itself asks for.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, ClassVar

from tornado.web import HTTPError, RequestHandler, stream_request_body

from viewer.errors import UploadError
from viewer.media.login import current_user
from viewer.uploads.limits import CHUNK_BYTES
from viewer.uploads.spool import SessionFolder, Spool

PATTERN = r"/upload/([A-Za-z0-9_-]{1,64})/([0-9a-f]{1,64})"
_MOST_DIGITS = 12
_TEXTS = {
    400: "A parameter is missing or out of range.",
    403: "Please log in.",
    404: "There is no such upload.",
    409: "Another chunk is expected.",
    413: "The chunk is too long.",
}


@stream_request_body
class UploadHandler(RequestHandler):
    """Takes the chunks of one file."""

    find_spool: ClassVar[Callable[[], Spool]]

    def initialize(self, application_context: object = None, bokeh_websocket_path: str = "/ws") -> None:
        """Take what Bokeh passes to every handler of an app."""
        del application_context
        self._page_path = bokeh_websocket_path.removesuffix("/ws") or "/"
        self._chunk = bytearray()

    def set_default_headers(self) -> None:
        """Keep other origins and caches out, on errors too."""
        self.set_header("Cache-Control", "no-store")
        self.set_header("Cross-Origin-Resource-Policy", "same-origin")
        self.set_header("X-Content-Type-Options", "nosniff")

    def check_xsrf_cookie(self) -> None:
        """Ask for no cookie: the key in the address is known to the session's own page alone."""

    async def prepare(self) -> None:
        """Refuse before the bytes come what will not be taken."""
        self.current_user = await current_user(self, page_path=self._page_path)
        if not self.current_user:
            raise HTTPError(403)
        if self.request.method != "PUT":
            raise HTTPError(405)
        if int(self.request.headers.get("Content-Length") or 0) > CHUNK_BYTES:
            raise HTTPError(413)
        self._folder = await self._found(self.path_args[0])

    def data_received(self, chunk: bytes) -> None:
        """Collect the chunk; it is written in a thread, not on the event loop."""
        if len(self._chunk) + len(chunk) > CHUNK_BYTES:
            raise HTTPError(413)
        self._chunk += chunk

    async def put(self, key: str, upload: str) -> None:
        """Add the chunk."""
        del key
        text = self.get_query_argument("offset", "")
        if not (text.isascii() and text.isdigit() and len(text) <= _MOST_DIGITS):
            raise HTTPError(400)
        offset, data = int(text), bytes(self._chunk)
        try:
            received = await asyncio.to_thread(self._folder.append, upload, offset, data)
        except UploadError as error:
            raise HTTPError(404) from error
        if received != offset + len(data):
            self.set_status(409)
        self.write({"received": received})

    def write_error(self, status_code: int, **_kwargs: Any) -> None:
        """Answer with one short line."""
        self.set_header("Content-Type", "text/plain; charset=utf-8")
        self.finish(_TEXTS.get(status_code, self._reason) + "\n")

    async def _found(self, key: str) -> SessionFolder:
        folder = await asyncio.to_thread(type(self).find_spool().find, key)
        if folder is None:
            raise HTTPError(404)
        return folder


def install(patterns: list[Any], *, find_spool: Callable[[], Spool]) -> None:
    """Add the route to Bokeh's list of patterns, in place; a second call replaces the first one's.

    Parameters
    ----------
    patterns
        ``bokeh.server.urls.per_app_patterns``.
    find_spool
        Where files lie; asked for with the first of them.
    """
    handler = type("UploadHandler", (UploadHandler,), {"find_spool": staticmethod(find_spool)})
    patterns[:] = [*(pattern for pattern in patterns if pattern[0] != PATTERN), (PATTERN, handler)]
