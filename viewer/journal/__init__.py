"""What is written down for good, where it outlives the process and is shared by all of them."""

from viewer.journal.backup import back_up, restore
from viewer.journal.database import Database, open_database
from viewer.journal.entries import Channel, Draft, Entry, Verb
from viewer.journal.lines import format_lines, load_lines, read_lines
from viewer.journal.problems import ConflictError, JournalError
from viewer.journal.scorings import Counted, Scorings
from viewer.journal.standing import History
from viewer.journal.verdicts import VerdictJournal

__all__ = [
    "Channel",
    "ConflictError",
    "Counted",
    "Database",
    "Draft",
    "Entry",
    "History",
    "JournalError",
    "Scorings",
    "Verb",
    "VerdictJournal",
    "back_up",
    "format_lines",
    "load_lines",
    "open_database",
    "read_lines",
    "restore",
]
