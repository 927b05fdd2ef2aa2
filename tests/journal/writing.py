"""A process that writes verdicts one after the other and prints each id once it is confirmed."""

from __future__ import annotations

import sys

from tests.journal.drafting import CHANNEL, verdict
from viewer.journal import VerdictJournal, open_database


def main(url: str, count: int, reviewer: str) -> None:
    """Write so many verdicts into the journal, each on the revision that was found."""
    journal = VerdictJournal(open_database(url))
    print("ready", flush=True)
    for number in range(count):
        draft = verdict(number, reviewer=reviewer)
        print("saved", journal.append(draft, expected_revision=journal.revision(CHANNEL)).id, flush=True)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), sys.argv[3])
