"""The rows behind counts that a correction moves: they add up to the counts, and say what became what."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from tests.audit.small import TURN, small_split
from viewer.audit import CorrectedSplit, OutcomeChange, outcome_changes
from viewer.corrections import Choice, Verdict, apply_verdicts
from viewer.dialogue.protocol import BENCHMARK, TASKS, Task
from viewer.dialogue.segments import Segment
from viewer.scoring import TaskOutcomes
from viewer.scoring.outcomes import DecisionOutcomes, NegativeOutcomes, PositiveOutcomes
from viewer.workspace import SplitWork


def corrected(work: SplitWork, *verdicts: Verdict) -> CorrectedSplit:
    """Return conversation 1 alone with verdicts applied."""
    return CorrectedSplit(work, {"1": apply_verdicts(work.conversations["1"], verdicts)}, only="1")


def changed(work: SplitWork, after: SplitWork, task: Task, model: str = "quick") -> tuple[OutcomeChange, ...]:
    had, has = work.scored(model, BENCHMARK), after.scored(model, BENCHMARK)
    row, new_row = work.row("1"), after.row("1")
    assert had is not None
    assert has is not None
    assert row is not None
    assert new_row is not None
    return outcome_changes(had.outcomes(row, task), has.outcomes(new_row, task))


def fates(change: OutcomeChange) -> tuple[str, str]:
    return tuple(one.fate if one else "" for one in (change.before, change.after))  # type: ignore[return-value]


def test_one_conversation_alone_is_scored_as_in_the_whole_split(tmp_path: Path) -> None:
    work = small_split(tmp_path)
    nothing = CorrectedSplit(work, {}, only="1")
    assert list(nothing.golds(BENCHMARK)) == ["1"]
    assert nothing.row("1") == 0
    assert nothing.row("2") is None
    for task in TASKS:
        assert changed(work, nothing, task) == ()


def test_an_end_that_moves_is_one_row_and_one_that_goes_another(tmp_path: Path) -> None:
    work = small_split(tmp_path)
    moved = Verdict("v", "1", 1, 1.0, 5.0, Choice.OWN, (Segment(1.0, 4.9, TURN),))
    rows = changed(work, corrected(work, moved), Task.EOT)
    (row,) = (one for one in rows if one.before and one.before.start_s == 5.0)
    assert row.after is not None
    assert row.after.start_s == 4.9
    emptied = Verdict("w", "1", 1, 15.0, 20.0, Choice.OWN)
    gone = {
        one.before.start_s: fates(one)
        for one in changed(work, corrected(work, emptied), Task.EOT)
        if one.before
    }
    assert gone[20.0][0] in ("hit", "miss")
    assert gone[20.0][1] == ""


def test_rows_add_up_to_the_counts(tmp_path: Path) -> None:
    work = small_split(tmp_path)
    for verdicts in (
        [Verdict("v", "1", 1, 1.0, 25.0, Choice.OWN)],
        [Verdict("v", "1", 1, 10.0, 20.0, Choice.OWN, (Segment(10.0, 20.0, TURN),))],
        [Verdict("v", "1", 2, 6.0, 9.0, Choice.OWN, (Segment(6.0, 10.5, TURN),))],
    ):
        after = corrected(work, *verdicts)
        for task in TASKS:
            had, has = work.scored("quick", BENCHMARK), after.scored("quick", BENCHMARK)
            assert had is not None
            assert has is not None
            row = work.row("1")
            assert row is not None
            before, now = had.score(row, task), has.score(0, task)
            counts = Counter(
                {"hit": before.tp, "miss": before.fn, "false_alarm": before.fp, "quiet": before.tn}
            )
            for change in changed(work, after, task):
                counts[change.before.fate if change.before else ""] -= 1
                counts[change.after.fate if change.after else ""] += 1
            del counts[""]
            assert +counts == +Counter(
                {"hit": now.tp, "miss": now.fn, "false_alarm": now.fp, "quiet": now.tn}
            )


events = st.lists(st.tuples(st.integers(1, 2), st.integers(0, 40), st.booleans()), max_size=12)


def outcomes(positives: list[tuple[int, int, bool]], negatives: list[tuple[int, int, bool]]) -> TaskOutcomes:
    """Return outcomes at tenths of a second; equal events may come twice."""
    speaker, tenth, is_marked = (np.array([one[at] for one in positives]) for at in range(3))
    time_s = tenth / 10
    decided = np.where(is_marked.astype(bool), time_s + 0.2, np.nan)
    who, when, fired = (np.array([one[at] for one in negatives]) for at in range(3))
    none = np.empty(0)
    return TaskOutcomes(
        PositiveOutcomes(speaker.astype(np.int64), time_s, time_s + 3, decided),
        NegativeOutcomes(who.astype(np.int64), when / 10, when / 10 + 1, fired.astype(np.int64)),
        DecisionOutcomes(none.astype(np.int64), none, none.astype(np.int64)),
    )


@given(events, events, events, events)
def test_whatever_is_lost_and_gained_the_rows_add_up(
    first: list[tuple[int, int, bool]],
    second: list[tuple[int, int, bool]],
    third: list[tuple[int, int, bool]],
    fourth: list[tuple[int, int, bool]],
) -> None:
    before, after = outcomes(first, second), outcomes(third, fourth)
    rows = outcome_changes(before, after)
    difference = Counter(one.after.fate for one in rows if one.after)
    difference.subtract(one.before.fate for one in rows if one.before)
    expected = Counter("hit" if hit else "miss" for *_, hit in third)
    expected.update("false_alarm" if fired else "quiet" for *_, fired in fourth)
    expected.subtract("hit" if hit else "miss" for *_, hit in first)
    expected.subtract("false_alarm" if fired else "quiet" for *_, fired in second)
    assert {name: count for name, count in difference.items() if count} == {
        name: count for name, count in expected.items() if count
    }
    assert outcome_changes(before, before) == ()
    assert [one.at_s for one in rows] == sorted(one.at_s for one in rows)
