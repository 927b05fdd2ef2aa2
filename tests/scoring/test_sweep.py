"""The fast sweep against the plain one, and what must hold of any sweep."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.plain_sweep import plain_sweep
from viewer.dialogue.decisions import Probabilities
from viewer.dialogue.gold_sets import ConsensusEvents, Events, Gold, Spans, TaskGold
from viewer.dialogue.protocol import ProtocolSettings, Task
from viewer.dialogue.segments import FloatArray
from viewer.scoring.sweep import candidate_thresholds, commit_times, sweep

NO_EVENTS = ConsensusEvents(
    np.zeros(0, int), np.zeros(0), np.zeros(0), np.zeros(0, int), np.zeros((0, 3), int)
)


def spans(rng: np.random.Generator, count: int, duration_s: float, longest_s: float) -> Spans:
    start_s = np.round(rng.uniform(0, duration_s, count), 2)
    return Spans(
        np.sort(rng.integers(1, 3, count)), start_s, start_s + np.round(rng.uniform(0.1, longest_s, count), 2)
    )


def task_gold(rng: np.random.Generator, duration_s: float, per_minute: float) -> TaskGold:
    count = int(per_minute * duration_s / 60)
    events = Events(np.sort(rng.integers(1, 3, count)), np.round(rng.uniform(0, duration_s, count), 2))
    return TaskGold(events, spans(rng, count, duration_s, 2.0), spans(rng, int(count / 4), duration_s, 4.0))


def gold(rng: np.random.Generator, duration_s: float, per_minute: float) -> Gold:
    eot, interruption = (task_gold(rng, duration_s, per_minute) for _ in range(2))
    nothing = spans(rng, 0, 1.0, 1.0)
    return Gold(eot, interruption, NO_EVENTS, NO_EVENTS, nothing, nothing)


def track(rng: np.random.Generator, frames: int) -> FloatArray:
    """Return probabilities of one of four kinds: smooth, on a grid of hundredths, two-valued, zero."""
    noise = np.convolve(rng.random(frames + 20), np.ones(7) / 7, "same")[:frames]
    values: FloatArray = np.clip(noise * 1.6 - 0.3 + rng.normal(0, 0.05, frames), 0, 1)
    kinds = [values, np.round(values, 2), (values > 0.7).astype(float), np.zeros(frames)]
    return kinds[int(rng.integers(0, 4))]


def case(seed: int) -> tuple[Probabilities, list[tuple[str, Gold]], ProtocolSettings]:
    rng = np.random.default_rng(seed)
    rate_hz = float(rng.choice([0.3, 1.0, 5.0, 12.5, 25.0, 50.0]))
    duration_s = float(rng.choice([5.0, 30.0, 120.0]))
    frames = int(duration_s * rate_hz)
    entries = {str(name): (track(rng, frames), track(rng, frames)) for name in range(3)}
    density = float(rng.choice([4.0, 20.0, 60.0]))
    golds = [(str(name), gold(rng, duration_s, density)) for name in range(4)]
    protocol = ProtocolSettings(
        tau_pre_s=float(rng.choice([0.0, 0.25, 1.0])), tau_max_s=float(rng.choice([0.5, 3.0, 6.0]))
    )
    return Probabilities(list(Task)[seed % 2], rate_hz, entries), golds, protocol


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 2**32 - 1))
def test_every_row_equals_the_plain_sweep_to_the_last_bit(seed: int) -> None:
    probabilities, golds, protocol = case(seed)
    assert sweep(probabilities, golds, protocol) == plain_sweep(probabilities, golds, protocol)


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 2**32 - 1), st.randoms(use_true_random=False))
def test_the_order_of_dialogues_changes_nothing(seed: int, random: object) -> None:
    probabilities, golds, protocol = case(seed)
    shuffled = list(golds)
    random.shuffle(shuffled)  # type: ignore[attr-defined]  # hypothesis types it as an object
    assert sweep(probabilities, shuffled, protocol) == sweep(probabilities, golds, protocol)


@settings(max_examples=50, deadline=None)
@given(st.integers(0, 2**32 - 1), st.floats(0, 1), st.sampled_from([0.3, 1.0, 12.5, 25.0, 50.0]))
def test_commits_lie_above_theta_and_a_refractory_apart(seed: int, theta: float, rate_hz: float) -> None:
    values = track(np.random.default_rng(seed), 400)
    frames = np.round(commit_times(values, rate_hz, theta) * rate_hz).astype(int) - 1
    assert (values[frames] > theta).all()
    assert (np.diff(frames) >= max(1, round(2.0 * rate_hz))).all()


def test_a_higher_threshold_can_commit_more() -> None:
    values = np.array([0.5, 0.9, 0.4, 0.9] * 30)
    at_low, at_high = (len(commit_times(values, 0.5, theta)) for theta in (0.3, 0.6))
    assert (at_low, at_high) == (1, 60)


@pytest.mark.parametrize("task", list(Task))
def test_probabilities_without_a_value_above_zero_commit_nothing(task: Task) -> None:
    silent = Probabilities(task, 25.0, {"0": (np.zeros(250), np.zeros(250))})
    rows = sweep(silent, [("0", gold(np.random.default_rng(1), 10.0, 60.0))])
    assert len(rows) == len(candidate_thresholds(silent)) == 99
    assert {(row.tp, row.fp, row.p50) for row in rows} == {(0, 0, None)}
