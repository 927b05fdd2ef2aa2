"""The HTTP side: one recording as ``audio.wav``, ``peaks`` and ``pcm``.

=========================  ==================================================================
``audio.wav``              the virtual WAV file; a single ``Range`` is honoured, several are
                           answered with the whole file, an impossible one with 416
``peaks?bin=256|4096``     int8, C order, ``[bins][2][2]``: bin, speaker, (lowest, highest)
``peaks/growing?first=N``  the bins of 4096 from bin N on as far as they are built; starts the build and
                           waits a moment for it; ``X-Samples-Built`` of ``X-Samples`` are read
``peaks/sketch``           the same form, from a few samples of every ``X-Samples-Per-Bin``: preliminary
``pcm?start=S&stop=S``     int16, little-endian, speakers interleaved; cut at the end of the
                           recording; at most 2,000,000 samples at a time
=========================  ==================================================================

All of them: ``GET`` and ``HEAD``; 404 for an unknown key, which is looked up and never part of a
path; 403 without the login that the page itself asks for; 410 if a file has changed since it was
opened, so that the page has to be opened anew; 400 for a parameter out of range; 500 with a short
text, and the whole story in the log, if a recording cannot be read. A strong ``ETag`` made of the key
(Tornado's own would read and hash every byte) answers ``If-None-Match``.
"""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Callable
from typing import Any, ClassVar

from tornado.iostream import StreamClosedError
from tornado.web import HTTPError, RequestHandler

from viewer.errors import InvalidDataError
from viewer.media import virtual_wav
from viewer.media.byte_ranges import ByteRange, UnsatisfiableRangeError, parse_range
from viewer.media.library import Library
from viewer.media.login import current_user
from viewer.media.peak_files import LAYOUT
from viewer.media.peak_store import LEVELS
from viewer.media.sketches import sketch
from viewer.media.sources import BYTES_PER_FRAME, AudioSource, read_frames
from viewer.signals.peaks import COARSE_SAMPLES_PER_BIN, bin_count

CHUNK_BYTES = 1 << 18
"""Bytes read and sent at a time: a multiple of a frame, so that chunks end between frames."""
MAX_PCM_SAMPLES = 2_000_000
_PEAK_BYTES_PER_BIN = 4
_TEXTS = {
    400: "A parameter is missing or out of range.",
    403: "Please log in.",
    404: "There is no such recording.",
    410: "The recording has changed since it was opened.",
    416: "There are no such bytes.",
    500: "The recording could not be read; the server's log says why.",
}

PATIENCE_S = 0.15
"""How long a request for peaks under way waits for the whole."""
SKETCH_BUDGET_S = 0.3

log = logging.getLogger(__name__)
ReadBytes = Callable[[int, int], bytes]


class MediaHandler(RequestHandler):
    """What the three handlers have in common; `viewer.media.routes` gives each its library."""

    library: ClassVar[Library]

    def initialize(self, application_context: object = None, bokeh_websocket_path: str = "/ws") -> None:
        """Take what Bokeh passes to every handler of an app."""
        del application_context
        self._page_path = bokeh_websocket_path.removesuffix("/ws") or "/"
        self._is_gone = False

    def set_default_headers(self) -> None:
        """Keep other origins and shared caches out, on errors too."""
        self.set_header("Cache-Control", "private, no-cache")
        self.set_header("Cross-Origin-Resource-Policy", "same-origin")
        self.set_header("X-Content-Type-Options", "nosniff")

    async def prepare(self) -> None:
        """Ask for the login of the page."""
        self.current_user = await current_user(self, page_path=self._page_path)
        if not self.current_user:
            raise HTTPError(403)

    async def get(self, key: str) -> None:
        """Answer with the recording of that key."""
        source = await self._found(key)
        try:
            await self.answer(source)
        except InvalidDataError:
            # A file can change between the look at it and the reading, too.
            await self._found(key)
            raise

    head = get

    async def _found(self, key: str) -> AudioSource:
        """Return the recording; 404 if there is none, 410 if its file is another by now."""
        try:
            source = await self.library.find(key)
        except InvalidDataError as error:
            log.warning("%s", error)
            raise HTTPError(410) from error
        if source is None:
            raise HTTPError(404)
        return source

    async def answer(self, source: AudioSource) -> None:
        """Answer with a recording."""
        raise NotImplementedError

    def compute_etag(self) -> None:
        """Return nothing: `is_known` has set the header without reading the content."""

    def on_connection_close(self) -> None:
        """Remember that nobody listens any more."""
        self._is_gone = True

    def write_error(self, status_code: int, **_kwargs: Any) -> None:
        """Answer with one short line: the log has the rest."""
        self.set_header("Content-Type", "text/plain; charset=utf-8")
        self.finish(_TEXTS.get(status_code, self._reason) + "\n")

    def is_known(self, source: AudioSource, *form: object) -> bool:
        """Set the entity tag of one form of a recording; answer 304 if the client has it."""
        name = "|".join(map(str, (source.key, source.sample_rate, source.samples, *form)))
        self.set_header("Etag", f'"{hashlib.sha256(name.encode()).hexdigest()[:32]}"')
        if self.check_etag_header():
            self.set_status(304)
            return True
        return False

    async def send(
        self, source: AudioSource, length: int, read: ReadBytes, part: ByteRange | None = None
    ) -> None:
        """Send a resource of ``length`` bytes, or a part of it, at the pace of the client.

        ``read(first, last)`` returns bytes, both ends included; it runs in a thread.
        """
        first, last = (part.first, part.last) if part else (0, length - 1)
        self.set_header("Content-Length", last + 1 - first)
        if self.request.method == "HEAD":
            return
        while first <= last and not self._is_gone:
            end = min(first | (CHUNK_BYTES - 1), last)
            self.write(await self.library.read(source, read, first, end))
            first = end + 1
            try:
                await self.flush()
            except StreamClosedError:
                return


