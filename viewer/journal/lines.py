"""The journal as JSON Lines, which can be read again.

One line is one entry, in the order of arrival. Times of segments are exact. What is read is hostile: every
line is checked whole, and every problem has its line.
"""

from __future__ import annotations

import json
import uuid
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError

from viewer.corrections import Choice
from viewer.dialogue.segments import Segment
from viewer.errors import InvalidDataError, MissingFileError
from viewer.journal.entries import Channel, Entry, Verb, time_of
from viewer.journal.tables import content_of
from viewer.loaders.files import read_file
from viewer.loaders.problems import Finding, Report, plain, shown

FORMAT = 1
"""Version of the lines' form; it stands in every line."""


def _checked(read: Callable[[str], object]) -> AfterValidator:
    """Return a validator that keeps a text which ``read`` can read."""

    def keep(text: str) -> str:
        read(text)
        return text

    return AfterValidator(keep)


def _canonical_id(text: str) -> None:
    if str(uuid.UUID(text)) != text:
        raise ValueError("expected a UUID in its usual form")


def _digest(text: str) -> None:
    if len(text) != 32 or not set(text) <= set("0123456789abcdef"):
        raise ValueError("expected 32 hex digits")


Id = Annotated[str, _checked(_canonical_id)]
Seconds = Annotated[float, Field(ge=0, allow_inf_nan=False)]
_STRICT = ConfigDict(extra="forbid", strict=True, frozen=True)


class _Segment(BaseModel):
    model_config = _STRICT
    start_s: Seconds
    end_s: Seconds
    label: str
    text: str

    @property
    def segment(self) -> Segment:
        if self.end_s < self.start_s:
            raise ValueError(f"expected an end from {self.start_s} s on, found {self.end_s} s")
        return Segment(self.start_s, self.end_s, self.label, self.text)


class _Line(BaseModel):
    model_config = _STRICT
    format: Annotated[int, Field(ge=FORMAT, le=FORMAT)]
    id: Id
    verb: Literal["verdict", "undo", "redo"]
    split: str
    conversation_id: Annotated[str, Field(min_length=1)]
    speaker: Annotated[int, Field(ge=1, le=2)]
    source: Annotated[str, _checked(_digest)]
    source_file: str
    reviewer: str
    is_verified: bool
    at: Annotated[str, _checked(time_of)]
    target: Id | None
    start_s: float
    end_s: float
    choice: Literal["a", "b", "c", "consensus", "own", "cannot_tell"] | None
    segments: list[_Segment]
    before: dict[Literal["a", "b", "c"], list[_Segment]]
    comment: str
    item: str
    sequence: Annotated[int, Field(ge=1)] | None = None
    revision: Annotated[int, Field(ge=1)] | None = None

    def entry(self) -> Entry:
        return Entry(
            channel=Channel(self.split, self.conversation_id, self.speaker, self.source),
            verb=Verb(self.verb),
            reviewer=self.reviewer,
            is_verified=self.is_verified,
            source_file=self.source_file,
            target=self.target or "",
            start_s=self.start_s,
            end_s=self.end_s,
            choice=None if self.choice is None else Choice(self.choice),
            segments=tuple(one.segment for one in self.segments),
            before={name: tuple(one.segment for one in rows) for name, rows in self.before.items()},
            comment=self.comment,
            item=self.item,
            id=self.id,
            at_us=time_of(self.at),
            sequence=self.sequence or 0,
            revision=self.revision or 0,
        )


def format_lines(entries: Iterable[Entry], *, with_places: bool = False) -> str:
    """Return entries as JSON Lines; reading them gives the same entries.

    Parameters
    ----------
    entries
        In the order in which they shall stand.
    with_places
        Whether the positions of arrival are written too, as a backup needs them.
    """
    return "".join(json.dumps(_object(one, with_places)) + "\n" for one in entries)


def read_lines(data: bytes, name: str) -> list[Entry]:
    """Read entries from JSON Lines, strictly.

    Parameters
    ----------
    data
        The whole file.
    name
        The file as problems call it.

    Returns
    -------
    list of Entry
        In the file's order; positions of arrival are 0 where the file has none.

    Raises
    ------
    InvalidDataError
        With the problems of all lines: not UTF-8, no JSON, unknown, missing or repeated keys, values of
        another kind or out of range, an id twice.
    """
    report = Report(name)
    try:
        lines = data.decode("utf-8").split("\n")
    except UnicodeDecodeError as error:
        report.error("", "text in UTF-8", f"the byte 0x{data[error.start]:02x}")
        raise InvalidDataError(report.problems) from error
    entries: list[Entry] = []
    faults: list[Finding] = []
    seen: set[str] = set()
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        found = _read_line(line, f"line {number}", faults)
        if found is None:
            continue
        if found.id in seen:
            faults.append(Finding(f"line {number}", "each entry once", f"the id {found.id} again"))
        seen.add(found.id)
        entries.append(found)
    report.errors("", "entries of a journal", faults)
    report.raise_errors()
    return entries


def load_lines(path: Path) -> list[Entry]:
    """Read entries from a file of JSON Lines, as `read_lines`.

    Raises
    ------
    MissingFileError
        If there is no file that can be read.
    InvalidDataError
        As `read_lines`.
    """
    try:
        data = read_file(path)
    except OSError as error:
        found = error.strerror or type(error).__name__
        name = plain(str(path))
        raise MissingFileError(f"{name}: expected a journal as JSON Lines, found {found}") from error
    return read_lines(data, plain(path.name))


def _object(entry: Entry, with_places: bool) -> dict[str, Any]:
    places = {"sequence": entry.sequence, "revision": entry.revision} if with_places else {}
    channel = entry.channel
    return {
        "format": FORMAT,
        "id": entry.id,
        "verb": str(entry.verb),
        "split": channel.split,
        "conversation_id": channel.conversation_id,
        "speaker": channel.speaker,
        "source": channel.source,
        "source_file": entry.source_file,
        "reviewer": entry.reviewer,
        "is_verified": entry.is_verified,
        "at": entry.at,
        "target": entry.target or None,
        **content_of(entry),
        **places,
    }


def _read_line(line: str, where: str, faults: list[Finding]) -> Entry | None:
    repeated: list[str] = []

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(pairs)
        repeated.extend({key for key, _ in pairs if sum(key == other for other, _ in pairs) > 1})
        return found

    try:
        content = json.loads(line, object_pairs_hook=once)
    except (ValueError, RecursionError) as error:
        faults.append(Finding(where, "one JSON object on a line", plain(str(error))))
        return None
    if repeated:
        faults.append(Finding(where, "each key once", f"{', '.join(map(shown, repeated))} again"))
        return None
    try:
        return _Line.model_validate(content).entry()
    except ValidationError as error:
        for one in error.errors(include_url=False, include_context=False):
            place = ".".join(map(str, one["loc"]))
            faults.append(Finding(f"{where}, {plain(place)}", plain(one["msg"]), shown(one["input"])))
    except ValueError as error:
        faults.append(Finding(where, "segments that run forward", plain(str(error))))
    return None
