from __future__ import annotations

import uuid
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from tests.audit.small import TURN, small_split, write_small
from viewer.audit import Desk, Queue, answer_key, narrowed, questions
from viewer.corrections import Choice, own_segment
from viewer.dialogue.conversation import ANNOTATORS
from viewer.dialogue.protocol import BENCHMARK, Task
from viewer.dialogue.segments import Segment
from viewer.errors import HiddenLabelsError, InvalidDataError, SettingsError, UnknownNameError
from viewer.gold import build_gold
from viewer.journal import ConflictError, VerdictJournal, open_database
from viewer.workspace import SplitWork, open_workspace


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[VerdictJournal]:
    database = open_database(str(tmp_path / "audit.sqlite"))
    yield VerdictJournal(database)
    database.close()


@pytest.fixture
def work(tmp_path: Path) -> SplitWork:
    return small_split(tmp_path)


@pytest.fixture
def desk(work: SplitWork, journal: VerdictJournal) -> Desk:
    return Desk(work, journal)


def test_a_verdict_is_drafted_previewed_written_undone_and_redone(desk: Desk, work: SplitWork) -> None:
    """Speaker 1 of dialogue 1: c hears turns 0.3 s late, so that a and b decide; of the last c is right."""
    draft = desk.draft("1", 1, 14.0, 21.0, Choice.C, reviewer="Ada", comment="c has the breath", item="x")
    assert draft.segments == (Segment(15.3, 20.0, TURN, "1 says 2"),)
    assert {name: [one.start_s for one in rows] for name, rows in draft.before.items()} == {
        "a": [15.0],
        "b": [15.0],
        "c": [15.3],
    }
    assert draft.source_file.endswith("cases.json")
    preview = desk.effect(with_draft=draft)
    assert desk.verdicts("1") == []
    written = desk.record(draft)
    assert (written.revision, written.comment) == (1, "c has the breath")
    assert [(one.part, one.end_s, one.is_gained) for one in preview.changes["1"]] == [
        ("negatives", 15.0, False),
        ("negatives", 15.3, True),
    ]
    assert desk.effect().changes == preview.changes
    assert [desk.corrected("1").track(1, name).start_s.tolist() for name in ANNOTATORS] == [
        [1.0, 10.0, 15.3],
        [1.0, 10.0, 15.3],
        [1.3, 10.3, 15.3],
    ]
    assert desk.effect({written.id}).changes == {}
    undone = desk.undo("Ada")
    assert undone is not None
    assert desk.corrected("1") is work.conversations["1"]
    assert build_gold(desk.corrected("1")).eot.negatives.end_s.tolist() == [15.0]
    assert desk.undo("Ada") is None
    assert desk.redo("Ada") is not None
    assert desk.corrected("1").track(1, "a").start_s.tolist() == [1.0, 10.0, 15.3]
    assert desk.redo("Ada") is None
    assert [one.verb for one in desk.entries()] == ["verdict", "undo", "redo"]


def test_undo_of_everything_gives_the_sources_gold(desk: Desk, work: SplitWork) -> None:
    for start in (0.0, 4.0, 11.0):
        desk.record(desk.draft("1", 1, start, start + 6.0, Choice.OWN, reviewer="Ada"))
    desk.record(desk.draft("2", 2, 0.0, 30.0, Choice.C, reviewer="Bob"))
    assert set(desk.corrected_conversations()) == {"1", "2"}
    while desk.undo("Ada") or desk.undo("Bob"):
        pass
    assert desk.corrected_conversations() == {}
    assert desk.corrected_work().golds(BENCHMARK) == work.golds(BENCHMARK)
    assert len(desk.entries()) == 8


def test_who_is_right_is_asked_of_the_source_whatever_was_decided_before(desk: Desk) -> None:
    desk.record(desk.draft("1", 1, 0.0, 6.0, Choice.OWN, reviewer="Ada"))
    assert desk.corrected("1").track(1, "a").start_s.tolist() == [10.0, 15.0]
    again = desk.draft("1", 1, 0.0, 6.0, Choice.CONSENSUS, reviewer="Bob")
    assert [(one.start_s, one.end_s) for one in again.segments] == [(1.0, 5.0)]
    assert again.before == {"a": (), "b": (), "c": ()}


