"""The design's claims about its colours, computed for every theme."""

from __future__ import annotations

from itertools import combinations

import pytest

from tests.looks.colours import THEMES, contrast, distance, themes

SURFACES = ("bg", "surface", "surface-2", "surface-3")
TEXTS = ("ink", "ink-2", "ink-3", "accent", "hit-ink", "fa", "miss", "spk1", "spk2")
CLASSES = ("turn", "int", "nfi", "bc", "nc", "la", "aw")
MARKS = ("hit", "fa", "miss", "redundant", "masked", "quiet")
IS_HIGH = {theme: theme.startswith("contrast") for theme in THEMES}


@pytest.fixture(params=THEMES)
def theme(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def colours(theme: str) -> dict[str, str]:
    return themes()[theme]


def test_every_theme_has_every_colour() -> None:
    names = {name: set(colours) for name, colours in themes().items()}
    assert set(names) == set(THEMES)
    assert all(found == names["light"] for found in names.values())


def test_text_can_be_read_on_every_surface(theme: str, colours: dict[str, str]) -> None:
    least = 5.5 if IS_HIGH[theme] else 4.5
    surfaces = (*SURFACES, "accent-soft")
    low = {
        (text, surface): contrast(colours[text], colours[surface])
        for text in TEXTS
        for surface in surfaces
        if contrast(colours[text], colours[surface]) < least
    }
    assert low == {}
    assert contrast(colours["on-accent"], colours["accent"]) >= least


def test_ink_can_be_read_on_every_class(theme: str, colours: dict[str, str]) -> None:
    low = {name: contrast(colours["ink"], colours[f"fill-{name}"]) for name in CLASSES}
    assert min(low.values()) >= (7 if IS_HIGH[theme] else 4.5), low


def test_marks_and_edges_stand_out(theme: str, colours: dict[str, str]) -> None:
    least = 4.5 if IS_HIGH[theme] else 3
    pairs = [(mark, ground) for mark in MARKS for ground in ("surface", "surface-2", "win")]
    pairs += [(f"cls-{name}", ground) for name in CLASSES for ground in ("surface", "surface-2")]
    pairs.append(("win-edge", "win"))
    low = {pair: contrast(colours[pair[0]], colours[pair[1]]) for pair in pairs}
    assert {pair: ratio for pair, ratio in low.items() if ratio < least} == {}


@pytest.mark.parametrize(
    ("names", "least"),
    [
        (("hit", "fa", "miss"), 15),
        (tuple(f"cls-{name}" for name in CLASSES), 10),
        (tuple(f"fill-{name}" for name in CLASSES), 5),
    ],
)
def test_colours_differ_for_every_kind_of_colour_vision(
    colours: dict[str, str], names: tuple[str, ...], least: float
) -> None:
    near = {pair: distance(colours[pair[0]], colours[pair[1]]) for pair in combinations(names, 2)}
    assert {pair: found for pair, found in near.items() if found < least} == {}


def test_the_measures_know_black_from_white() -> None:
    assert contrast("#000000", "#FFFFFF") == pytest.approx(21)
    assert distance("#000000", "#FFFFFF") == pytest.approx(100, abs=0.1)
    assert distance("#123456", "#123456") == 0
