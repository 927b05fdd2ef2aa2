"""Twenty reviewers write into one journal at once; ``python -m benchmarks.reviewers --seconds 600``: longer.

Each is a process of its own, as far from the others as people at their desks. They write about a few
channels, so that they meet all the time; who is refused reads what the others wrote and writes again. At
the end the journal is held against what every one of them was confirmed: nothing lost, doubled or
reordered.
"""

from __future__ import annotations

import argparse
import multiprocessing
import random
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import numpy as np

from benchmarks.tables import MS_PER_S, Figure, print_figures
from viewer.corrections import Choice
from viewer.journal import (
    Channel,
    ConflictError,
    Draft,
    Entry,
    History,
    Verb,
    VerdictJournal,
    open_database,
)

REVIEWERS = 20
CHANNELS = 40
SECONDS = 10.0
PAUSE_S = 0.05
SHARE_OF_UNDOS = 0.1
P95 = 95


@dataclass(frozen=True)
class Sent:
    """What one reviewer was confirmed: ids in order, how long each took, how often they were refused."""

    reviewer: str
    ids: tuple[str, ...]
    took_ms: tuple[float, ...]
    refused: int


def measure(seconds: float = SECONDS, url: str = "") -> Iterator[Figure]:
    """Let them write for a time, then compare the journal with what they sent."""
    with tempfile.TemporaryDirectory() as folder:
        place = url or str(Path(folder) / "audit.sqlite")
        database = open_database(place)
        journal = VerdictJournal(database)
        before = len(journal.entries())
        with multiprocessing.get_context("spawn").Pool(REVIEWERS) as pool:
            jobs = [(place, f"reviewer {number}", seconds) for number in range(REVIEWERS)]
            sent = pool.starmap(write_for, jobs)
        faults = compare(sent, journal.since(0, limit=10**9)[before:])
        database.close()
    took = [one for each in sent for one in each.took_ms]
    yield Figure(f"entries confirmed to {REVIEWERS} reviewers in {seconds:g} s", str(len(took)))
    yield Figure("refused because another one was first, then written", str(sum(one.refused for one in sent)))
    yield Figure("confirmed, p50 and p95", f"{np.median(took):.1f}, {np.percentile(took, P95):.1f} ms")
    for what, count in faults.items():
        yield Figure(what, str(count), "0", count == 0)


def write_for(url: str, reviewer: str, seconds: float) -> Sent:
    """Write verdicts, and undo some, until the time is over."""
    journal = VerdictJournal(open_database(url))
    chance = random.Random(reviewer)  # which channel, not a secret
    ids, took, refused = [], [], 0
    known: list[Entry] = []
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        time.sleep(chance.random() * PAUSE_S)
        known += journal.since(known[-1].sequence if known else 0)
        draft = _draft(chance, reviewer, known)
        start = time.perf_counter()
        while True:
            known += journal.since(known[-1].sequence if known else 0)
            revision = sum(one.channel == draft.channel for one in known)
            try:
                ids.append(journal.append(draft, expected_revision=revision).id)
                break
            except ConflictError:
                refused += 1
        took.append((time.perf_counter() - start) * MS_PER_S)
    return Sent(reviewer, tuple(ids), tuple(took), refused)


def _draft(chance: random.Random, reviewer: str, known: Sequence[Entry]) -> Draft:
    target = History(known).next_undo(reviewer) if chance.random() < SHARE_OF_UNDOS else None
    if target is not None:
        return Draft(target.channel, Verb.UNDO, reviewer, target=target.id)
    channel = Channel("dev", str(chance.randrange(CHANNELS // 2)), chance.choice((1, 2)), "0" * 32)
    start = chance.random() * 600
    return Draft(
        channel, Verb.VERDICT, reviewer, start_s=start, end_s=start + 1.0, choice=chance.choice(list(Choice))
    )


def compare(sent: Sequence[Sent], found: Sequence[Entry]) -> dict[str, int]:
    """Return how many entries were lost, doubled, reordered or never sent, and wrong positions."""
    ids = [one.id for one in found]
    wanted = {name for one in sent for name in one.ids}
    by_reviewer = {
        one.reviewer: [entry.id for entry in found if entry.reviewer == one.reviewer] for one in sent
    }
    revisions: dict[Channel, list[int]] = {}
    for one in found:
        revisions.setdefault(one.channel, []).append(one.revision)
    return {
        "lost": len(wanted - set(ids)),
        "doubled": len(ids) - len(set(ids)),
        "never sent": len(set(ids) - wanted),
        "reordered reviewers": sum(by_reviewer[one.reviewer] != list(one.ids) for one in sent),
        "gaps in the order of arrival": sum(
            later.sequence != one.sequence + 1 for one, later in pairwise(found)
        ),
        "channels with gaps or doubled revisions": sum(
            each != list(range(each[0], each[0] + len(each))) for each in revisions.values()
        ),
        "times that go back": sum(later.order <= one.order for one, later in pairwise(found)),
    }


def main() -> None:
    """Run from the command line; the exit status tells whether all is well."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=SECONDS)
    parser.add_argument("--url", default="", help="an empty database; default: an SQLite file of its own")
    asked = parser.parse_args()
    figures = list(measure(asked.seconds, asked.url))
    print_figures("reviewers", figures)
    if any(one.is_met is False for one in figures):
        raise SystemExit(1)


if __name__ == "__main__":
    main()
