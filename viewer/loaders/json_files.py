"""Reading JSON strictly: duplicate keys, NaN and broken text are found with their place.

Most files are read by pydantic's parser, five times as fast as the standard library's. It knows no
duplicate keys, so a count decides: each key of the text ends in ``"`` and a colon, and where the
text has no more of those than the parsed document has keys, none was lost. Anything else is read
again by the standard library's parser, which says where.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pydantic_core

from viewer.loaders.files import read_file, reason
from viewer.loaders.problems import UTF_8_TEXT, Finding, Report, is_utf_8, plain, quoted

_SURROGATE = re.compile(rb"\\u[dD][89a-fA-F]")
_KEY_END = re.compile(rb'"[ \t\r\n]*:')
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
_DEEP = "nested too deeply"

JsonPath = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class NotANumber:
    """``NaN`` or ``Infinity`` written where JSON knows only numbers."""

    literal: str

    def __str__(self) -> str:
        return self.literal


@dataclass(frozen=True, slots=True)
class DuplicateKey:
    """A key that stands twice in one object; ``path`` leads to the object."""

    path: JsonPath
    key: str

    @property
    def finding(self) -> Finding:
        """The key in the words of a problem."""
        return Finding(place(self.path), "each key once", f"{quoted(self.key)} twice")


@dataclass(frozen=True, slots=True)
class BrokenText:
    """Half of a surrogate pair in a text or key: no file could be written with it."""

    path: JsonPath
    text: str

    @property
    def finding(self) -> Finding:
        """The text in the words of a problem."""
        return Finding(place(self.path), UTF_8_TEXT, quoted(self.text))


@dataclass(frozen=True, slots=True)
class JsonDocument:
    """A parsed document, the keys that it has twice, and the texts that it has escaped as broken."""

    content: Any
    duplicates: tuple[DuplicateKey, ...] = ()
    broken_texts: tuple[BrokenText, ...] = ()

    @property
    def faults(self) -> tuple[DuplicateKey | BrokenText, ...]:
        """All that is wrong with a document that could be parsed."""
        return (*self.duplicates, *self.broken_texts)

    def report_faults(self, report: Report) -> None:
        """Note as errors the keys that stand twice and the broken texts."""
        report.errors("", "each key once", [one.finding for one in self.duplicates])
        report.errors("", UTF_8_TEXT, [one.finding for one in self.broken_texts])


class _Object(dict[str, Any]):
    """A JSON object that remembers the keys it was given twice."""

    duplicates: tuple[str, ...] = ()


def place(path: JsonPath) -> str:
    """Return a JSON path as text: ``predictions[3].speaker_1``."""
    text = ""
    for step in path:
        text += f"[{step}]" if isinstance(step, int) else f".{step}" if text else step
    return plain(text)


def read_json(path: Path, report: Report) -> JsonDocument | None:
    """Read a JSON file, or note why it cannot be read and return None.

    Parameters
    ----------
    path
        The file; UTF-8, with or without a byte order mark.
    report
        Takes the errors: unreadable file, broken text.
    """
    try:
        data = read_file(path)
    except OSError as problem:
        report.error("", "a readable file", reason(problem))
        return None
    return parse_json(data, report)


def parse_json(data: bytes, report: Report) -> JsonDocument | None:
    """Parse JSON, or note where it breaks and return None."""
    data = data.removeprefix(_BYTE_ORDER_MARK)
    try:
        content = pydantic_core.from_json(data, allow_inf_nan=False, cache_strings="keys")
    except ValueError:
        return _parse_slowly(data, report)
    if _count_keys(content) == sum(1 for _ in _KEY_END.finditer(data)):
        return JsonDocument(content)
    return _parse_slowly(data, report)


def _parse_slowly(data: bytes, report: Report) -> JsonDocument | None:
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as problem:
        found = f"the byte 0x{data[problem.start]:02x} at position {problem.start}"
        report.error("", "JSON in UTF-8", found, "is the file in another encoding?")
        return None
    try:
        content = json.loads(text, object_pairs_hook=_object, parse_constant=NotANumber)
        duplicates = tuple(_duplicates(content, ()))
        broken: list[BrokenText] = []
        if _SURROGATE.search(data):
            content = _escaped(content, (), broken)
    except json.JSONDecodeError as problem:
        where = f"line {problem.lineno}, column {problem.colno}"
        report.error(where, "JSON", _sentence(problem.msg, text))
        return None
    except (RecursionError, ValueError) as problem:
        found = _DEEP if isinstance(problem, RecursionError) else "a number of too many digits"
        report.error("", "JSON", found)
        return None
    return JsonDocument(content, duplicates, tuple(broken))


def _sentence(message: str, text: str) -> str:
    if not text.strip():
        return "an empty file"
    return f"a fault: {message[:1].lower()}{message[1:]}"


def _object(pairs: list[tuple[str, Any]]) -> _Object:
    found = _Object(pairs)
    if len(found) < len(pairs):
        counts = Counter(key for key, _ in pairs)
        found.duplicates = tuple(key for key, count in counts.items() if count > 1)
    return found


def _escaped(content: Any, path: JsonPath, broken: list[BrokenText]) -> Any:
    """Return the document with every broken text escaped, and note where they stood."""
    if isinstance(content, str):
        if is_utf_8(content):
            return content
        broken.append(BrokenText(path, content))
        return plain(content)
    if isinstance(content, dict):
        broken += [BrokenText(path, key) for key in content if not is_utf_8(key)]
        keys = {key: key if is_utf_8(key) else plain(key) for key in content}
        return {keys[key]: _escaped(value, (*path, keys[key]), broken) for key, value in content.items()}
    if isinstance(content, list):
        return [_escaped(value, (*path, index), broken) for index, value in enumerate(content)]
    return content


def _duplicates(content: Any, path: JsonPath) -> Iterator[DuplicateKey]:
    if isinstance(content, _Object):
        for key in content.duplicates:
            yield DuplicateKey(path, key)
        for key, value in content.items():
            yield from _duplicates(value, (*path, key))
    elif isinstance(content, list):
        for index, value in enumerate(content):
            if isinstance(value, (dict, list)):
                yield from _duplicates(value, (*path, index))


def _count_keys(content: Any) -> int:
    """Count the keys of a document; a list that begins with a number costs one pass over types."""
    if isinstance(content, dict):
        return len(content) + sum(_count_keys(value) for value in content.values())
    if isinstance(content, list) and not set(map(type, content)) <= {float, int, str}:
        return sum(_count_keys(value) for value in content)
    return 0
