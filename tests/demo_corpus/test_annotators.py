"""The simulated annotators: chance from a seed alone, and each kind of error on its own."""

from dataclasses import replace

import numpy as np

from scripts.demo_corpus.annotators import ANNOTATORS, CONFUSED_WITH, MISSED, Annotator, annotate
from scripts.demo_corpus.script import LABELS
from scripts.demo_corpus.timeline import Truth

PERFECT = Annotator(
    name="p",
    start_bias_s=0.0,
    end_bias_s=0.0,
    jitter_s=0.0,
    merge=0.0,
    split=0.0,
    miss=0.0,
    confuse=0.0,
    drag=0.0,
    invent=0.0,
)
TRUTH = (
    Truth(start_s=1.0, end_s=3.0, label="Normal Turn", text="one two three", breaks=((1.8, 2.2, 1),)),
    Truth(start_s=4.0, end_s=5.0, label="Normal Turn", text="four"),
    Truth(start_s=8.0, end_s=8.5, label="Laughter", text="(laughs)"),
)


def track(annotator: Annotator, *, seed: int = 1, truth: tuple[Truth, ...] = TRUTH) -> tuple[Truth, ...]:
    return annotate(truth, annotator=annotator, duration_s=10.0, rng=np.random.default_rng(seed))


def spans(found: tuple[Truth, ...]) -> list[tuple[float, float]]:
    return [(item.start_s, item.end_s) for item in found]


def test_the_same_seed_gives_the_same_track() -> None:
    for annotator in ANNOTATORS:
        assert track(annotator, seed=7) == track(annotator, seed=7)


def test_another_seed_gives_another_track() -> None:
    assert track(ANNOTATORS[0], seed=7) != track(ANNOTATORS[0], seed=8)


def test_a_perfect_annotator_writes_the_truth() -> None:
    assert track(PERFECT) == tuple(replace(item, breaks=()) for item in TRUTH)


def test_a_bias_moves_every_border() -> None:
    found = track(replace(PERFECT, start_bias_s=0.1, end_bias_s=0.2))
    assert spans(found) == [(1.1, 3.2), (4.1, 5.2), (8.1, 8.7)]


def test_a_bridged_pause_merges_two_turns() -> None:
    found = track(replace(PERFECT, merge=1.0))
    assert spans(found) == [(1.0, 5.0), (8.0, 8.5)]
    assert found[0].text == "one two three four"


def test_a_pause_heard_as_a_border_splits_a_turn() -> None:
    found = track(replace(PERFECT, split=1.0))
    assert spans(found)[:2] == [(1.0, 1.8), (2.2, 3.0)]
    assert [item.text for item in found[:2]] == ["one", "two three"]


def test_missing_concerns_soft_events_only() -> None:
    found = track(replace(PERFECT, miss=100.0))
    assert [item.label for item in found] == ["Normal Turn", "Normal Turn"]


def test_a_confused_label_is_a_neighbour() -> None:
    found = track(replace(PERFECT, confuse=1.0))
    for item, true in zip(found, TRUTH, strict=True):
        assert item.label in CONFUSED_WITH[true.label]


def test_an_invented_noise_lies_in_a_gap_of_the_speaker() -> None:
    found = track(replace(PERFECT, invent=1.0))
    (extra,) = [item for item in found if item.text in ("(noise)", "(breathes)")]
    assert 5.0 < extra.start_s < extra.end_s < 8.0


def test_a_dragged_end_stops_at_the_next_start_and_at_the_end_of_the_recording() -> None:
    late = (
        replace(TRUTH[0], end_s=3.9, breaks=()),
        TRUTH[1],
        Truth(start_s=9.0, end_s=9.9, label="Normal Turn", text="five"),
    )
    found = track(replace(PERFECT, drag=1.0), truth=late)
    assert found[0].end_s == 4.0
    assert found[-1].end_s == 10.0


def test_tracks_are_sorted_and_never_reversed() -> None:
    for seed in range(50):
        for annotator in ANNOTATORS:
            found = track(annotator, seed=seed)
            assert all(item.start_s < item.end_s for item in found)
            assert [item.start_s for item in found] == sorted(item.start_s for item in found)


def test_the_tables_know_only_labels_of_the_taxonomy() -> None:
    assert set(MISSED) <= set(LABELS)
    for label, neighbours in CONFUSED_WITH.items():
        assert {label, *neighbours} <= set(LABELS)
        assert label not in neighbours
        assert sum(neighbours.values()) == 1.0
