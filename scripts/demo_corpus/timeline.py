r"""From script to clock: every line's samples, start and end, and the exact truth per speaker.

::

    line A   |=========================\___          A fades out `cut` s after B began
    line B                         |==============|
    truth    A [start ............. end_A]
             B                    [start ... end_B]
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np

from scripts.demo_corpus.phonemes import Pronouncer
from scripts.demo_corpus.script import FLOOR_LABELS, Line, Script, Speaker
from scripts.demo_corpus.sounds import SOUNDS, low_passed
from scripts.demo_corpus.voices import SAMPLE_RATE_HZ, Audio, VoiceModel, trimmed

_INNER_PAUSE = re.compile(r"\((\d+(?:\.\d+)?)\)")
_FADE_S = 0.14
_TRAIL_S = 1.2
_TAIL_S = 1.5
_ROOM_CUTOFF_HZ = 1100.0


@dataclass(frozen=True, kw_only=True)
class Truth:
    """One true segment; ``breaks`` are the pauses inside it, as (start_s, end_s, words before)."""

    start_s: float
    end_s: float
    label: str
    text: str
    breaks: tuple[tuple[float, float, int], ...] = ()


@dataclass(frozen=True, kw_only=True)
class Placed:
    """A line on the clock; ``audio`` is as long as the line, after any cut."""

    line: Line
    start: int
    audio: Audio
    full_samples: int
    breaks: tuple[tuple[int, int, int], ...] = ()

    @property
    def end(self) -> int:
        """First sample after the line."""
        return self.start + len(self.audio)

    def truth(self) -> Truth:
        """Return the segment that a perfect annotator would write."""
        heard = [item for item in self.breaks if item[1] < len(self.audio)]
        return Truth(
            start_s=self.start / SAMPLE_RATE_HZ,
            end_s=self.end / SAMPLE_RATE_HZ,
            label=self.line.label,
            text=self._text(),
            breaks=tuple((self._seconds(begin), self._seconds(end), words) for begin, end, words in heard),
        )

    def _seconds(self, offset: int) -> float:
        return (self.start + offset) / SAMPLE_RATE_HZ

    def _text(self) -> str:
        if self.line.write is not None:
            return self.line.write
        words = _INNER_PAUSE.sub(" ", self.line.say or "").split()
        if len(self.audio) == self.full_samples:
            return " ".join(words)
        # A cut line keeps as many words as its share of the time, the last one broken off.
        kept = max(1, round(len(words) * len(self.audio) / self.full_samples))
        return " ".join(words[:kept]).rstrip(",.?!") + "-"


@dataclass(frozen=True, kw_only=True)
class Timeline:
    """All lines of a dialogue on its clock."""

    placed: tuple[Placed, ...]
    samples: int

    def of_speaker(self, speaker: int) -> tuple[Placed, ...]:
        """Return a speaker's lines by start."""
        own = (item for item in self.placed if item.line.who == speaker)
        return tuple(sorted(own, key=lambda item: item.start))

    def truth(self, speaker: int) -> tuple[Truth, ...]:
        """Return a speaker's true segments by start."""
        return tuple(item.truth() for item in self.of_speaker(speaker))


def build_timeline(script: Script, *, model: VoiceModel, lexicon: dict[str, str]) -> Timeline:
    """Speak every line and place it, in the script's order."""
    pronouncer = Pronouncer(lexicon=lexicon, special=script.pronounce)
    rng = np.random.default_rng(script.seed)
    placed: dict[str, Placed] = {}
    floor: Placed | None = None
    for line in script.lines:
        spoken = _render(line, script=script, model=model, pronouncer=pronouncer, rng=rng)
        spoken = replace(spoken, start=_start(line, placed=placed, floor=floor))
        if line.bleed_of is not None:
            source = placed[line.bleed_of]
            spoken = replace(spoken, start=source.start, audio=_bled(line, source))
        if line.over is not None and line.cut is not None:
            placed[line.over] = _cut(placed[line.over], at=spoken.start + _samples(line.cut))
        placed[line.id] = spoken
        if line.label in FLOOR_LABELS:
            floor = spoken
    return Timeline(placed=tuple(placed.values()), samples=_length(placed.values()))


