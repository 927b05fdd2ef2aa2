"""What can go wrong, in one tree.

::

    TurnBenchError
    ├── InvalidDataError (ValueError)       a file breaks a rule; carries every Problem found
    ├── MissingFileError (FileNotFoundError) a named file or folder is not there
    ├── UnknownNameError (LookupError)      no such dialogue, split, model or speaker
    ├── SettingsError (ValueError)          a protocol parameter or an environment value out of range
    ├── HiddenLabelsError (PermissionError) the labels of a split are hidden
    ├── QuotaError                          no scoring on hidden labels is left, or none can be counted
    ├── MissingDependencyError (ImportError) an optional package or its weights are not installed
    ├── CancelledRunError                   a detector's run was cancelled before it was done
    ├── UploadError                         a file that was sent is not taken, or not to the end
    ├── journal: ConflictError              somebody else has written about the same speaker since
    ├── journal: JournalError               the journal of verdicts cannot be opened, read or written
    └── media: UnsatisfiableRangeError (ValueError)  no byte of a requested range exists

A message says *where: what was expected, what was found (likely cause)*.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum


class Severity(StrEnum):
    """How bad a problem is: an error disables its item, a warning does not."""

    ERROR = "error"
    WARNING = "warning"


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing wrong with one place of one file.

    Parameters
    ----------
    severity
        ``ERROR``: the item is disabled. ``WARNING``: it is kept and scored as it is.
    file
        The file as the user names it (relative to the manifest or the given folder).
    where
        The place in it: ``cue 112``, ``row 3``, ``predictions[0].speaker_1.eot[4]``; may be empty.
    expected, found
        What the rule asks and what the file has, both readable.
    hint
        The likely mistake, as a question; may be empty.
    """

    severity: Severity
    file: str
    where: str
    expected: str
    found: str
    hint: str = ""

    def __str__(self) -> str:
        place = f"{self.file}, {self.where}" if self.where else self.file
        hint = f" ({self.hint})" if self.hint else ""
        text = f"{place}: expected {self.expected}, found {self.found}{hint}"
        # A file's name must not write escape sequences or lines of its own on a terminal.
        return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


class TurnBenchError(Exception):
    """Root of every error that this package raises on purpose."""


class InvalidDataError(TurnBenchError, ValueError):
    """A file breaks a rule. ``problems`` holds all that is wrong with it, not only the first."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(str(problem) for problem in self.problems))


class MissingFileError(TurnBenchError, FileNotFoundError):
    """A file or folder that was named is not there."""


class UnknownNameError(TurnBenchError, LookupError):
    """No dialogue, split, model or speaker of that name."""


class SettingsError(TurnBenchError, ValueError):
    """A protocol parameter or an environment value is out of range."""


class HiddenLabelsError(TurnBenchError, PermissionError):
    """The labels of this split are hidden: nothing is computed from them here."""


class QuotaError(TurnBenchError):
    """No scoring on hidden labels is left, or scorings cannot be counted."""


class MissingDependencyError(TurnBenchError, ImportError):
    """An optional package, or the weights that it needs, are not installed."""


class CancelledRunError(TurnBenchError):
    """A detector's run was cancelled before it was done."""


class UploadError(TurnBenchError):
    """A file that somebody sent is not taken, or could not be read to its end."""
