from __future__ import annotations

import csv
import io
import json

from tests.journal.drafting import reversal, verdict
from viewer.exports.journal_csv import journal_csv
from viewer.journal import Entry, Verb
from viewer.journal.verdicts import entry_of_draft


def written(comment: str) -> list[Entry]:
    first = entry_of_draft(verdict(1, comment=comment), at_us=1_500_000, sequence=1, revision=1)
    undone = entry_of_draft(reversal(Verb.UNDO, first), at_us=2_000_000, sequence=2, revision=2)
    return [first, undone]


def test_a_spreadsheet_runs_nothing_of_it_and_no_comment_moves_a_cell() -> None:
    entries = written("=cmd|' /C calc'!A0\n\u202eevil")
    rows = list(csv.DictReader(io.StringIO(journal_csv(entries))))
    assert rows[0]["comment"] == "'=cmd|' /C calc'!A0\\n\\u202eevil"
    assert json.loads(rows[0]["segments"]) == [[1.0, 1.5, "Normal Turn", "words 1"]]
    assert json.loads(rows[0]["before"])["a"] == [[1.0, 1.75, "Filler", "um"]]
    assert (rows[0]["at"], rows[0]["reviewer"], rows[0]["choice"]) == (
        "1970-01-01T00:00:01.500000Z",
        "Ada",
        "own",
    )


def test_an_undo_has_no_span_and_names_what_it_undid() -> None:
    first, undone = written("")
    rows = list(csv.DictReader(io.StringIO(journal_csv([undone]))))
    assert (rows[0]["verb"], rows[0]["start_s"], rows[0]["segments"], rows[0]["target"]) == (
        "undo",
        "",
        "",
        first.id,
    )
