"""The sound of a conversation: two channels on one clock, read anywhere to the exact sample."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field
from hashlib import sha256

import numpy as np
import numpy.typing as npt
import soundfile

from viewer.errors import InvalidDataError
from viewer.loaders.audio_headers import AudioFault, AudioHeader
from viewer.loaders.audio_places import (
    AudioPlace,
    FileFacts,
    facts_now,
    open_sound,
    require_unchanged,
    undecodable,
)
from viewer.loaders.pcm_cache import mapped_pcm
from viewer.loaders.problems import Report, error, seconds
from viewer.loaders.tracks import MAX_SECONDS

Pcm = npt.NDArray[np.int16]

_KEPT_OPEN = 4
_FULL_SCALE = 32768
_KEY_CHARACTERS = 32
_STEREO = 2


@dataclass(frozen=True)
class AudioSource:
    """Both channels of one conversation, described but not open.

    Parameters
    ----------
    key
        Hex digest of what the sound is: of files their size, time of change and some of their bytes,
        of embedded sound all bytes. The same wherever the corpus lies; shows no path and no id.
    sample_rate
        Samples per second, Hz.
    samples
        Length of either channel in samples.
    channels
        One place with two channels (speaker 1 left), or one place with one channel per speaker.
    """

    key: str
    sample_rate: int
    samples: int
    channels: tuple[tuple[AudioPlace, AudioHeader], ...] = field(repr=False)

    @property
    def duration_s(self) -> float:
        """Length in seconds: samples over sample rate, float64."""
        return self.samples / self.sample_rate

    @property
    def has_exact_seek(self) -> bool:
        """Whether a read anywhere costs what it reads; else the first one decodes the whole sound."""
        return all(header.has_exact_seek for _, header in self.channels)

    def require_unchanged(self) -> None:
        """Make sure that the files are those that were described; costs one look at each.

        Raises
        ------
        InvalidDataError
            If one is gone, or of another size or time of change.
        """
        for place, _ in self.channels:
            require_unchanged(place)

    def files_now(self) -> tuple[FileFacts | None, ...]:
        """Return size and time of change of its files as they are now, None for one that is gone."""
        return tuple(_facts_or_none(place) for place, _ in self.channels)

    def read(self, start: int, stop: int) -> Pcm:
        """Return samples ``start`` to ``stop`` (exclusive) of both channels; thread safe.

        Parameters
        ----------
        start, stop
            Sample positions; what lies outside the sound is cut off, as in a slice.

        Returns
        -------
        Pcm
            int16, shape ``(n, 2)``, column 0 speaker 1; equal to the same rows of a decode from
            the first sample to the last. Float samples are scaled by 32768, rounded and clipped;
            what is no number or infinite becomes 0.

        Raises
        ------
        InvalidDataError
            If the audio has changed since it was described, breaks off or cannot be decoded.
        """
        first = min(max(start, 0), self.samples)
        last = min(max(stop, first), self.samples)
        return _opened(self).read(first, last)


def _facts_or_none(place: AudioPlace) -> FileFacts | None:
    try:
        return facts_now(place.file)
    except OSError:
        return None


def build_source(
    channels: Sequence[tuple[AudioPlace, AudioHeader | AudioFault]], report: Report
) -> AudioSource | None:
    """Check the channels of one conversation and describe them, or note what is wrong.

    Parameters
    ----------
    channels
        One stereo place, or the places of speaker 1 and speaker 2.
    report
        Takes the errors: undecodable, wrong number of channels, rates or lengths that differ,
        longer than a week.
    """
    good = [_usable(place, header, len(channels), report) for place, header in channels]
    found = [(place, header) for place, header in good if header is not None]
    if len(found) < len(channels) or not _are_alike([header for _, header in found], found, report):
        return None
    digest = sha256("/".join(place.identity for place, _ in found).encode()).hexdigest()
    header = found[0][1]
    return AudioSource(digest[:_KEY_CHARACTERS], header.sample_rate, header.samples, tuple(found))


def _usable(
    place: AudioPlace, header: AudioHeader | AudioFault, places: int, report: Report
) -> tuple[AudioPlace, AudioHeader | None]:
    if isinstance(header, AudioFault):
        fault = error(place.name, "", header.expected, header.found, header.hint)
        report.problems.append(fault)
        return place, None
    wanted = _STEREO if places == 1 else 1
    if header.channels == wanted:
        return place, header
    expected = "two channels, speaker 1 left" if places == 1 else "one channel per speaker"
    found = "one channel" if header.channels == 1 else f"{header.channels} channels"
    report.problems.append(error(place.name, "", expected, found))
    return place, None


def _are_alike(
    headers: Sequence[AudioHeader],
    channels: Sequence[tuple[AudioPlace, AudioHeader]],
    report: Report,
) -> bool:
    first, last = headers[0], headers[-1]
    name = channels[-1][0].name
    if first.sample_rate != last.sample_rate:
        expected = f"{first.sample_rate} Hz as in speaker 1's channel"
        report.problems.append(error(name, "", expected, f"{last.sample_rate} Hz"))
    elif first.samples != last.samples:
        expected = f"{first.samples} samples as in speaker 1's channel"
        report.problems.append(error(name, "", expected, f"{last.samples}"))
    elif first.duration_s > MAX_SECONDS:
        expected = f"a week at most, {seconds(MAX_SECONDS)}"
        report.problems.append(error(name, "", expected, seconds(first.duration_s)))
        return False
    return (first.sample_rate, first.samples) == (last.sample_rate, last.samples)


class _Channel:
    """One open place: a decoder whose seek is exact, or a map of decoded samples."""

    def __init__(self, place: AudioPlace, header: AudioHeader) -> None:
        self._place = place
        self._is_float = header.is_float
        self._file = open_sound(place, header) if header.has_exact_seek else None
        self._mapped = None if header.has_exact_seek else mapped_pcm(place, header)

    def close(self) -> None:
        if self._file is not None:
            self._file.close()

    def read(self, start: int, stop: int) -> Pcm:
        if self._mapped is not None:
            return np.array(self._mapped[start:stop])
        found = self._decode(start, stop) if stop > start else np.empty((0, 1), np.int16)
        if len(found) < stop - start:
            wanted = f"{stop} samples"
            raise InvalidDataError([error(self._place.name, "", wanted, f"{start + len(found)}")])
        return found

    def _decode(self, start: int, stop: int) -> Pcm:
        file = self._file
        if file is None:  # pragma: no cover - a channel is either mapped or open
            return np.empty((0, 1), np.int16)
        try:
            file.seek(start)
            if not self._is_float:
                return np.asarray(file.read(stop - start, dtype="int16", always_2d=True))
            values = file.read(stop - start, dtype="float64", always_2d=True)
        except soundfile.LibsndfileError as problem:
            raise undecodable(self._place, problem) from problem
        return to_int16(values)


def to_int16(values: npt.NDArray[np.float64]) -> Pcm:
    """Scale floats of full scale 1.0 to int16: times 32768, rounded, clipped; not finite is 0."""
    finite = np.clip(np.nan_to_num(values, nan=0.0, posinf=0.0, neginf=0.0), -1.0, 1.0)
    scaled = np.rint(finite * _FULL_SCALE)
    return np.clip(scaled, -_FULL_SCALE, _FULL_SCALE - 1).astype(np.int16)


class _OpenAudio:
    """The open channels of one source; one reader at a time."""

    def __init__(self, source: AudioSource) -> None:
        self._lock = threading.Lock()
        self._source = source
        self._channels: list[_Channel] | None = None

    def read(self, start: int, stop: int) -> Pcm:
        with self._lock:
            try:
                self._source.require_unchanged()
                if self._channels is None:
                    self._channels = [_Channel(*channel) for channel in self._source.channels]
                parts = [channel.read(start, stop) for channel in self._channels]
            except InvalidDataError:
                self._close()  # a decoder that has failed once fails again: the next read begins anew
                raise
        if stop == start:
            return np.empty((0, _STEREO), np.int16)
        return parts[0] if len(parts) == 1 else np.hstack(parts)

    def _close(self) -> None:
        for channel in self._channels or ():
            channel.close()
        self._channels = None


_open: OrderedDict[AudioSource, _OpenAudio] = OrderedDict()
_open_lock = threading.Lock()


def _opened(source: AudioSource) -> _OpenAudio:
    """Return the open channels of a source, keeping the few most recently used."""
    with _open_lock:
        if source not in _open:
            _open[source] = _OpenAudio(source)
        _open.move_to_end(source)
        while len(_open) > _KEPT_OPEN:
            _open.popitem(last=False)
        return _open[source]
