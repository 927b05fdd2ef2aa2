"""Names of points: none covers another, a point or the line, none leaves the figure."""

from __future__ import annotations

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from viewer.view_models.label_places import HEIGHT_PX, LETTER_PX, LabelPlace, place_labels

SIZE = (400.0, 300.0)
Box = tuple[float, float, float, float]
points = st.tuples(st.integers(0, 400).map(float), st.integers(0, 300).map(float))


def box_of(point: tuple[float, float], name: str, place: LabelPlace) -> Box:
    length = len(name) * LETTER_PX
    left = point[0] + place.dx_px - length * {"left": 0.0, "right": 1.0, "center": 0.5}[place.anchor]
    middle = point[1] + place.dy_px
    return left, middle - HEIGHT_PX / 2, left + length, middle + HEIGHT_PX / 2


def overlap(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


@given(st.lists(st.tuples(points, st.text("ab", min_size=1, max_size=20)), max_size=20))
def test_no_name_covers_another_a_point_or_the_line(rows: list[tuple[tuple[float, float], str]]) -> None:
    places = place_labels(
        [point for point, _ in rows], [name for _, name in rows], SIZE, [(0, 150), (400, 150)]
    )
    boxes = {
        at: box_of(point, name, place)
        for at, ((point, name), place) in enumerate(zip(rows, places, strict=True))
        if place is not None
    }
    assert not any(overlap(one, other) for one, other in combinations(boxes.values(), 2))
    for at, box in boxes.items():
        assert box[0] >= 0
        assert box[1] >= 0
        assert box[2] <= SIZE[0]
        assert box[3] <= SIZE[1]
        assert not overlap(box, (0, 150, 400, 151))
        others = [point for other, (point, _) in enumerate(rows) if other != at]
        assert not any(overlap(box, (x - 1, y - 1, x + 1, y + 1)) for x, y in others)


def test_a_name_alone_stands_to_the_right_of_its_point_and_one_that_is_too_long_nowhere() -> None:
    assert place_labels([(200.0, 40.0)], ["alone"], SIZE) == [LabelPlace("left", 8.0, 0.0)]
    assert place_labels([(200.0, 40.0)], ["far too long " * 20], SIZE) == [None]
