"""The HTTP side of spectrogram, pitch and intensity.

==========================================  ======================================================
``signals``                                 JSON: cells and tiles, bands, codes, as
                                            `viewer.signals.tiles.description` makes it
``signals/tile?kind=K&level=L&tile=N``      one tile, bytes as `viewer.signals.tiles` says;
                                            kinds ``mel``, ``linear``, ``pitch``, ``intensity``
==========================================  ======================================================

Like the other media routes in methods, login, tags and refusals; also 400 for a tile that does not exist and
for a recording of a sample rate below 4 kHz, 503 where too many tiles are waited for. A client that closes
its connection gives its tile up.
"""

from __future__ import annotations

import asyncio

from tornado.web import HTTPError

from viewer.errors import SettingsError
from viewer.media.handlers import MediaHandler
from viewer.media.signal_store import GivenUpError, Ticket
from viewer.media.sources import AudioSource
from viewer.signals.tiles import LAYOUT, Kind

_KINDS = {str(kind): kind for kind in Kind}


class SignalsHandler(MediaHandler):
    """``signals``: what there is to ask for."""

    async def answer(self, source: AudioSource) -> None:
        """Send the description."""
        if self.is_known(source, LAYOUT, "description"):
            return
        try:
            told = await asyncio.wrap_future(self.library.signals.describe(source))
        except SettingsError as error:
            raise HTTPError(400, str(error)) from error
        self.finish(told)


class TileHandler(MediaHandler):
    """``signals/tile``: one tile."""

    _ticket: Ticket | None = None

    async def answer(self, source: AudioSource) -> None:
        """Compute the tile, or take it from memory, and send it."""
        kind = _KINDS.get(self.get_query_argument("kind", ""))
        if kind is None:
            raise HTTPError(400)
        level, number = self.number("level"), self.number("tile")
        self.set_header("Content-Type", "application/octet-stream")
        if self.is_known(source, LAYOUT, kind, level, number):
            return
        content = await self._tile(source, kind, level, number)
        if content is not None:
            await self.send(source, len(content), lambda first, last: content[first : last + 1])

    def on_connection_close(self) -> None:
        """Give the tile up."""
        super().on_connection_close()
        if self._ticket is not None:
            self.library.signals.give_up(self._ticket)

    async def _tile(self, source: AudioSource, kind: Kind, level: int, number: int) -> bytes | None:
        """Return the tile; None if the client has gone."""
        self._ticket = self.library.signals.request(source, kind, level, number)
        try:
            # Others may wait for the same tile: what ends this request must not end theirs.
            return await asyncio.shield(asyncio.wrap_future(self._ticket.future))
        except SettingsError as error:
            raise HTTPError(400, str(error)) from error
        except GivenUpError as error:
            if self._is_gone:
                return None
            raise HTTPError(503, str(error)) from error
        finally:
            self._ticket = None

    def number(self, name: str) -> int:
        """Return a small number from the query; nothing but ASCII digits is one."""
        text = self.get_query_argument(name, "")
        if not (text.isascii() and text.isdigit() and len(text) <= 9):
            raise HTTPError(400)
        return int(text)
