"""Where the names of points stand on a figure, so that they cover neither each other nor a point."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

LETTER_PX = 5.8
HEIGHT_PX = 13.0
GAP_PX = 8.0
POINT_PX = 6.0
SIDES = (("left", 0.0), ("left", -9.0), ("left", 9.0), ("right", 0.0), ("right", -9.0), ("right", 9.0))
"""Where a name may stand, best first: its anchor (``left``: it runs to the right of its point), and how far
below the point's height its middle is, pixels."""

Box = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class LabelPlace:
    """Where a name stands: its anchor and its offset from the point, pixels, down and right positive."""

    anchor: str
    dx_px: float
    dy_px: float


def place_labels(
    points: Sequence[tuple[float, float]], names: Sequence[str], width_px: float, height_px: float
) -> list[LabelPlace | None]:
    """Return a place for each name, None for one that finds none.

    Parameters
    ----------
    points
        Pixels from the figure's upper left corner, the most important first: it is placed first.
    names
        One for each point.
    width_px, height_px
        The figure: no name leaves it.
    """
    taken: list[Box] = [(x - POINT_PX, y - POINT_PX, x + POINT_PX, y + POINT_PX) for x, y in points]
    found: list[LabelPlace | None] = []
    for own, ((x, y), name) in enumerate(zip(points, names, strict=True)):
        others = [box for row, box in enumerate(taken) if row != own]
        place = _free_place(x, y, len(name) * LETTER_PX, others, (width_px, height_px))
        found.append(None if place is None else place[0])
        if place is not None:
            taken.append(place[1])
    return found


def _free_place(
    x: float, y: float, length: float, taken: Sequence[Box], size: tuple[float, float]
) -> tuple[LabelPlace, Box] | None:
    for anchor, dy in SIDES:
        dx = GAP_PX if anchor == "left" else -GAP_PX
        left = x + dx if anchor == "left" else x + dx - length
        box = (left, y + dy - HEIGHT_PX / 2, left + length, y + dy + HEIGHT_PX / 2)
        is_inside = box[0] >= 0 and box[1] >= 0 and box[2] <= size[0] and box[3] <= size[1]
        if is_inside and not any(_overlap(box, other) for other in taken):
            return LabelPlace(anchor, dx, dy), box
    return None


def _overlap(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]