def _start(line: Line, *, placed: dict[str, Placed], floor: Placed | None) -> int:
    if line.over is not None:
        target = placed[line.over]
        return target.start + round((line.at or 0.0) * target.full_samples)
    before = placed[line.after] if line.after else floor
    return (before.end if before else 0) + _samples(line.gap or 0.0)


def _render(
    line: Line,
    *,
    script: Script,
    model: VoiceModel,
    pronouncer: Pronouncer,
    rng: np.random.Generator,
) -> Placed:
    speaker = script.speakers[line.who]
    breaks: tuple[tuple[int, int, int], ...] = ()
    if line.say is not None:
        audio, breaks = _speech(line, speaker=speaker, model=model, pronouncer=pronouncer)
    elif line.phonemes is not None:
        audio = model.speak(line.phonemes, voice=speaker.voice, speed=line.speed)
    elif line.sound is not None:
        audio = trimmed(SOUNDS[line.sound](rng))
    else:
        audio = np.zeros(_samples(line.silence or 0.0))
    audio = _levelled(audio, line=line, speaker=speaker)
    return Placed(line=line, start=0, audio=audio, full_samples=len(audio), breaks=breaks)


def _speech(
    line: Line, *, speaker: Speaker, model: VoiceModel, pronouncer: Pronouncer
) -> tuple[Audio, tuple[tuple[int, int, int], ...]]:
    """Speak the phrases between the inner pauses and join them with those pauses."""
    parts: list[Audio] = []
    breaks: list[tuple[int, int, int]] = []
    words = position = 0
    for index, piece in enumerate(_INNER_PAUSE.split(line.say or "")):
        if index % 2:
            chunk = np.zeros(_samples(float(piece)))
            breaks.append((position, position + len(chunk), words))
        else:
            phonemes = pronouncer.phonemes(piece)
            chunk = model.speak(phonemes, voice=speaker.voice, speed=line.speed)
            words += len(piece.split())
        parts.append(chunk)
        position += len(chunk)
    return np.concatenate(parts), tuple(breaks)


def _levelled(audio: Audio, *, line: Line, speaker: Speaker) -> Audio:
    active = audio[np.abs(audio) > 0]
    if not active.size:
        return audio
    if line.muffled:
        audio = low_passed(audio, cutoff_hz=_ROOM_CUTOFF_HZ)
    target = 10 ** ((speaker.level_db + line.level_db) / 20)
    audio = audio * target / np.sqrt(np.sum(audio**2) / active.size)
    trail = min(_samples(_TRAIL_S), len(audio))
    audio[len(audio) - trail :] *= 10 ** (np.linspace(0.0, line.trail_db, trail) / 20)
    return audio


def _cut(placed: Placed, *, at: int) -> Placed:
    """Fade a line out so that it is silent from sample ``at`` on."""
    kept = min(at - placed.start, len(placed.audio))
    audio = placed.audio[:kept].copy()
    fade = min(_samples(_FADE_S), kept)
    audio[kept - fade :] *= np.cos(np.linspace(0.0, np.pi / 2, fade)) ** 2
    return replace(placed, audio=audio)


def _bled(line: Line, source: Placed) -> Audio:
    """Return another line as it leaks into this channel."""
    quiet = np.asarray(source.audio * 10 ** (line.level_db / 20))
    return low_passed(quiet, cutoff_hz=3 * _ROOM_CUTOFF_HZ)


def _length(placed: Iterable[Placed]) -> int:
    return max(item.end for item in placed) + _samples(_TAIL_S)


def _samples(duration_s: float) -> int:
    return round(duration_s * SAMPLE_RATE_HZ)