def test_a_subset_of_verdicts_can_be_on(desk: Desk) -> None:
    first = desk.record(desk.draft("1", 1, 0.0, 6.0, Choice.OWN, reviewer="Ada"))
    second = desk.record(desk.draft("1", 1, 9.0, 13.0, Choice.OWN, reviewer="Ada"))
    starts = {
        off: desk.corrected("1", off).track(1, "a").start_s.tolist()
        for off in (
            frozenset(),
            frozenset({first.id}),
            frozenset({second.id}),
            frozenset({first.id, second.id}),
        )
    }
    assert list(starts.values()) == [[15.0], [1.0, 15.0], [10.0, 15.0], [1.0, 10.0, 15.0]]
    assert desk.corrected_work({first.id}).conversations["1"].track(1, "a").start_s.tolist() == [1.0, 15.0]


def test_two_desks_see_each_other_and_never_overwrite(work: SplitWork, journal: VerdictJournal) -> None:
    ada, bob = Desk(work, journal), Desk(work, journal)
    bobs = bob.draft("1", 1, 0.0, 6.0, Choice.B, reviewer="Bob")
    written = ada.record(ada.draft("1", 1, 0.0, 6.0, Choice.C, reviewer="Ada"))
    with pytest.raises(ConflictError, match="written since by Ada") as caught:
        bob.record(bobs)
    assert caught.value.theirs == (written,)
    assert bob.verdicts("1") == []
    assert bob.refresh() == [written]
    assert bob.verdicts("1") == [written]
    bob.record(bobs)
    assert [one.reviewer for one in bob.verdicts("1")] == ["Ada", "Bob"]
    assert [one.reviewer for one in ada.refresh()] == ["Bob"]


def test_verdicts_on_other_labels_say_nothing(tmp_path: Path, journal: VerdictJournal) -> None:
    path = write_small(tmp_path / "corpus")
    desk = Desk(open_workspace(path).split(), journal)
    old = desk.record(desk.draft("1", 1, 0.0, 6.0, Choice.OWN, reviewer="Ada"))
    cases = tmp_path / "corpus" / "cases.json"
    cases.write_text(cases.read_text().replace("1 says 0", "1 said 0"))
    later = Desk(open_workspace(path).split(), journal)
    assert later.verdicts("1") == []
    assert later.stale_verdicts() == [old]
    assert later.corrected_conversations() == {}
    fresh = later.record(later.draft("1", 1, 0.0, 6.0, Choice.OWN, reviewer="Ada"))
    assert fresh.revision == 1
    assert later.verdicts("1") == [fresh]
    assert desk.stale_verdicts() == []


def test_verdicts_on_what_is_not_there_are_left_alone(work: SplitWork, journal: VerdictJournal) -> None:
    from tests.journal.drafting import verdict

    strange = journal.append(verdict(1), expected_revision=0)
    desk = Desk(work, journal)
    assert desk.all_verdicts() == []
    assert desk.stale_verdicts() == [strange]
    assert desk.effect().changes == {}
    again = journal.append(verdict(2), expected_revision=1)
    assert desk.refresh() == [again]
    assert desk.stale_verdicts() == [strange, again]


def test_what_arrives_out_of_order_stands_where_it_belongs(work: SplitWork, journal: VerdictJournal) -> None:
    """A verdict from another machine, given before the one that is here, is overruled by it."""
    desk = Desk(work, journal)
    here = desk.record(desk.draft("1", 1, 0.0, 6.0, Choice.OWN, reviewer="Ada", item="q"))
    assert desk.effect().changes["1"]
    assert desk.answers([]) == {}
    early = replace(here, id=str(uuid.uuid4()), at_us=here.at_us - 1000, choice=Choice.CANNOT_TELL, item="q")
    journal.merge([early])
    desk.refresh()
    assert desk.verdicts("1") == [replace(early, sequence=2, revision=2), here]
    fresh = Desk(work, journal)
    assert fresh.verdicts("1") == desk.verdicts("1")
    later = desk.record(desk.draft("1", 1, 0.0, 6.0, Choice.A, reviewer="Bob"))
    fresh.refresh()
    assert fresh.verdicts("1") == desk.verdicts("1") == [*desk.verdicts("1")[:2], later]
    assert fresh.corrected("1").track(1, "b").start_s.tolist() == [1.0, 10.0, 15.0]


