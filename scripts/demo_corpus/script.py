"""The script of a dialogue: what is said, by whom, under which label, and where it starts.

A script is a YAML file of ``dialogues/``; ``README.md`` explains its keys with examples. Unknown
keys, labels and line ids are refused with their place.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

import yaml

from viewer.errors import SettingsError

TURN_LABELS = ("Normal Turn", "Strong Floor Hold", "Bounded Response", "Filler", "Overlap")
INTERRUPTION_LABELS = (
    "Floor-taking Competitive Interruption",
    "Floor-taking Cooperative Interruption",
)
OTHER_LABELS = (
    "Non-floor Taking Competitive Interruption",
    "Non-floor Taking Cooperative Interruption",
    "Acknowledgement Backchannel",
    "Continuer Backchannel",
    "Reaction Backchannel",
    "Non-Speech Noise",
    "Channel Bleed",
    "Speech, Non-Linguistic",
    "Laughter",
    "Awkward Silence",
)
LABELS = TURN_LABELS + INTERRUPTION_LABELS + OTHER_LABELS
FLOOR_LABELS = frozenset(TURN_LABELS + INTERRUPTION_LABELS)


@dataclass(frozen=True, kw_only=True)
class Line:
    """One labelled segment of the script.

    Parameters
    ----------
    id, who
        Its name within the dialogue; the speaker, 1 or 2.
    say, phonemes, sound, silence, bleed_of
        What is heard, exactly one of them: words, phonemes, a noise of ``sounds.py``, nothing for
        so many seconds, or another line as it leaks into this channel.
    gap, after
        Start: seconds after the end of line ``after`` (default: the last floor-holding line).
    over, at
        Start, instead: inside line ``over``, at this share of its full length.
    cut
        Seconds after this line's start at which line ``over`` has faded out.
    write
        The transcript, where it is not ``say``.
    level_db, trail_db, speed, muffled
        Level against the speaker's, level at the end of a trailing last second, tempo, and whether
        it is spoken away from the microphone.
    """

    id: str
    who: int
    label: str = "Normal Turn"
    say: str | None = None
    phonemes: str | None = None
    sound: str | None = None
    silence: float | None = None
    bleed_of: str | None = None
    gap: float | None = None
    after: str | None = None
    over: str | None = None
    at: float | None = None
    cut: float | None = None
    write: str | None = None
    level_db: float = 0.0
    trail_db: float = 0.0
    speed: float = 1.0
    muffled: bool = False


@dataclass(frozen=True, kw_only=True)
class Speaker:
    """A voice and its loudness: active speech level in dB of full scale."""

    actor_id: str
    gender: str
    voice: str
    level_db: float


@dataclass(frozen=True, kw_only=True)
class Script:
    """A whole dialogue; ``bleed_db`` and ``room_tone_db`` are per channel (1, 2)."""

    conversation_id: str
    split: str
    title: str
    conversation_type: str
    seed: int
    annotators_seed: int
    bleed_db: tuple[float, float]
    room_tone_db: tuple[float, float]
    speakers: Mapping[int, Speaker]
    lines: tuple[Line, ...]
    pronounce: Mapping[str, str] = field(default_factory=dict)

    def metadata(self) -> dict[str, str]:
        """Return the content of the dialogue's ``metadata.json``."""
        one, two = self.speakers[1], self.speakers[2]
        return {
            "title": self.title,
            "conversation_type": self.conversation_type,
            "speaker_1_actor_id": one.actor_id,
            "speaker_2_actor_id": two.actor_id,
            "speaker_1_actor_gender": one.gender,
            "speaker_2_actor_gender": two.gender,
        }


def read_scripts(folder: Path) -> tuple[Script, ...]:
    """Read every dialogue of a folder, by file name."""
    return tuple(read_script(path) for path in sorted(folder.glob("*.yaml")))


def read_script(path: Path) -> Script:
    """Read and check one dialogue.

    Raises
    ------
    SettingsError
        A key, a label or a reference to a line is unknown, or a line is placed or filled twice.
    """
    document = yaml.safe_load(path.read_text(encoding="utf-8"))
    _expect_keys(document, Script, where=path.name)
    lines = tuple(_line(entry, where=path.name) for entry in document["lines"])
    _check_lines(lines, where=path.name)
    speakers = {number: Speaker(**entry) for number, entry in document["speakers"].items()}
    pairs = {key: tuple(document[key]) for key in ("bleed_db", "room_tone_db")}
    return Script(**{**document, **pairs, "lines": lines, "speakers": speakers})


def _line(entry: Mapping[str, Any], *, where: str) -> Line:
    place = f"{where}, line {entry.get('id', '?')}"
    _expect_keys(entry, Line, where=place)
    line = Line(**entry)
    contents = (line.say, line.phonemes, line.sound, line.silence, line.bleed_of)
    if sum(content is not None for content in contents) != 1:
        raise SettingsError(
            f"{place}: expected one of say, phonemes, sound, silence, bleed_of, found {contents}"
        )
    if line.label not in LABELS or line.who not in (1, 2):
        raise SettingsError(f"{place}: expected a known label and speaker, found {line.label}, {line.who}")
    if (line.over is None) == (line.gap is None and line.bleed_of is None):
        raise SettingsError(f"{place}: expected either gap or over, found both or none")
    return line


def _check_lines(lines: tuple[Line, ...], *, where: str) -> None:
    seen: set[str] = set()
    for line in lines:
        unknown = {line.after, line.over, line.bleed_of} - {None} - seen
        if unknown or line.id in seen:
            raise SettingsError(
                f"{where}, line {line.id}: expected a new id and earlier lines as references, "
                f"found {sorted(unknown, key=str) or line.id} (is the order right?)"
            )
        seen.add(line.id)


def _expect_keys(entry: Mapping[str, Any], kind: Any, *, where: str) -> None:
    unknown = set(entry) - {item.name for item in fields(kind)}
    if unknown:
        raise SettingsError(f"{where}: expected known keys, found {sorted(unknown)} (a typing slip?)")
