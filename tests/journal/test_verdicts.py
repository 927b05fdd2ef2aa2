from __future__ import annotations

import dataclasses
import time

import pytest
import sqlalchemy as sa
from sqlalchemy.exc import DatabaseError

from tests.journal.drafting import CHANNEL, OTHER_CHANNEL, reversal, verdict
from viewer.corrections import Choice
from viewer.dialogue.segments import Segment
from viewer.journal import (
    ConflictError,
    Database,
    Entry,
    History,
    JournalError,
    Verb,
    VerdictJournal,
    open_database,
)


def add(journal: VerdictJournal, *numbers: int, reviewer: str = "Ada") -> list[Entry]:
    first = journal.revision(CHANNEL)
    return [
        journal.append(verdict(number, reviewer=reviewer), expected_revision=first + row)
        for row, number in enumerate(numbers)
    ]


def turn_round(journal: VerdictJournal, verb: Verb, target: Entry, reviewer: str = "Ada") -> Entry:
    draft = reversal(verb, target, reviewer=reviewer)
    return journal.append(draft, expected_revision=journal.revision(target.channel))


def test_what_is_written_comes_back_whole(journal: VerdictJournal) -> None:
    hostile = "a\0b\u2028\ud800 '); DROP TABLE entries; --"
    draft = dataclasses.replace(
        verdict(3, comment=hostile, item="dispute-1", source_file="calls/07"),
        segments=(Segment(0.1 + 0.2, 1e-300, hostile, hostile),),
        is_verified=True,
    )
    written = journal.append(draft, expected_revision=0)
    (found,) = journal.entries()
    assert found == written
    assert {name: getattr(found, name) for name in draft.__slots__} == {
        name: getattr(draft, name) for name in draft.__slots__
    }
    assert (found.sequence, found.revision) == (1, 1)


def test_the_journal_is_the_same_after_a_restart(url: str) -> None:
    first = open_database(url)
    written = add(VerdictJournal(first), 1, 2)
    turned = turn_round(VerdictJournal(first), Verb.UNDO, written[1])
    first.close()
    again = open_database(url)
    found = VerdictJournal(again)
    assert found.entries() == [*written, turned]
    assert History(found.entries()).next_redo("Ada") == written[1]
    again.close()


def test_a_write_on_an_old_revision_is_refused_with_both_sides(journal: VerdictJournal) -> None:
    (first,) = add(journal, 1)
    theirs = journal.append(verdict(2, reviewer="Bob"), expected_revision=1)
    yours = verdict(2)
    with pytest.raises(
        ConflictError, match=r"7, speaker 1: expected revision 1, found 2 \(written since by Bob"
    ) as caught:
        journal.append(yours, expected_revision=1)
    assert (caught.value.yours, caught.value.theirs, caught.value.revision) == (yours, (theirs,), 2)
    assert journal.entries() == [first, theirs]


def test_channels_do_not_disturb_each_other(journal: VerdictJournal) -> None:
    add(journal, 1, 2)
    other = journal.append(verdict(channel=OTHER_CHANNEL), expected_revision=0)
    changed_labels = dataclasses.replace(CHANNEL, source="2" * 32)
    elsewhere = journal.append(verdict(channel=changed_labels), expected_revision=0)
    assert (other.revision, other.sequence) == (1, 3)
    assert (elsewhere.revision, elsewhere.sequence) == (1, 4)
    assert journal.revision(CHANNEL) == 2


def test_writing_the_same_again_after_a_lost_answer_changes_nothing(journal: VerdictJournal) -> None:
    draft = verdict(1)
    written = journal.append(draft, expected_revision=0)
    add(journal, 2)
    assert journal.append(draft, expected_revision=0) == written
    assert len(journal.entries()) == 2
    with pytest.raises(JournalError, match="expected what stands in the journal under this id"):
        journal.append(dataclasses.replace(draft, comment="other"), expected_revision=2)


