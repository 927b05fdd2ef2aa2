from __future__ import annotations

import dataclasses
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.journal.drafting import CHANNEL, OTHER_CHANNEL, reversal, verdict
from viewer.corrections import Choice
from viewer.dialogue.segments import Segment
from viewer.errors import InvalidDataError, MissingFileError
from viewer.journal import (
    Entry,
    History,
    JournalError,
    Verb,
    VerdictJournal,
    back_up,
    format_lines,
    open_database,
    read_lines,
    restore,
)
from viewer.journal.verdicts import entry_of_draft

TEXTS = st.text(max_size=12)
TIMES = st.floats(0, 1e6, allow_nan=False)
SEGMENTS = st.lists(
    st.tuples(TIMES, TIMES, TEXTS, TEXTS).map(lambda row: Segment(min(row[:2]), max(row[:2]), *row[2:])),
    max_size=3,
).map(tuple)
ENTRIES = st.builds(
    lambda segments, before, texts, choice, at_us: entry_of_draft(
        dataclasses.replace(
            verdict(1, comment=texts[0], item=texts[1], source_file=texts[2]),
            segments=segments,
            before=before,
            choice=choice,
            channel=dataclasses.replace(CHANNEL, split=texts[3], conversation_id=texts[4] + "x"),
        ),
        at_us=at_us,
        sequence=1,
        revision=1,
    ),
    SEGMENTS,
    st.dictionaries(st.sampled_from("abc"), SEGMENTS),
    st.tuples(*[TEXTS] * 5),
    st.sampled_from(list(Choice)),
    st.integers(0, 4 * 10**15),
)


def written(journal: VerdictJournal) -> list[Entry]:
    """Write a small journal: three verdicts of two people on two channels, one of them undone."""
    first = journal.append(verdict(1, comment="=cmd|' /C calc'!A0"), expected_revision=0)
    second = journal.append(verdict(2, reviewer="Bob"), expected_revision=1)
    third = journal.append(verdict(3, channel=OTHER_CHANNEL), expected_revision=0)
    undone = journal.append(reversal(Verb.UNDO, second, reviewer="Bob"), expected_revision=2)
    return [first, second, third, undone]


def elsewhere(url: str) -> VerdictJournal:
    return VerdictJournal(open_database(url))


@given(st.lists(ENTRIES, max_size=3, unique_by=lambda one: one.id))
def test_reading_what_was_written_gives_the_same_entries(entries: list[Entry]) -> None:
    assert read_lines(format_lines(entries, with_places=True).encode(), "j") == entries
    without = [dataclasses.replace(one, sequence=0, revision=0) for one in entries]
    assert read_lines(format_lines(entries).encode(), "j") == without


def test_an_import_elsewhere_has_everything_once(journal: VerdictJournal, other_url: str) -> None:
    entries = written(journal)
    there = elsewhere(other_url)
    lines = read_lines(format_lines(entries).encode(), "journal.jsonl")
    assert there.merge(lines) == (4, 0)
    assert there.entries() == entries
    assert there.merge(lines) == (0, 4)
    assert there.entries() == entries
    there.database.close()


def test_two_journals_that_merge_each_other_end_in_the_same_order(
    journal: VerdictJournal, other_url: str
) -> None:
    there = elsewhere(other_url)
    theirs = there.append(verdict(7, reviewer="Cyd"), expected_revision=0)
    here = written(journal)
    assert journal.merge([theirs]) == (1, 0)
    assert there.merge(here) == (4, 0)
    assert [one.id for one in journal.entries()] == [one.id for one in there.entries()]
    assert [one.id for one in History(journal.entries()).standing()] == [
        one.id for one in History(there.entries()).standing()
    ]
    assert [one.id for one in journal.since(4)] == [theirs.id]  # it arrived here last
    assert journal.revision(CHANNEL) == 4
    there.database.close()


def test_what_is_written_after_an_import_comes_after_it(journal: VerdictJournal) -> None:
    (first,) = written(journal)[:1]
    ahead = dataclasses.replace(
        first, id=verdict(9).id, at_us=first.at_us + 3_600_000_000, reviewer="Cyd", start_s=9.0, end_s=10.0
    )
    journal.merge([ahead])
    later = journal.append(verdict(9), expected_revision=journal.revision(CHANNEL))
    assert later.at_us == ahead.at_us + 1


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda one: dataclasses.replace(one, comment="another"), "found another content"),
        (
            lambda one: dataclasses.replace(one, id=verdict(1).id, at_us=8 * 10**15),
            "not more than a day ahead",
        ),
        (lambda one: dataclasses.replace(one, id=verdict(1).id, reviewer=""), "reviewer: expected a name"),
        (
            lambda one: entry_of_draft(
                reversal(Verb.UNDO, one, id=verdict(1).id), at_us=5, sequence=0, revision=0
            ),
            None,
        ),
        (
            lambda one: entry_of_draft(
                dataclasses.replace(reversal(Verb.UNDO, one), target=verdict(1).id),
                at_us=5,
                sequence=0,
                revision=0,
            ),
            "expected the verdict of this speaker that it is about",
        ),
    ],
)
def test_an_import_is_taken_whole_or_not_at_all(
    journal: VerdictJournal, change: Callable[[Entry], Entry], message: str | None
) -> None:
    entries = written(journal)
    fresh = dataclasses.replace(entries[0], id=verdict(1).id)
    changed = change(entries[0])
    if message is None:
        assert journal.merge([fresh, changed]) == (2, 0)
        return
    with pytest.raises(JournalError, match=message):
        journal.merge([fresh, changed])
    assert journal.entries() == entries