class AudioHandler(MediaHandler):
    """``audio.wav``: the whole recording, or a range of its bytes."""

    async def answer(self, source: AudioSource) -> None:
        """Send the bytes that are asked for."""
        length = virtual_wav.total_bytes(source)
        self.set_header("Accept-Ranges", "bytes")
        self.set_header("Content-Type", "audio/wav")
        if self.is_known(source, "wav"):
            return
        try:
            part = parse_range(self._range_text(), length)
        except UnsatisfiableRangeError:
            self.set_header("Content-Range", f"bytes */{length}")
            self.set_status(416)
            self.write_error(416)
            return
        if part:
            self.set_status(206)
            self.set_header("Content-Range", f"bytes {part.first}-{part.last}/{length}")
        await self.send(source, length, lambda a, b: virtual_wav.read_bytes(source, a, b), part)

    def _range_text(self) -> str | None:
        """Return the range, unless the method knows none or the client has another version."""
        condition = self.request.headers.get("If-Range")
        is_same = condition is None or condition == self._headers["Etag"]
        return self.request.headers.get("Range") if self._is_get and is_same else None

    @property
    def _is_get(self) -> bool:
        return self.request.method == "GET"


class PeaksHandler(MediaHandler):
    """``peaks``: lowest and highest sample of every bin."""

    async def answer(self, source: AudioSource) -> None:
        """Send one level."""
        samples_per_bin = self._level()
        self.set_header("Content-Type", "application/octet-stream")
        self.set_header("X-Samples-Per-Bin", samples_per_bin)
        if self.is_known(source, LAYOUT.decode(), samples_per_bin):
            return
        length = bin_count(source.samples, samples_per_bin=samples_per_bin) * _PEAK_BYTES_PER_BIN
        if self.request.method == "HEAD":
            self.set_header("Content-Length", length)
            return
        content = (await self.library.peaks(source)).level(samples_per_bin).tobytes()
        await self.send(source, length, lambda first, last: content[first : last + 1])

    def _level(self) -> int:
        text = self.get_query_argument("bin", str(LEVELS[0]))
        levels = {str(level): level for level in LEVELS}
        if text not in levels:
            raise HTTPError(400)
        return levels[text]


class GrowingHandler(MediaHandler):
    """``peaks/growing``: the coarse bins while they are built."""

    async def answer(self, source: AudioSource) -> None:
        """Send what is built from one bin on."""
        first = whole_number(self, "first")
        self.set_header("Cache-Control", "no-store")
        self.set_header("Content-Type", "application/octet-stream")
        self.set_header("X-Samples-Per-Bin", COARSE_SAMPLES_PER_BIN)
        self.set_header("X-Samples", source.samples)
        if self.request.method == "HEAD":
            return
        found, built = await self.library.growing(source, first, patience_s=PATIENCE_S)
        self.set_header("X-Samples-Built", built)
        self.write(found.tobytes())


class SketchHandler(MediaHandler):
    """``peaks/sketch``: the whole recording from a few of its samples."""

    async def answer(self, source: AudioSource) -> None:
        """Send a sketch."""
        self.set_header("Cache-Control", "no-store")
        self.set_header("Content-Type", "application/octet-stream")
        if self.request.method == "HEAD":
            return
        found, samples_per_bin = await self.library.read(source, sketch, source, budget_s=SKETCH_BUDGET_S)
        self.set_header("X-Samples-Per-Bin", samples_per_bin)
        self.write(found.tobytes())


class PcmHandler(MediaHandler):
    """``pcm``: samples of a stretch of the recording."""

    async def answer(self, source: AudioSource) -> None:
        """Send the samples that are asked for and exist."""
        start, stop = whole_number(self, "start"), whole_number(self, "stop")
        if stop < start or stop - start > MAX_PCM_SAMPLES:
            raise HTTPError(400)
        start, stop = min(start, source.samples), min(stop, source.samples)
        self.set_header("Content-Type", "application/octet-stream")
        self.set_header("X-Sample-Rate", source.sample_rate)
        if self.is_known(source, "pcm", start, stop):
            return

        def read(first: int, last: int) -> bytes:
            # Chunks begin and end between frames.
            first, last = first // BYTES_PER_FRAME, (last + 1) // BYTES_PER_FRAME
            return read_frames(source, start + first, start + last).tobytes()

        await self.send(source, (stop - start) * BYTES_PER_FRAME, read)


def whole_number(handler: RequestHandler, name: str) -> int:
    """Return a number from the query; nothing but ASCII digits is one."""
    text = handler.get_query_argument(name, "")
    if not (text.isascii() and text.isdigit() and len(text) <= 15):
        raise HTTPError(400)
    return int(text)
