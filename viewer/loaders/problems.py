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

UTF_8_TEXT = "text that UTF-8 can hold"

_SHOWN_CHARACTERS = 60
_SHOWN_BITS = 4096
_ROUND_FROM = 1e9


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
    if isinstance(value, int) and value.bit_length() > _SHOWN_BITS:
        return "a number of very many digits"
    return _cut(plain(str(value)))


def quoted(text: str) -> str:
    """Return a hostile text between quotes, on one line, cut if long."""
    return plain(json.dumps(_cut(text), ensure_ascii=False))


def plain(text: str) -> str:
    """Return a text with everything escaped that cannot be seen, or that UTF-8 cannot hold.

    Control and format characters, line and paragraph separators, lone surrogates: what a terminal
    would obey, and what no file could be written with.
    """
    if text.isprintable():
        return text
    return "".join(one if one.isprintable() else one.encode("unicode_escape").decode() for one in text)


def is_utf_8(text: str) -> bool:
    """Return whether UTF-8 can hold a text: no half of a surrogate pair, no byte of another encoding."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def unknown(names: Sequence[str], where: str, expected: str, known: Iterable[str]) -> list[Finding]:
    """Return a finding for each unknown name; the likely word only for those that will be listed."""
    words = list(known)
    return [
        Finding(where, expected, quoted(name), near_miss(name, words) if i < LISTED_PER_KIND else "")
        for i, name in enumerate(names)
    ]


def _cut(text: str) -> str:
    return text if len(text) <= _SHOWN_CHARACTERS else text[:_SHOWN_CHARACTERS] + "…"


def seconds(value: float) -> str:
    """Return a time to the millisecond, or in full where that would round it."""
    if abs(value) >= _ROUND_FROM:
        return f"{value:g} s"
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
        return plain(str(path))
    return plain(inside.as_posix() if inside.parts else path.absolute().name)
