"""The journal of verdicts as a table for spreadsheets; to be read, not to be imported."""

from __future__ import annotations

import json
from collections.abc import Iterable

from viewer.dialogue.segments import Segment
from viewer.exports.csv_text import Cell, csv_text
from viewer.journal import Entry, Verb
from viewer.loaders.problems import plain

COLUMNS = (
    "at", "reviewer", "is_verified", "verb", "split", "conversation_id", "speaker", "start_s", "end_s",
    "choice", "segments", "before", "comment", "item", "id", "target", "source", "source_file", "revision",
    "sequence",
)  # fmt: skip


def journal_csv(entries: Iterable[Entry]) -> str:
    """Return entries as CSV with a head; segments stand as JSON in one cell.

    Characters that cannot be seen are escaped: a comment must not move what stands beside it.
    """
    return csv_text(COLUMNS, (_row(one) for one in entries))


def _row(entry: Entry) -> list[Cell]:
    channel = entry.channel
    of_verdict: list[Cell] = [None] * 5
    if entry.verb is Verb.VERDICT:
        before = {name: _segments(rows) for name, rows in entry.before.items()}
        of_verdict = [
            entry.start_s,
            entry.end_s,
            str(entry.choice),
            json.dumps(_segments(entry.segments)),
            json.dumps(before),
        ]
    place = (plain(channel.split), plain(channel.conversation_id), channel.speaker)
    return [
        entry.at, plain(entry.reviewer), entry.is_verified, str(entry.verb), *place, *of_verdict,
        plain(entry.comment), plain(entry.item), entry.id, entry.target, channel.source,
        plain(entry.source_file), entry.revision, entry.sequence,
    ]  # fmt: skip


def _segments(rows: Iterable[Segment]) -> list[list[object]]:
    return [[row.start_s, row.end_s, row.label, row.text] for row in rows]
