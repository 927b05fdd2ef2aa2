"""One dialogue at every threshold, against committing and scoring at each threshold by itself."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.scoring.test_sweep import case
from viewer.dialogue.conversation import SPEAKERS
from viewer.scoring import pack_gold, score_submission
from viewer.scoring.matching import Fate
from viewer.scoring.sweep import candidate_thresholds, decisions_at
from viewer.scoring.sweep_runs import NO_OWNER, SweptUnit, swept_unit

Commits = list[tuple[float, int]]


def commits_at(unit: SweptUnit, rate_hz: float, step: int) -> Commits:
    stands = (unit.first <= step) & (step < unit.stop)
    times = (unit.frame[stands] + 1) / rate_hz
    return list(zip(times.tolist(), unit.fate[stands].tolist(), strict=True))


def fired_at(unit: SweptUnit, step: int) -> list[int]:
    return sorted(unit.span[(unit.span_first <= step) & (step < unit.span_stop)].tolist())


@settings(max_examples=12, deadline=None)
@given(st.integers(0, 2**32 - 1))
def test_runs_say_at_every_threshold_what_scoring_says(seed: int) -> None:
    probabilities, golds, protocol = case(seed)
    task, rate_hz = probabilities.task, probabilities.frame_rate_hz
    name, gold = golds[0]
    own = gold.of(task)
    thresholds = candidate_thresholds(probabilities)
    units = [
        swept_unit(track, rate_hz, thresholds, own, speaker, protocol)
        for speaker, track in zip(SPEAKERS, probabilities.entries[name], strict=True)
    ]
    pack = pack_gold([(name, gold)])
    for step in range(0, len(thresholds), 7):
        scored = score_submission(pack, decisions_at(probabilities, float(thresholds[step])), protocol)
        outcomes = scored.outcomes(0, task)
        for speaker, unit in zip(SPEAKERS, units, strict=True):
            of_speaker = outcomes.decisions.speaker == speaker
            expected = zip(
                outcomes.decisions.time_s[of_speaker].tolist(),
                outcomes.decisions.fate[of_speaker].tolist(),
                strict=True,
            )
            assert commits_at(unit, rate_hz, step) == list(expected)
            spans = np.flatnonzero(own.negatives.speaker == speaker)
            order = spans[np.argsort(own.negatives.start_s[spans], kind="stable")]
            assert fired_at(unit, step) == np.flatnonzero(outcomes.negatives.has_fired[order]).tolist()


@settings(max_examples=12, deadline=None)
@given(st.integers(0, 2**32 - 1))
def test_a_hit_belongs_to_what_it_claims_and_a_false_alarm_to_a_span_it_fires(seed: int) -> None:
    probabilities, golds, protocol = case(seed)
    name, gold = golds[0]
    own, rate_hz = gold.of(probabilities.task), probabilities.frame_rate_hz
    unit = swept_unit(
        probabilities.entries[name][0], rate_hz, candidate_thresholds(probabilities), own, 1, protocol
    )
    positives = np.sort(own.positives.time_s[own.positives.speaker == 1])
    spans = np.flatnonzero(own.negatives.speaker == 1)
    spans = spans[np.argsort(own.negatives.start_s[spans], kind="stable")]
    times = (unit.frame + 1) / rate_hz
    for time, fate, owner in zip(times.tolist(), unit.fate.tolist(), unit.owner.tolist(), strict=True):
        if fate == Fate.HIT:
            assert positives[owner] - protocol.tau_pre_s <= time <= positives[owner] + protocol.tau_max_s
        elif fate in (Fate.FALSE_ALARM, Fate.REPEAT):
            start_s, end_s = own.negatives.start_s[spans[owner]], own.negatives.end_s[spans[owner]]
            assert start_s - protocol.tau_pre_s <= time <= end_s
        else:
            assert owner == NO_OWNER


def test_runs_of_a_commit_do_not_overlap() -> None:
    probabilities, golds, protocol = case(7)
    name, gold = golds[0]
    thresholds = candidate_thresholds(probabilities)
    own = gold.of(probabilities.task)
    unit = swept_unit(
        probabilities.entries[name][0], probabilities.frame_rate_hz, thresholds, own, 1, protocol
    )
    rows = list(zip(unit.frame.tolist(), unit.first.tolist(), unit.stop.tolist(), strict=True))
    assert all(first < stop <= len(thresholds) for _, first, stop in rows)
    pairs = pairwise(rows)
    assert all(one[0] < two[0] or one[2] <= two[1] for one, two in pairs)