def test_times_go_forward_even_where_the_clock_goes_back(
    journal: VerdictJournal, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = time.time_ns()
    monkeypatch.setattr(time, "time_ns", lambda: now)
    first, second = add(journal, 1, 2)
    monkeypatch.setattr(time, "time_ns", lambda: now - 10**12)
    (third,) = add(journal, 3)
    assert [second.at_us - first.at_us, third.at_us - second.at_us] == [1, 1]


def test_undo_and_redo_go_to_any_depth(journal: VerdictJournal) -> None:
    written = add(journal, 1, 2, 3)
    for number in (2, 1, 0):
        target = History(journal.entries()).next_undo("Ada")
        assert target == written[number]
        turn_round(journal, Verb.UNDO, target)
    assert History(journal.entries()).standing() == []
    assert History(journal.entries()).next_undo("Ada") is None
    for number in (0, 1, 2):
        target = History(journal.entries()).next_redo("Ada")
        assert target == written[number]
        turn_round(journal, Verb.REDO, target)
    assert History(journal.entries()).standing() == written
    assert History(journal.entries()).next_redo("Ada") is None
    assert len(journal.entries()) == 9


def test_a_new_verdict_ends_what_could_be_redone(journal: VerdictJournal) -> None:
    (first,) = add(journal, 1)
    turn_round(journal, Verb.UNDO, first)
    add(journal, 2, reviewer="Bob")
    assert History(journal.entries()).next_redo("Ada") == first
    add(journal, 3)
    assert History(journal.entries()).next_redo("Ada") is None
    assert History(journal.entries()).next_redo("Bob") is None


def test_everybody_undoes_their_own(journal: VerdictJournal) -> None:
    (ada,) = add(journal, 1)
    (bob,) = add(journal, 2, reviewer="Bob")
    assert History(journal.entries()).next_undo("Ada") == ada
    turn_round(journal, Verb.UNDO, bob, reviewer="Ada")  # by name one may undo another's
    assert History(journal.entries()).next_undo("Bob") is None
    assert History(journal.entries()).next_redo("Ada") == bob


def test_a_redone_verdict_stands_where_it_stood(journal: VerdictJournal) -> None:
    first, second = add(journal, 1, 2)
    turn_round(journal, Verb.UNDO, first)
    assert History(journal.entries()).standing() == [second]
    turn_round(journal, Verb.REDO, first)
    assert History(journal.entries()).standing() == [first, second]


def test_what_does_not_stand_is_not_undone_twice(journal: VerdictJournal) -> None:
    (first,) = add(journal, 1)
    with pytest.raises(JournalError, match="expected one that was undone, found one that stands"):
        turn_round(journal, Verb.REDO, first)
    turn_round(journal, Verb.UNDO, first)
    with pytest.raises(JournalError, match="expected one that stands, found one that was undone"):
        turn_round(journal, Verb.UNDO, first)


def test_only_a_verdict_of_the_same_channel_is_undone(journal: VerdictJournal) -> None:
    (first,) = add(journal, 1)
    undone = turn_round(journal, Verb.UNDO, first)
    for draft in (
        reversal(Verb.UNDO, undone),
        dataclasses.replace(reversal(Verb.UNDO, first), channel=OTHER_CHANNEL),
        dataclasses.replace(reversal(Verb.UNDO, first), target="nothing"),
    ):
        with pytest.raises(JournalError, match="expected the verdict of this speaker"):
            journal.append(draft, expected_revision=journal.revision(draft.channel))


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"reviewer": " "}, "reviewer: expected a name of 1 to 200 printable characters"),
        ({"reviewer": "Ada\n"}, "reviewer: expected a name"),
        ({"reviewer": "a" * 201}, "reviewer: expected a name"),
        ({"choice": None}, "expected a verdict with a choice"),
        ({"target": "x"}, "expected a verdict with a choice and no target"),
        ({"verb": Verb.UNDO, "target": "x"}, "expected an undo of a verdict"),
        ({"channel": dataclasses.replace(CHANNEL, speaker=3)}, "speaker: expected 1 or 2, found 3"),
    ],
)
def test_what_no_journal_should_hold_is_refused(
    journal: VerdictJournal, fields: dict[str, object], message: str
) -> None:
    with pytest.raises(JournalError, match=message):
        journal.append(dataclasses.replace(verdict(1), **fields), expected_revision=0)  # type: ignore[arg-type]
    assert journal.entries() == []


def test_the_database_itself_keeps_every_row(database: Database, journal: VerdictJournal) -> None:
    add(journal, 1)
    for statement in ("UPDATE entries SET reviewer = 'Eve'", "DELETE FROM entries"):
        with (
            database.engine.connect() as connection,
            pytest.raises(DatabaseError, match="only ever added to"),
        ):
            connection.execute(sa.text(statement))
    assert [one.reviewer for one in journal.entries()] == ["Ada"]


def test_a_poll_gives_what_has_arrived_since(journal: VerdictJournal) -> None:
    first, second = add(journal, 1, 2)
    assert journal.since(0) == [first, second]
    assert journal.since(1) == [second]
    assert journal.since(2) == []
    assert journal.since(0, limit=1) == [first]


def test_another_connection_sees_it_at_once(url: str, journal: VerdictJournal) -> None:
    other = open_database(url)
    written = add(journal, 1)
    assert VerdictJournal(other).since(0) == written
    other.close()


def test_entries_are_found_by_split_and_dialogue(journal: VerdictJournal) -> None:
    (here,) = add(journal, 1)
    there = journal.append(
        verdict(1, channel=dataclasses.replace(CHANNEL, split="test")), expected_revision=0
    )
    second = journal.append(
        verdict(1, channel=dataclasses.replace(CHANNEL, conversation_id="8")), expected_revision=0
    )
    assert journal.entries("dev") == [here, second]
    assert journal.entries("dev", "8") == [second]
    assert journal.entries("test") == [there]
    assert journal.entries("none") == []


def test_an_undo_is_no_verdict(journal: VerdictJournal) -> None:
    (first,) = add(journal, 1)
    undone = turn_round(journal, Verb.UNDO, first)
    assert first.verdict.choice is Choice.OWN
    with pytest.raises(ValueError, match="expected a verdict, found an undo"):
        _ = undone.verdict
