"""Models on the same events, side by side: drawn by hand, then what must hold for any corpus."""

from __future__ import annotations

import math
from dataclasses import astuple

import numpy as np
import pytest

from tests.cases import conversation_of, score_cases
from tests.dialogues import agreed, decided, submission_of
from tests.scoring.comparing import marks_of
from viewer.dialogue.decisions import SpeakerDecisions, Submission
from viewer.dialogue.protocol import BENCHMARK, ProtocolSettings, Task
from viewer.gold import build_gold
from viewer.scoring import (
    Aligned,
    GoldPack,
    Joint,
    Marks,
    Scored,
    align,
    exclusive_counts,
    joint,
    latency_differences_ms,
    pack_gold,
    pair,
    pair_by,
    percentiles_ms,
    score_submission,
)

TURN = "Normal Turn"
# 1  |==|2            |==|12 |==|14              ends at 2 and 14; a pause from 12 to 12.75
# 2         |==|6                   |==|16       ends at 6 and 16
TALK = agreed(
    [(0.5, 2, TURN, ""), (10, 12, TURN, ""), (12.75, 14, TURN, "")], [(5, 6, TURN, ""), (15, 16, TURN, "")]
)
#                      2     pause  14      6      16
A = decided(([2.25, 12.5, 14.5], [6.25]))  # +250  fires  +500    +250   miss
B = decided(([2.5], [6.125]))  #             +500  quiet  miss    +125   miss
C = decided(([12.5], [7.0]))  #              miss  fires  miss    +1000  miss


def _gold(settings: ProtocolSettings = BENCHMARK) -> GoldPack:
    return pack_gold([("7", build_gold(TALK, settings))])


def _three() -> Aligned:
    gold = _gold()
    return align([score_submission(gold, one) for one in (A, B, C)], Task.EOT)


def test_every_event_is_in_one_of_four_counts() -> None:
    aligned = _three()
    assert joint(aligned.hits, 0, 1) == Joint(both=2, first=1, second=0, neither=1)
    assert joint(aligned.hits, 1, 2) == Joint(both=1, first=1, second=0, neither=2)
    assert joint(aligned.fires, 0, 1) == Joint(both=0, first=1, second=0, neither=0)
    assert joint(aligned.fires, 0, 2) == Joint(both=1, first=0, second=0, neither=0)


def test_a_joint_count_tells_both_rates_and_their_difference() -> None:
    hits = joint(_three().hits, 0, 1)
    assert (hits.first_rate, hits.second_rate, hits.difference) == (0.75, 0.5, 0.25)
    assert Joint(0, 0, 0, 0).first_rate is None


def test_latencies_are_paired_where_both_models_hit() -> None:
    aligned = _three()
    assert latency_differences_ms(aligned, 0, 1).tolist() == [-250.0, 125.0]
    assert latency_differences_ms(aligned, 2, 1).tolist() == [875.0]


def test_what_only_one_of_two_models_marks_stands_in_its_row() -> None:
    aligned = _three()
    assert exclusive_counts(aligned.hits).tolist() == [[0, 1, 2], [0, 0, 1], [0, 0, 0]]
    assert exclusive_counts(aligned.fires).tolist() == [[0, 1, 0], [0, 0, 0], [0, 1, 0]]


def test_percentiles_of_one_difference_are_that_difference() -> None:
    found = percentiles_ms(np.array([-40.0]))
    assert found is not None
    assert (found.p10, found.p50, found.p90) == (-40.0, -40.0, -40.0)


def test_models_of_other_gold_or_settings_are_not_compared() -> None:
    scored, other = score_submission(_gold(), A), score_submission(_gold(), B)
    with pytest.raises(ValueError, match="same gold"):
        align([scored, other], Task.EOT)
    later = ProtocolSettings(tau_max_s=1.0)
    with pytest.raises(ValueError, match="same settings"):
        align([scored, score_submission(scored.gold, B, later)], Task.EOT)
    with pytest.raises(ValueError, match="expected at least two scored models, found 1"):
        align([scored], Task.EOT)


def test_events_within_conversations_are_theirs_alone() -> None:
    marks = marks_of([(3, (2, 1)), (2, (0, 2))])
    assert joint(marks.within([1]), 0, 1) == Joint(both=0, first=0, second=2, neither=0)
    assert joint(marks.within([]), 0, 1) == Joint(0, 0, 0, 0)


def test_a_corpus_without_events_has_no_difference() -> None:
    none = Marks(np.empty(0, int), np.empty((2, 0), bool))
    assert joint(none, 0, 1).difference is None
    assert exclusive_counts(none).tolist() == [[0, 0], [0, 0]]


# --- what must hold for any corpus: the vectors, with their decisions and the same ones later ---------------


