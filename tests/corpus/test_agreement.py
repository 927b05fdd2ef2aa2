"""Agreement between annotators (PROTOCOL section 7)."""

from __future__ import annotations

from dataclasses import asdict

import numpy as np
import pytest

from tests.cases import close_to, conversation_of, read_vectors, score_cases
from viewer.corpus import agreement, boundary_f1, cohen_kappa, fleiss_kappa, frame_symbols
from viewer.dialogue.conversation import Conversation
from viewer.dialogue.segments import EMPTY_TRACK, Segment, Track

TURN, LAUGHTER = 1, 6


def track(*rows: tuple[float, float, str]) -> Track:
    return Track.from_segments(Segment(*row) for row in rows)


def test_agreement_equals_the_vectors() -> None:
    found = asdict(agreement(conversation_of(case) for case in score_cases()))
    assert found == close_to(read_vectors("score.json")["agreement"])


# -- frames --------------------------------------------------------------------------------------


def test_a_segment_covers_every_frame_that_it_touches() -> None:
    # frame      0    1    2    3    4
    #            0   .1   .2   .3   .4   .5
    # segment            |-----|           0.15 to 0.26
    assert frame_symbols(track((0.15, 0.26, "Normal Turn")), 0.5).tolist() == [0, TURN, TURN, 0, 0]


def test_the_later_segment_in_file_order_overwrites() -> None:
    rows = track((0.0, 0.4, "Normal Turn"), (0.1, 0.2, "Laughter"))
    assert frame_symbols(rows, 0.4).tolist() == [TURN, LAUGHTER, TURN, TURN]
    turned = track((0.1, 0.2, "Laughter"), (0.0, 0.4, "Normal Turn"))
    assert frame_symbols(turned, 0.4).tolist() == [TURN, TURN, TURN, TURN]


@pytest.mark.parametrize(
    ("rows", "duration_s", "expected"),
    [
        pytest.param(track(), 0.0, [], id="no length"),
        pytest.param(track(), 0.25, [0, 0, 0], id="a begun frame counts"),
        pytest.param(track((0.0, 0.0, "Normal Turn")), 0.2, [0, 0], id="no length at 0.0"),
        pytest.param(track((0.05, 0.05, "Normal Turn")), 0.2, [TURN, 0], id="no length inside a frame"),
        pytest.param(track((0.1, 9.0, "Normal Turn")), 0.2, [0, TURN], id="past the end"),
        pytest.param(track((5.0, 9.0, "Normal Turn")), 0.2, [0, 0], id="wholly past the end"),
        pytest.param(track((0.0, 0.2, "Cough")), 0.2, [0, 0], id="an unknown label"),
        pytest.param(track((0.0, 0.2, "")), 0.2, [0, 0], id="no label"),
        pytest.param(track((0.0, 0.1, "Regular Turn")), 0.2, [TURN, 0], id="the alias"),
    ],
)
def test_the_edges_of_frames(rows: Track, duration_s: float, expected: list[int]) -> None:
    assert frame_symbols(rows, duration_s).tolist() == expected


# -- kappas --------------------------------------------------------------------------------------


def test_fleiss_kappa_of_the_worked_example_of_its_paper() -> None:
    """Wikipedia's table after Fleiss (1971): 10 items, 14 raters, 5 categories, kappa 0.210."""
    votes = [
        [0, 0, 0, 0, 14],
        [0, 2, 6, 4, 2],
        [0, 0, 3, 5, 6],
        [0, 3, 9, 2, 0],
        [2, 2, 8, 1, 1],
        [7, 7, 0, 0, 0],
        [3, 2, 6, 3, 0],
        [2, 5, 3, 2, 2],
        [6, 5, 2, 1, 0],
        [0, 2, 2, 3, 7],
    ]
    assert fleiss_kappa(np.array(votes), np.ones(10, dtype=np.int64)) == pytest.approx(0.2099, abs=5e-5)


def test_cohen_kappa_of_a_worked_example() -> None:
    # 50 items: both yes 20, only the first 5, only the second 10, both no 15: P 0.7, Pe 0.5.
    assert cohen_kappa(np.array([[20, 5], [10, 15]])) == pytest.approx(0.4)


def test_raters_that_always_differ_agree_less_than_chance() -> None:
    assert cohen_kappa(np.array([[0, 2], [2, 0]])) == pytest.approx(-1.0)


