"""What the two files of a model have in common: strict keys, one entry per conversation, lists."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from viewer.dialogue.segments import FloatArray
from viewer.loaders.json_files import read_json
from viewer.loaders.problems import LISTED_PER_KIND, Finding, Report, near_miss, quoted, shown, unknown

_SPEAKERS = ("speaker_1", "speaker_2")
_ENTRY_KEYS = ("conversation_id", *_SPEAKERS)
_SCHEMA_VERSION = 1
_ONCE = "each conversation once"
_KNOWN = "a conversation of this split"


@dataclass(frozen=True, slots=True)
class Entry:
    """One conversation's entry, its keys checked, its lists not yet."""

    where: str
    conversation_id: str
    speakers: tuple[Mapping[str, Any], Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class ModelFile:
    """The shape of a model's file: its top-level keys, where its entries lie, a speaker's lists."""

    entries_key: str
    keys: tuple[str, ...]
    speaker_keys: tuple[str, ...]

    def read(self, path: Path, report: Report) -> Mapping[str, Any]:
        """Read the file and check its top level.

        Raises
        ------
        InvalidDataError
            If it is no JSON object, so that nothing more can be said.
        """
        document = read_json(path, report)
        if document is None:
            report.raise_errors()
            return {}
        document.report_faults(report)
        content = document.content
        if not isinstance(content, dict):
            report.error("", f"an object with {', '.join(self.keys)}", shown(content))
            report.raise_errors()
        check_keys(content, self.keys, "", report)
        version = content.get("schema_version", _SCHEMA_VERSION)
        if type(version) is not int or version != _SCHEMA_VERSION:
            report.error("schema_version", f"{_SCHEMA_VERSION}", shown(version))
        return dict(content)

    def entries(
        self,
        content: Mapping[str, Any],
        conversations: Mapping[str, float],
        report: Report,
        *,
        allow_missing: bool = False,
    ) -> Iterator[Entry]:
        """Yield the entries that are well formed and known; note all that is wrong."""
        rows = content.get(self.entries_key, [])
        if not isinstance(rows, list):
            report.error(self.entries_key, "a list of entries", shown(rows))
            return
        seen: dict[str, str] = {}
        repeated: list[Finding] = []
        strange: list[Finding] = []
        for index, row in enumerate(rows):
            where = f"{self.entries_key}[{index}]"
            entry = self._entry(row, where, report)
            if entry is None:
                continue
            name, place = entry.conversation_id, f"{where}.conversation_id"
            if name in seen:
                repeated.append(Finding(place, _ONCE, f"{quoted(name)} again, as in {seen[name]}"))
                continue
            seen[name] = where
            if name in conversations:
                yield entry
            else:
                hint = near_miss(name, conversations) if len(strange) < LISTED_PER_KIND else ""
                strange.append(Finding(place, _KNOWN, quoted(name), hint))
        report.errors(self.entries_key, _ONCE, repeated)
        report.errors(self.entries_key, _KNOWN, strange)
        if not allow_missing:
            report.errors(
                self.entries_key,
                "an entry for each conversation",
                [
                    Finding(self.entries_key, f"an entry for conversation {quoted(one)}", "none")
                    for one in conversations
                    if one not in seen
                ],
            )

    def _entry(self, row: object, where: str, report: Report) -> Entry | None:
        if not isinstance(row, dict):
            report.error(where, f"an object with {', '.join(_ENTRY_KEYS)}", shown(row))
            return None
        check_keys(row, _ENTRY_KEYS, where, report)
        name = row.get("conversation_id")
        if "conversation_id" in row and not isinstance(name, str):
            report.error(f"{where}.conversation_id", "a text", shown(name))
        first, second = (self._speaker(row, key, where, report) for key in _SPEAKERS)
        return Entry(where, name, (first, second)) if isinstance(name, str) else None

    def _speaker(self, row: Mapping[str, Any], key: str, where: str, report: Report) -> Mapping[str, Any]:
        """Return those of a speaker's lists that are there; note the others."""
        found = row.get(key, {})
        if not isinstance(found, dict):
            expected = f"an object with {', '.join(self.speaker_keys)}"
            report.error(f"{where}.{key}", expected, shown(found))
            found = {}
        elif key in row:
            check_keys(found, self.speaker_keys, f"{where}.{key}", report)
        return {name: found[name] for name in self.speaker_keys if name in found}


def check_keys(found: Mapping[str, Any], keys: Sequence[str], where: str, report: Report) -> None:
    """Note each unknown and each missing key of an object."""
    missing = [key for key in keys if key not in found]
    expected = f"no key but {', '.join(keys)}"
    strange = [key for key in found if key not in keys]
    report.errors(where, expected, unknown(strange, where, expected, missing or keys))
    for key in missing:
        report.error(where, f"the key {quoted(key)}", "none")


def number_list(value: object, where: str, report: Report, expected: str) -> FloatArray:
    """Return a list of JSON numbers as float64, NaN where a value is refused and noted.

    ``true``, texts, ``NaN`` and numbers beyond float64 (``1e999``) are refused.
    """
    if not isinstance(value, list):
        report.error(where, "a list of numbers", shown(value))
        return np.empty(0)
    if set(map(type, value)) <= {float, int}:
        try:
            numbers = np.array(value, dtype=np.float64)
        except OverflowError:
            numbers = np.array([_to_float(one) for one in value])
    else:
        numbers = np.array([_to_float(one) for one in value], dtype=np.float64)
    bad = np.flatnonzero(~np.isfinite(numbers)).tolist()
    findings = [Finding(f"{where}[{i}]", expected, _found(value[i])) for i in bad]
    report.errors(where, expected, findings)
    numbers[bad] = np.nan
    return numbers


def _to_float(value: object) -> float:
    """Return a JSON number as a float, NaN for anything else."""
    if type(value) is not int and type(value) is not float:
        return float("nan")
    try:
        return float(value)
    except OverflowError:
        return float("inf")


def _found(value: object) -> str:
    if type(value) is int or type(value) is float:
        return "a number beyond float64"
    return shown(value)