def _later(submission: Submission, by_s: float) -> Submission:
    return Submission(
        {
            name: (_moved(first, by_s), _moved(second, by_s))
            for name, (first, second) in submission.entries.items()
        }
    )


def _moved(one: SpeakerDecisions, by_s: float) -> SpeakerDecisions:
    return SpeakerDecisions(one.eot + by_s, one.interruption + by_s)


@pytest.fixture(scope="module")
def vectors() -> list[Scored]:
    cases = score_cases()
    gold = pack_gold([(case["conversation_id"], build_gold(conversation_of(case))) for case in cases])
    submission = submission_of(cases)
    return [score_submission(gold, one) for one in (submission, _later(submission, 0.5), Submission({}))]


@pytest.mark.parametrize("task", list(Task))
def test_every_model_keeps_its_own_counts_and_latencies(vectors: list[Scored], task: Task) -> None:
    aligned = align(vectors, task)
    for row, scored in enumerate(vectors):
        score = scored.pooled(task)
        assert int(aligned.hits.is_marked[row].sum()) == score.tp
        assert int(aligned.fires.is_marked[row].sum()) == score.fp
        assert aligned.hits.is_marked.shape[1] == score.tp + score.fn
        assert aligned.fires.is_marked.shape[1] == score.fp + score.tn
        own = aligned.latency_ms[row][aligned.hits.is_marked[row]]
        assert np.sort(own).tolist() == np.sort(score.latencies_ms).tolist()


@pytest.mark.parametrize("task", list(Task))
def test_a_plain_walk_over_the_outcomes_finds_the_same_joint_counts(
    vectors: list[Scored], task: Task
) -> None:
    aligned = align(vectors, task)
    hits, fires, differences = [0] * 4, [0] * 4, []
    for row in range(len(vectors[0].conversation_ids)):
        first, second = (scored.outcomes(row, task) for scored in vectors[:2])
        times = first.positives.time_s.tolist()
        pairs = zip(
            first.positives.decision_s.tolist(), second.positives.decision_s.tolist(), times, strict=True
        )
        for one, other, time in pairs:
            hits[2 * math.isnan(one) + math.isnan(other)] += 1
            if not math.isnan(one) and not math.isnan(other):
                differences.append((one - time) * 1000 - (other - time) * 1000)
        for fired, also in zip(
            first.negatives.has_fired.tolist(), second.negatives.has_fired.tolist(), strict=True
        ):
            fires[2 * (not fired) + (not also)] += 1
    assert joint(aligned.hits, 0, 1) == Joint(*hits)
    assert joint(aligned.fires, 0, 1) == Joint(*fires)
    assert sorted(latency_differences_ms(aligned, 0, 1).tolist()) == sorted(differences)


@pytest.mark.parametrize("task", list(Task))
def test_swapping_two_models_mirrors_the_comparison(vectors: list[Scored], task: Task) -> None:
    aligned = align(vectors, task)
    for marks in (aligned.hits, aligned.fires):
        one, other = joint(marks, 0, 1), joint(marks, 1, 0)
        assert (one.both, one.first, one.second, one.neither) == (
            other.both, other.second, other.first, other.neither,
        )  # fmt: skip
        assert one.difference == -(other.difference or 0.0)
    assert np.array_equal(latency_differences_ms(aligned, 0, 1), -latency_differences_ms(aligned, 1, 0))


@pytest.mark.parametrize("task", list(Task))
def test_a_model_against_itself_differs_nowhere(vectors: list[Scored], task: Task) -> None:
    aligned = align([vectors[0], vectors[0]], task)
    for marks in (aligned.hits, aligned.fires):
        table = joint(marks, 0, 1)
        assert (table.first, table.second, table.difference) == (0, 0, 0.0)
    assert not latency_differences_ms(aligned, 0, 1).any()


@pytest.mark.parametrize("task", list(Task))
def test_groups_of_conversations_add_up(vectors: list[Scored], task: Task) -> None:
    aligned = align(vectors, task)
    groups = ["abc"[row % 3] for row in range(len(aligned.conversation_ids))]
    whole, parts = pair(aligned, 0, 1), pair_by(aligned, 0, 1, groups)
    assert list(parts) == ["a", "b", "c"]
    for kind in ("hits", "fires"):
        tables = [astuple(getattr(part, kind)) for part in parts.values()]
        assert astuple(getattr(whole, kind)) == tuple(map(sum, zip(*tables, strict=True)))
    differences = np.concatenate([part.differences_ms for part in parts.values()])
    assert np.sort(differences).tolist() == np.sort(whole.differences_ms).tolist()


def test_every_conversation_needs_a_group(vectors: list[Scored]) -> None:
    with pytest.raises(ValueError, match="shorter"):
        pair_by(align(vectors, Task.EOT), 0, 1, ["a"])
