"""``clip.wav?start=S&stop=S``: a stretch of a recording as a WAV file of its own, sample for sample."""

from __future__ import annotations

from dataclasses import dataclass

from tornado.web import HTTPError

from viewer.media import virtual_wav
from viewer.media.handlers import MediaHandler, whole_number
from viewer.media.sources import AudioSource, PcmArray


@dataclass(frozen=True)
class Stretch:
    """Samples ``start`` to ``stop`` of a recording, as a recording."""

    whole: AudioSource
    start: int
    stop: int

    @property
    def key(self) -> str:
        """Its name: that of the whole."""
        return self.whole.key

    @property
    def sample_rate(self) -> int:
        """Samples per second and channel."""
        return self.whole.sample_rate

    @property
    def samples(self) -> int:
        """Samples per channel."""
        return self.stop - self.start

    @property
    def has_exact_seek(self) -> bool:
        """As the whole."""
        return self.whole.has_exact_seek

    def require_unchanged(self) -> None:
        """Raise InvalidDataError if the files of the whole are no longer those that were described."""
        self.whole.require_unchanged()

    def read(self, start: int, stop: int) -> PcmArray:
        """Return samples of the stretch, counted from its own start."""
        return self.whole.read(self.start + start, self.start + stop)


class ClipHandler(MediaHandler):
    """``clip.wav``: both channels as recorded, whoever is muted on the page."""

    async def answer(self, source: AudioSource) -> None:
        """Send the stretch that is asked for; it is cut at the end of the recording."""
        start, stop = (min(whole_number(self, name), source.samples) for name in ("start", "stop"))
        if stop <= start:
            raise HTTPError(400)
        stretch = Stretch(source, start, stop)
        self.set_header("Content-Type", "audio/wav")
        if self.is_known(source, "clip", start, stop):
            return
        length = virtual_wav.total_bytes(stretch)
        await self.send(stretch, length, lambda first, last: virtual_wav.read_bytes(stretch, first, last))
