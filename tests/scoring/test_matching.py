"""Claims, fired spans and fates, drawn by hand; the edges of every limit."""

from __future__ import annotations

import numpy as np
import pytest

from tests.dialogues import agreed, decided
from viewer.dialogue.conversation import Conversation
from viewer.dialogue.decisions import Submission
from viewer.dialogue.protocol import ProtocolSettings, Task
from viewer.gold import build_gold
from viewer.scoring import FATE_NAMES, Fate, Score, Scored, pack_gold, pool, pool_by, score_submission

TURN = "Normal Turn"
INT = "Floor-taking Cooperative Interruption"
BC = "Continuer Backchannel"
ONE_TURN = agreed([(1, 4, TURN, "")])


def _score(conversation: Conversation, submission: Submission, **settings: float) -> Scored:
    chosen = ProtocolSettings(**settings)  # type: ignore[arg-type]  # min_agree is not varied here
    gold = pack_gold([(conversation.conversation_id, build_gold(conversation, chosen))])
    return score_submission(gold, submission, chosen)


def _fates(scored: Scored, task: Task) -> list[str]:
    return [FATE_NAMES[Fate(code)] for code in scored.outcomes(0, task).decisions.fate.tolist()]


@pytest.mark.parametrize(
    ("decision", "hits"),
    [(3.75, 1), (float(np.nextafter(3.75, 0)), 0), (7.0, 1), (float(np.nextafter(7.0, 8)), 0), (4.0, 1)],
)
def test_a_decision_on_the_window_edge_is_claimed(decision: float, hits: int) -> None:
    # 1  |====|4.0
    #      3.75 └───── window ─────┘ 7.0
    assert _score(ONE_TURN, decided(([decision], []))).score(0, Task.EOT).tp == hits


def test_the_earliest_decision_is_claimed_and_the_next_is_redundant() -> None:
    scored = _score(ONE_TURN, decided(([4.5, 5.0], [])))
    assert _fates(scored, Task.EOT) == ["claimed", "redundant"]
    assert scored.score(0, Task.EOT).latencies_ms.tolist() == [500.0]


def test_a_window_closes_at_the_next_positive() -> None:
    # 1  |==|2   |==|4        2 answers between
    # 2     |=|3
    conversation = agreed([(1, 2, TURN, ""), (3.25, 4, TURN, "")], [(2.5, 3, TURN, "")])
    scored = _score(conversation, decided(([4.25], [])))
    decisions = scored.outcomes(0, Task.EOT).positives.decision_s
    assert [None if np.isnan(one) else one for one in decisions] == [None, None, 4.25]


def test_one_decision_can_fire_two_spans_and_is_one_false_alarm() -> None:
    # 1 |==turn==|             |bc|  |bc|
    # 2 decides before both ends are past
    conversation = agreed([(20, 30, TURN, "")], [(2, 4, BC, ""), (4.2, 5, BC, "")])
    scored = _score(conversation, decided(interruption=([], [4.0])))
    assert _fates(scored, Task.INT) == ["false_alarm"]
    assert scored.score(0, Task.INT).fp == 2


def test_a_second_decision_in_a_fired_span_is_a_repeat() -> None:
    conversation = agreed([(20, 30, TURN, "")], [(2, 6, BC, "")])
    scored = _score(conversation, decided(interruption=([], [3.0, 5.0])))
    assert _fates(scored, Task.INT) == ["false_alarm", "repeat"]
    assert scored.score(0, Task.INT).fp == 1


def test_a_decision_in_a_positive_window_fires_nothing() -> None:
    conversation = agreed([(20, 30, TURN, "")], [(2, 3, INT, ""), (3.5, 4.5, BC, "")])
    scored = _score(conversation, decided(interruption=([], [2.5, 4.0])))
    assert _fates(scored, Task.INT) == ["claimed", "redundant"]
    assert scored.score(0, Task.INT).fp == 0


def test_a_decision_far_from_everything_is_ignored() -> None:
    assert _fates(_score(ONE_TURN, decided(([20.0], []))), Task.EOT) == ["ignored"]


def test_the_other_speakers_decision_claims_nothing() -> None:
    assert _score(ONE_TURN, decided(([], [4.0]))).score(0, Task.EOT).tp == 0


def test_two_equal_interruptions_need_a_decision_each() -> None:
    conversation = agreed([(20, 30, TURN, "")], [(2, 3, INT, ""), (2, 3.5, INT, "")])
    assert _score(conversation, decided(interruption=([], [2.5]))).score(0, Task.INT).tp == 1
    assert _score(conversation, decided(interruption=([], [2.5, 2.75]))).score(0, Task.INT).tp == 2


@pytest.mark.parametrize(
    ("score", "recall", "fp_rate"),
    [
        (Score(), None, None),
        (Score(tp=1), 1.0, None),
        (Score(fn=2), 0.0, None),
        (Score(fp=1, tn=3), None, 0.25),
    ],
)
def test_a_rate_with_nothing_to_divide_has_no_value(
    score: Score, recall: float | None, fp_rate: float | None
) -> None:
    assert (score.recall, score.fp_rate, score.latency) == (recall, fp_rate, None)


def test_pooling_adds_counts_and_does_not_depend_on_the_order() -> None:
    scores = [Score(1, 2, 3, 4, np.array([5.0])), Score(10, 20, 30, 40, np.array([-7.0, 9.0]))]
    there, back = pool(scores), pool(scores[::-1])
    assert (there.tp, there.fn, there.fp, there.tn) == (11, 22, 33, 44)
    assert there.latency == back.latency
    assert pool([]).recall is None


def test_groups_need_one_name_for_each_conversation() -> None:
    with pytest.raises(ValueError, match="shorter"):
        pool_by(_score(ONE_TURN, decided()), [])
