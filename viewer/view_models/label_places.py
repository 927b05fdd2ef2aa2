"""Where the names of points stand on a figure, so that they cover neither each other nor a point."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

LETTER_PX = 6.0
HEIGHT_PX = 13.0
GAP_PX = 8.0
POINT_PX = 6.0
SPACE_PX = 1.5
LINE_PX = 1.0
SIDES = (
    ("left", 0.0), ("right", 0.0), ("left", 10.0), ("left", -10.0), ("right", 10.0), ("right", -10.0),
    ("center", -14.0), ("center", 14.0), ("left", -14.0), ("right", -14.0),
    ("left", 20.0), ("right", 20.0), ("center", 27.0),
)  # fmt: skip
"""Where a name may stand, best first: its anchor (``left``: it runs to the right of its point), and how far
below the point's height its middle is, pixels."""

Point = tuple[float, float]
Box = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class LabelPlace:
    """Where a name stands: its anchor and its offset from the point, pixels, down and right positive."""

    anchor: str
    dx_px: float
    dy_px: float


def place_labels(
    points: Sequence[Point], names: Sequence[str], size_px: Point, line: Sequence[Point] = ()
) -> list[LabelPlace | None]:
    """Return a place for each name, None for one that finds none.

    Parameters
    ----------
    points
        Pixels from the figure's upper left corner, the most important first: it is placed first.
    names
        One for each point.
    size_px
        Width and height of the figure: no name leaves it.
    line
        The corners of a line of upright and level pieces that no name may cross.

    Examples
    --------
    >>> place_labels([(50.0, 50.0), (90.0, 50.0)], ["a name", "b"], (400.0, 400.0))[0].anchor
    'right'
    """
    taken: list[Box] = [(x - POINT_PX, y - POINT_PX, x + POINT_PX, y + POINT_PX) for x, y in points]
    pieces = [
        (min(a[0], b[0]), min(a[1], b[1]), max(a[0], b[0]) + LINE_PX, max(a[1], b[1]) + LINE_PX)
        for a, b in pairwise(line)
    ]
    found: list[LabelPlace | None] = []
    for own, (point, name) in enumerate(zip(points, names, strict=True)):
        others = [*pieces, *(box for row, box in enumerate(taken) if row != own)]
        place = next(_free_places(point, len(name) * LETTER_PX, others, size_px), None)
        found.append(None if place is None else place[0])
        if place is not None:
            taken.append(place[1])
    return found


def _free_places(
    point: Point, length: float, taken: Sequence[Box], size: Point
) -> Iterator[tuple[LabelPlace, Box]]:
    """Yield the places where a name leaves everything else to be seen, the best first."""
    x, y = point
    for anchor, dy in SIDES:
        dx = {"left": GAP_PX, "right": -GAP_PX, "center": 0.0}[anchor]
        left = x + dx - length * {"left": 0.0, "right": 1.0, "center": 0.5}[anchor]
        box = (left - SPACE_PX, y + dy - HEIGHT_PX / 2, left + length + SPACE_PX, y + dy + HEIGHT_PX / 2)
        is_inside = box[0] >= 0 and box[1] >= 0 and box[2] <= size[0] and box[3] <= size[1]
        if is_inside and not any(_overlap(box, other) for other in taken):
            yield LabelPlace(anchor, dx, dy), box


def _overlap(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]
