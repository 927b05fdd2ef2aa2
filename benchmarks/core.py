"""Gold and scoring of a dev-sized split, against the plain Python witness of the tests."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from benchmarks.dialogues import Case, make_split
from benchmarks.tables import Figure, at_least, below, milliseconds
from tests import witness
from tests.cases import conversation_of
from tests.dialogues import submission_of
from viewer.dialogue.decisions import Submission
from viewer.dialogue.protocol import TASKS
from viewer.gold import build_gold
from viewer.scoring import GoldPack, Score, pack_gold, score_submission

SCORE_LIMIT_MS = 2.0
GOLD_RATIO = 20.0
SEED = 38


def measure() -> Iterator[Figure]:
    """Measure gold and scoring over 38 dialogues of 11.5 minutes."""
    cases = make_split(np.random.default_rng(SEED))
    conversations = [conversation_of(case) for case in cases]
    submission = submission_of(cases)
    gold_ms = milliseconds(lambda: [build_gold(one) for one in conversations], 9)
    witness_gold_ms = milliseconds(lambda: [witness.build_gold(case) for case in cases], 1)
    pack = pack_gold([(one.conversation_id, build_gold(one)) for one in conversations])
    score_ms = milliseconds(lambda: _rescore(pack, submission), 50)
    golds = [witness.build_gold(case) for case in cases]
    witness_score_ms = milliseconds(lambda: _witness_scores(cases, golds), 1)
    yield Figure(
        "gold positives and negatives of both tasks", f"{len(pack.positive_s)}, {len(pack.negative_start_s)}"
    )
    yield Figure("gold of the split", f"{gold_ms:.1f} ms")
    yield at_least("gold, plain Python witness over ours", witness_gold_ms / gold_ms, GOLD_RATIO)
    yield below("re-scoring one submission, both tasks with outcomes", score_ms, SCORE_LIMIT_MS)
    yield Figure("re-scoring, plain Python witness over ours", f"{witness_score_ms / score_ms:.0f} times")


def _rescore(pack: GoldPack, submission: Submission) -> list[Score]:
    """Score, pool and take the percentiles, as a change of a parameter does."""
    scored = score_submission(pack, submission)
    pooled = [scored.pooled(task) for task in TASKS]
    return [score for score in pooled if score.latency and score.latency.p50]


def _witness_scores(cases: list[Case], golds: list[dict[str, list[list[float]]]]) -> list[Case]:
    return [
        witness.score(gold, witness.decisions_of(case, str(task)), str(task))
        for case, gold in zip(cases, golds, strict=True)
        for task in TASKS
    ]