def line(**changes: Any) -> dict[str, Any]:
    entry = entry_of_draft(verdict(1), at_us=1_000_000, sequence=1, revision=1)
    return {**json.loads(format_lines([entry])), **changes}


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"format": 2}, r"line 1, format: expected Input should be less than or equal to 1, found 2"),
        ({"verb": "delete"}, "line 1, verb"),
        ({"id": "7"}, "line 1, id"),
        ({"id": "A" * 8 + "-0000-4000-8000-" + "0" * 12}, "UUID in its usual form"),
        ({"speaker": 3}, "line 1, speaker"),
        ({"speaker": True}, "line 1, speaker"),
        ({"source": "x" * 32}, "32 hex digits"),
        ({"at": "yesterday"}, "line 1, at"),
        ({"choice": "d"}, "line 1, choice"),
        ({"extra": 1}, r"line 1, extra: .*found 1"),
        ({"segments": [{"start_s": 2.0, "end_s": 1.0, "label": "x", "text": ""}]}, "an end from 2.0 s on"),
        ({"segments": [{"start_s": -2.0, "end_s": 1.0, "label": "x", "text": ""}]}, r"segments\.0\.start_s"),
        ({"before": {"d": []}}, r"before\.d"),
    ],
)
def test_a_line_that_breaks_a_rule_is_told_with_its_place(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidDataError, match=message) as caught:
        read_lines(json.dumps(line(**changes)).encode(), "j")
    (problem,) = caught.value.problems
    assert problem.where.startswith("line 1")


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"{", "line 1: expected one JSON object on a line"),
        (b"\xff", "expected text in UTF-8, found the byte 0xff"),
        (b'{"id": 1, "id": 2}', 'expected each key once, found "id" again'),
        (b"[]\n\n7", "line 3"),
        (b"[" * 100_000, "line 1: expected one JSON object"),
    ],
)
def test_a_file_that_is_no_journal_is_refused(data: bytes, message: str) -> None:
    with pytest.raises(InvalidDataError, match=message):
        read_lines(data, "j")


def test_an_entry_may_stand_only_once() -> None:
    text = json.dumps(line())
    with pytest.raises(InvalidDataError, match=r"line 2: expected each entry once"):
        read_lines(f"{text}\n{text}\n".encode(), "j")


def test_a_backup_brings_everything_back_in_its_place(
    journal: VerdictJournal, other_url: str, tmp_path: Path
) -> None:
    entries = written(journal)
    path = tmp_path / "copy"
    path.write_text("an older copy")
    assert back_up(journal, path) == 4
    assert path.read_bytes().startswith(b"SQLite" if journal.database.is_sqlite else b"{")
    there = elsewhere(other_url)
    assert restore(there, path) == 4
    assert there.since(0) == entries
    there.database.close()
    assert sorted(one.name for one in tmp_path.iterdir() if one.name.startswith(".")) == []


def test_a_backup_of_sqlite_goes_into_postgresql_and_back(server_url: str, tmp_path: Path) -> None:
    first = elsewhere(str(tmp_path / "first.sqlite"))
    entries = written(first)
    back_up(first, tmp_path / "one")
    second = elsewhere(server_url)
    with second.database.transaction() as connection:
        connection.exec_driver_sql("ALTER TABLE entries DISABLE TRIGGER ALL")
        connection.exec_driver_sql("DELETE FROM entries")
        connection.exec_driver_sql("ALTER TABLE entries ENABLE TRIGGER ALL")
    restore(second, tmp_path / "one")
    back_up(second, tmp_path / "two")
    third = elsewhere(str(tmp_path / "third.sqlite"))
    restore(third, tmp_path / "two")
    assert third.since(0) == entries
    for one in (first, second, third):
        one.database.close()


def test_a_backup_is_not_mixed_with_another_journal(journal: VerdictJournal, tmp_path: Path) -> None:
    entries = written(journal)
    back_up(journal, tmp_path / "copy")
    with pytest.raises(JournalError, match=r"expected an empty journal, found 4 entries \(.*import merges"):
        restore(journal, tmp_path / "copy")
    assert journal.entries() == entries


def test_what_is_no_backup_is_refused(journal: VerdictJournal, other_url: str, tmp_path: Path) -> None:
    export = tmp_path / "export.jsonl"
    export.write_text(format_lines(written(journal)))
    there = elsewhere(other_url)
    with pytest.raises(
        JournalError, match=r"expected a backup with every entry from 1 on.*import takes that"
    ):
        restore(there, export)
    with pytest.raises(MissingFileError, match="expected a backup of the journal, found No such file"):
        restore(there, tmp_path / "none")
    (tmp_path / "text").write_text("hello")
    with pytest.raises(InvalidDataError, match="expected one JSON object"):
        restore(there, tmp_path / "text")
    there.database.close()


def test_a_backup_that_cannot_be_written_leaves_nothing(journal: VerdictJournal, tmp_path: Path) -> None:
    with pytest.raises(JournalError, match="expected a backup to be written"):
        back_up(journal, tmp_path / "none" / "copy")
    assert not (tmp_path / "none").exists()
