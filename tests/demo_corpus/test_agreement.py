"""The generator's own agreement, on cases small enough to count by hand."""

import pytest

from scripts.demo_corpus.agreement import (
    Tracks,
    boundary_f1,
    consensus,
    fleiss_kappa,
    label_class,
    turn_class,
)
from scripts.demo_corpus.timeline import Truth


def segment(start_s: float, end_s: float, label: str = "Normal Turn") -> Truth:
    return Truth(start_s=start_s, end_s=end_s, label=label, text="")


def tracks(*of_annotators: list[Truth]) -> Tracks:
    a, b, c = of_annotators
    return Tracks(duration_s=1.0, tracks=(a, b, c))


def test_equal_tracks_agree_wholly() -> None:
    same = [segment(0.0, 0.5)]
    assert fleiss_kappa([tracks(same, same, same)]) == pytest.approx(1.0)
    assert boundary_f1([[tracks(same, same, same)]]) == {"ab": 1.0, "ac": 1.0, "bc": 1.0}


def test_kappa_counts_frames() -> None:
    # frame   0123456789      8 frames unanimous, 2 frames 2 : 1
    # a, b    TTTTTT....      T: 6 + 6 + 4 = 16 of 30
    # c       TTTT......
    found = fleiss_kappa([tracks([segment(0, 0.6)], [segment(0, 0.6)], [segment(0, 0.4)])])
    observed, chance = (8 + 2 / 3) / 10, (16 / 30) ** 2 + (14 / 30) ** 2
    assert found == pytest.approx((observed - chance) / (1 - chance))


def test_two_who_agree_make_an_event_and_the_third_overlaps_it() -> None:
    found = consensus(tracks([segment(0.1, 0.5)], [segment(0.2, 0.6)], [segment(0.1, 0.9)]), view=label_class)
    assert [event[2] for event in found.events] == ["Turn"]
    assert list(found.events[0][:2]) == pytest.approx([0.15, 0.55])
    assert found.disputed == ()


def test_what_one_alone_heard_is_disputed() -> None:
    found = consensus(tracks([segment(0.1, 0.5)], [], []), view=label_class)
    assert (found.events, found.disputed) == ((), ((0.1, 0.5),))


def test_the_turn_view_joins_interruptions_with_turns() -> None:
    mixed = tracks([segment(0.1, 0.5)], [segment(0.1, 0.5, "Floor-taking Competitive Interruption")], [])
    assert len(consensus(mixed, view=turn_class).events) == 1
    assert consensus(mixed, view=label_class).events == ()