def test_questions_are_answered_by_the_verdict_that_names_them(desk: Desk, work: SplitWork) -> None:
    asked = narrowed(questions(work, BENCHMARK), queue=Queue.TWO_TO_ONE, conversation_id="3")
    first, second = asked
    written = desk.record(
        desk.draft(
            "3", first.speaker, first.start_s, first.end_s, Choice.CANNOT_TELL, reviewer="A", item=first.id
        )
    )
    assert desk.answers(asked) == {answer_key("3", first.id): written}
    assert answer_key("3", second.id) not in desk.answers(asked)
    every = tuple(asked)
    assert desk.answers(every) == {answer_key("3", first.id): written}
    again = desk.record(
        desk.draft("3", second.speaker, second.start_s, second.end_s, Choice.A, reviewer="B", item=second.id)
    )
    assert desk.answers(every) == {answer_key("3", first.id): written, answer_key("3", second.id): again}
    desk.undo("A")
    assert desk.answers(every) == {answer_key("3", second.id): again}
    desk.undo("B")
    assert desk.answers(every) == desk.answers(asked) == {}


def test_an_own_segment_moves_scores_at_once(desk: Desk, work: SplitWork) -> None:
    """Dialogue 3: speaker 1's turn ends at 6; said to end at 9.5 the decision at 6.2 comes too early."""
    own = own_segment(work.conversations["3"], 1, TURN, 2.0, 9.5)
    draft = desk.draft("3", 1, 1.0, 6.5, Choice.OWN, reviewer="Ada", own=[own])
    moved = desk.effect(with_draft=draft).split["quick"][Task.EOT]
    assert (moved.before.tp, moved.before.fn) == (8, 0)
    assert (moved.after.tp, moved.after.fn) == (7, 1)


def test_what_cannot_be_is_refused(desk: Desk) -> None:
    with pytest.raises(UnknownNameError, match="expected one of its 3 readable conversations, found '9'"):
        desk.draft("9", 1, 0.0, 1.0, Choice.A, reviewer="Ada")
    with pytest.raises(UnknownNameError, match="expected speaker 1 or 2, found 3"):
        desk.draft("1", 3, 0.0, 1.0, Choice.A, reviewer="Ada")
    with pytest.raises(InvalidDataError, match="expected a start before its end"):
        desk.draft("1", 1, 1.0, 1.0, Choice.A, reviewer="Ada")


def test_there_is_no_desk_on_hidden_labels(tmp_path: Path, journal: VerdictJournal) -> None:
    with pytest.raises(HiddenLabelsError, match="they have no audit desk"):
        Desk(small_split(tmp_path, labels="hidden"), journal)


def test_there_is_no_desk_in_public(
    work: SplitWork, journal: VerdictJournal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TURNBENCH_MODE", "public")
    with pytest.raises(SettingsError, match="expected TURNBENCH_MODE local or team, found public"):
        Desk(work, journal)


def test_a_restart_finds_everything_as_it_was(tmp_path: Path, work: SplitWork) -> None:
    first = open_database(str(tmp_path / "kept.sqlite"))
    desk = Desk(work, VerdictJournal(first))
    for start in (0.0, 9.0, 14.0):
        desk.record(desk.draft("1", 1, start, start + 5.0, Choice.OWN, reviewer="Ada"))
    desk.undo("Ada")
    before = desk.corrected("1").track(1, "b").start_s.tolist()
    first.close()
    second = open_database(str(tmp_path / "kept.sqlite"))
    again = Desk(work, VerdictJournal(second))
    assert again.corrected("1").track(1, "b").start_s.tolist() == before
    assert again.redo("Ada") is not None
    assert again.corrected("1").track(1, "b").start_s.tolist() == []
    second.close()