@pytest.mark.parametrize(
    ("confusion", "expected"),
    [
        pytest.param([[0, 0], [0, 0]], None, id="no items"),
        pytest.param([[5, 0], [0, 0]], None, id="one symbol throughout"),
        pytest.param([[0, 5], [0, 0]], 0.0, id="each one symbol, not the same"),
        pytest.param([[1, 0], [0, 1]], 1.0, id="one item each"),
    ],
)
def test_the_edges_of_cohen_kappa(confusion: list[list[int]], expected: float | None) -> None:
    assert cohen_kappa(np.array(confusion)) == expected


@pytest.mark.parametrize(
    ("votes", "items", "expected"),
    [
        pytest.param([[3, 0]], [0], None, id="no items"),
        pytest.param([[3, 0]], [9], None, id="one symbol throughout"),
        pytest.param([[3, 0], [0, 3]], [1, 1], 1.0, id="one item each"),
        pytest.param([[2, 1], [1, 2]], [1, 1], pytest.approx(-1 / 3), id="never all three"),
    ],
)
def test_the_edges_of_fleiss_kappa(votes: list[list[int]], items: list[int], expected: object) -> None:
    assert fleiss_kappa(np.array(votes), np.array(items)) == expected


# -- starts --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        pytest.param([], [], None, id="both empty"),
        pytest.param([], [1.0], 0.0, id="first empty"),
        pytest.param([1.0], [], 0.0, id="second empty"),
        pytest.param([0.0], [0.0], 1.0, id="at 0.0"),
        pytest.param([1.0], [1.2], 1.0, id="on the upper limit"),
        pytest.param([1.0], [0.8], 1.0, id="on the lower limit"),
        pytest.param([1.0], [1.25], 0.0, id="past the limit"),
        pytest.param([1.0, 1.125], [1.0], pytest.approx(2 / 3), id="a start is taken once"),
        pytest.param([1.0, 1.25], [1.125, 1.375], 1.0, id="the first not yet taken, not the nearest"),
        pytest.param([1.0, 1.0], [1.0, 1.0], 1.0, id="duplicates"),
    ],
)
def test_boundary_f1(first: list[float], second: list[float], expected: object) -> None:
    assert boundary_f1(np.array(first), np.array(second)) == expected


def test_boundary_f1_equals_a_plain_search(rng: np.random.Generator) -> None:
    for _ in range(200):
        first, second = (np.sort(rng.integers(0, 60, rng.integers(0, 20)) / 20) for _ in range(2))
        taken: set[int] = set()
        for x in first.tolist():
            near = [k for k, y in enumerate(second.tolist()) if x - 0.2 <= y <= x + 0.2 and k not in taken]
            taken.update(near[:1])
        total = len(first) + len(second)
        expected = pytest.approx(2 * len(taken) / total) if total else None
        assert boundary_f1(first, second) == expected


def test_unknown_labels_count_as_starts_and_missing_ones_do_not() -> None:
    heard = {(1, "a"): track((1.0, 2.0, "Cough"), (5.0, 6.0, "")), (2, "b"): track((1.0, 2.0, "Sneeze"))}
    found = agreement([Conversation("1", 10.0, heard)])
    assert found.boundary_f1_mean == {"ab": 1.0, "ac": 0.0, "bc": 0.0}


# -- whole dialogues -----------------------------------------------------------------------------


@pytest.mark.parametrize("conversations", [[], [Conversation("1", 0.0)], [Conversation("1", 9.0)]])
def test_without_labels_nothing_has_a_value(conversations: list[Conversation]) -> None:
    found = agreement(conversations)
    assert found.fleiss_kappa is None
    assert set(found.cohen_kappa.values()) == {None}
    assert set(found.boundary_f1_mean.values()) == {None}
    assert found.frames == sum(2 * 10 * int(one.duration_s) for one in conversations)


def test_an_empty_track_is_silence_as_a_missing_one_is() -> None:
    turn = track((0.0, 1.0, "Normal Turn"))
    with_empty = Conversation("1", 2.0, {(1, "a"): turn, (1, "b"): turn, (1, "c"): EMPTY_TRACK})
    without = Conversation("1", 2.0, {(1, "a"): turn, (1, "b"): turn})
    assert agreement([with_empty]) == agreement([without])


def test_pooling_is_free_of_order() -> None:
    conversations = [conversation_of(case) for case in score_cases()[:20]]
    forth, back = agreement(conversations), agreement(reversed(conversations))
    assert forth.fleiss_kappa == back.fleiss_kappa
    assert forth.cohen_kappa == back.cohen_kappa
