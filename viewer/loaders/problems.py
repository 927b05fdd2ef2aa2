"""Collecting what is wrong with a file, and wording it."""

from __future__ import annotations

import difflib
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from viewer.errors import InvalidDataError, Problem, Severity

LISTED_PER_KIND = 20
"""Of one kind in one list so many problems are listed; one more says how many there are beyond."""

_SHOWN_CHARACTERS = 60


@dataclass(frozen=True, slots=True)
class Finding:
    """One offending item of a list: its place, what it should have been, what it is."""

    where: str
    expected: str
    found: str
    hint: str = ""


@dataclass
class Report:
    """The problems of one file, in the order in which they were met."""

    file: str
    problems: list[Problem] = field(default_factory=list)

    def error(self, where: str, expected: str, found: str, hint: str = "") -> None:
        """Note an error."""
        self.problems.append(Problem(Severity.ERROR, self.file, where, expected, found, hint))

    def warning(self, where: str, expected: str, found: str, hint: str = "") -> None:
        """Note a warning."""
        self.problems.append(Problem(Severity.WARNING, self.file, where, expected, found, hint))

    def errors(self, place: str, rule: str, findings: Sequence[Finding]) -> None:
        """Note errors of one kind in one list: the first ones, and how many more."""
        self._note(Severity.ERROR, place, rule, findings)

    def warnings(self, place: str, rule: str, findings: Sequence[Finding]) -> None:
        """Note warnings of one kind in one list: the first ones, and how many more."""
        self._note(Severity.WARNING, place, rule, findings)

    def _note(self, severity: Severity, place: str, rule: str, findings: Sequence[Finding]) -> None:
        for one in findings[:LISTED_PER_KIND]:
            self.problems.append(Problem(severity, self.file, one.where, one.expected, one.found, one.hint))
        more = len(findings) - LISTED_PER_KIND
        if more > 0:
            found = f"{more} more that break this rule"
            self.problems.append(Problem(severity, self.file, place, rule, found))

    @property
    def has_errors(self) -> bool:
        """True if any problem is an error."""
        return has_errors(self.problems)

    def raise_errors(self) -> None:
        """Raise all problems if any of them is an error.

        Raises
        ------
        InvalidDataError
            If there is an error.
        """
        if self.has_errors:
            raise InvalidDataError(self.problems)


def has_errors(problems: Iterable[Problem]) -> bool:
    """Return whether any problem is an error."""
    return any(problem.severity is Severity.ERROR for problem in problems)


def error(file: str, where: str, expected: str, found: str, hint: str = "") -> Problem:
    """Return an error."""
    return Problem(Severity.ERROR, file, where, expected, found, hint)


def warning(file: str, where: str, expected: str, found: str, hint: str = "") -> Problem:
    """Return a warning."""
    return Problem(Severity.WARNING, file, where, expected, found, hint)


def shown(value: object) -> str:
    """Return a value as a message shows it: as JSON writes it, on one line, cut if long."""
    if isinstance(value, dict):
        return "an object"
    if isinstance(value, (list, tuple)):
        return f"a list of {len(value)}"
    if value is None or isinstance(value, (bool, float)):
        return json.dumps(value)
    if isinstance(value, str):
        return quoted(value)
    text = str(value)
    return text if len(text) <= _SHOWN_CHARACTERS else text[:_SHOWN_CHARACTERS] + "…"


def quoted(text: str) -> str:
    """Return a hostile text between quotes, on one line, cut if long."""
    cut = text if len(text) <= _SHOWN_CHARACTERS else text[:_SHOWN_CHARACTERS] + "…"
    return json.dumps(cut, ensure_ascii=False)


def seconds(value: float) -> str:
    """Return a time to the millisecond, or in full where that would round it."""
    return f"{value:.3f} s" if round(value, 3) == value else f"{float(value)!r} s"


def near_miss(word: str, known: Iterable[str]) -> str:
    """Return the question that names the likely word, or nothing."""
    close = difflib.get_close_matches(word, list(known), n=1, cutoff=0.75)
    return f"did you mean {quoted(close[0])}?" if close else ""


def shown_path(path: Path, base: Path) -> str:
    """Return a path as the user names it: relative to the corpus where it lies inside."""
    try:
        inside = path.relative_to(base)
    except ValueError:
        return str(path)
    return inside.as_posix() if inside.parts else path.absolute().name
