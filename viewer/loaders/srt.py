"""SubRip subtitles, the raw delivery's annotation format: ``[Label] words`` in each cue.

Two steps. `read_cues` is faithful to the file: numbers as written, times, the text with its lines.
`placed_segments` then takes the label out of the brackets.

Text is UTF-8. A byte order mark and Windows or old Mac line ends mean the same content and are not
mentioned. UTF-16 is read where a byte order mark announces it, with a warning. Anything else is an
error. Cues keep the file's order, whatever their numbers are.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from viewer.dialogue.segments import Segment
from viewer.loaders.problems import Finding, Report, quoted
from viewer.loaders.tracks import PlacedSegment

_TIME = r"(\d+):([0-5]\d):([0-5]\d)([,.])(\d{3})"
_TIMING = re.compile(rf"\s*{_TIME}\s*-->\s*{_TIME}\s*")
_LABEL = re.compile(r"\[([^\]\n]*)\] ?(.*)", re.DOTALL)
_FORM = "hh:mm:ss,mmm --> hh:mm:ss,mmm"
_UTF_16_MARKS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_MS = 1000
_HOUR_DIGITS = 6


@dataclass(frozen=True, slots=True)
class Cue:
    """One cue as it stands in the file.

    Parameters
    ----------
    number
        The number above it as written; empty if there is none.
    start_s, end_s
        Seconds.
    text
        Its lines, joined by a newline.
    line
        Line of the file on which it begins, from 1; 0 if it is not from a file.
    """

    number: str
    start_s: float
    end_s: float
    text: str
    line: int = 0

    @property
    def where(self) -> str:
        """The cue as a problem names it: by its own number, else by its line."""
        return f"cue {self.number}" if self.number else f"line {self.line}"


def read_cues(data: bytes, report: Report) -> list[Cue] | None:
    """Read the cues of a file, or note what is wrong and return None.

    Parameters
    ----------
    data
        The whole file.
    report
        Takes errors (encoding, broken cues: all of them) and warnings (UTF-16, decimal points).
    """
    text = _decoded(data, report)
    if text is None:
        return None
    reader = _CueReader(text.replace("\r\n", "\n").replace("\r", "\n").split("\n"))
    cues = reader.read()
    report.warnings("", f"cues timed as {_FORM}", reader.points)
    report.errors("", "cues", reader.faults)
    return None if reader.faults else cues


def placed_segments(cues: Iterable[Cue]) -> list[PlacedSegment]:
    """Take each cue's label out of its brackets; without brackets the label is empty."""
    return [
        PlacedSegment(cue.where, Segment(cue.start_s, cue.end_s, *_label_and_words(cue.text))) for cue in cues
    ]


def format_cues(cues: Sequence[Cue]) -> str:
    """Write cues as a SubRip text; reading it gives the same cues.

    Times are written to the millisecond; a text cannot hold empty lines.
    """
    return "".join(
        f"{cue.number}\n{_clock(cue.start_s)} --> {_clock(cue.end_s)}\n{cue.text}\n\n" for cue in cues
    )


def cues_of(segments: Iterable[Segment]) -> list[Cue]:
    """Turn segments into numbered cues, the label in brackets before the words."""
    return [
        Cue(str(number), one.start_s, one.end_s, _labelled(one)) for number, one in enumerate(segments, 1)
    ]


def _labelled(segment: Segment) -> str:
    if not segment.label and not segment.text.startswith("["):
        return segment.text
    return f"[{segment.label}] {segment.text}" if segment.text else f"[{segment.label}]"


def _label_and_words(text: str) -> tuple[str, str]:
    found = _LABEL.fullmatch(text)
    return (found[1], found[2]) if found else ("", text)


def _clock(seconds: float) -> str:
    total = round(seconds * _MS)
    minutes, ms = divmod(total, 60 * _MS)
    return f"{minutes // 60:02d}:{minutes % 60:02d}:{ms // _MS:02d},{ms % _MS:03d}"


def _decoded(data: bytes, report: Report) -> str | None:
    encoding = "utf-8-sig"
    if data.startswith(_UTF_16_MARKS):
        encoding = "utf-16"
        report.warning("", "text in UTF-8", "UTF-16")
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as problem:
        if encoding == "utf-16":
            report.error("", "whole UTF-16 characters", "half of one", "is the file cut off?")
            return None
        line = data.count(b"\n", 0, problem.start) + 1
        found = f"the byte 0x{data[min(problem.start, len(data) - 1)]:02x}"
        report.error(f"line {line}", "text in UTF-8", found, "is the file in another encoding?")
        return None


class _CueReader:
    """Walks a file from cue to cue; after a broken cue goes on at the next blank line."""

    def __init__(self, lines: list[str]) -> None:
        self._lines = lines
        self._at = 0
        self.faults: list[Finding] = []
        self.points: list[Finding] = []

    def read(self) -> list[Cue]:
        cues = []
        while self._skip_blank():
            cue = self._read_cue()
            if cue is not None:
                cues.append(cue)
        return cues

    def _skip_blank(self) -> bool:
        while self._at < len(self._lines) and not self._lines[self._at].strip():
            self._at += 1
        return self._at < len(self._lines)

    def _read_cue(self) -> Cue | None:
        begin = self._at
        block = self._take_block()
        head = block[0].strip()
        number = head if head.isascii() and head.isdigit() else ""
        body = block[1:] if number else block
        where = f"cue {number}" if number else f"line {begin + 1}"
        if not body:
            self.faults.append(Finding(where, _FORM, "the end of the cue"))
            return None
        timing = _TIMING.fullmatch(body[0])
        if timing is None:
            self.faults.append(_bad_timing(where, body[0], has_number=bool(number)))
            return None
        if any(len(hours.lstrip("0")) > _HOUR_DIGITS for hours in timing.group(1, 6)):
            self.faults.append(Finding(where, f"hours of at most {_HOUR_DIGITS} digits", quoted(body[0])))
            return None
        if "." in timing.group(4, 9):
            self.points.append(Finding(where, "commas before the milliseconds", "a point"))
        start, end = _seconds(timing.groups()[:5]), _seconds(timing.groups()[5:])
        return Cue(number, start, end, "\n".join(body[1:]), begin + 1)

    def _take_block(self) -> list[str]:
        begin = self._at
        while self._at < len(self._lines) and self._lines[self._at].strip():
            self._at += 1
        return self._lines[begin : self._at]


def _bad_timing(where: str, line: str, *, has_number: bool) -> Finding:
    expected = _FORM if has_number else f"a cue number or {_FORM}"
    hint = "" if has_number else "is there an empty line inside a cue?"
    return Finding(where, expected, quoted(line), hint)


def _seconds(parts: Sequence[str]) -> float:
    """Return a time in seconds, the double nearest to what is written."""
    hours, minutes, whole, _, ms = parts
    return (((int(hours) * 60 + int(minutes)) * 60 + int(whole)) * _MS + int(ms)) / _MS
