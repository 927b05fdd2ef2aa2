"""Colours as eyes see them: contrast (WCAG 2), and distance in OKLab under three kinds of colour vision."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import numpy.typing as npt

Colour = npt.NDArray[np.float64]

TOKENS = Path(__file__).resolve().parents[2] / "viewer" / "static" / "tokens.css"
THEMES = ("light", "dark", "contrast-light", "contrast-dark")

# Machado, Oliveira and Fernandes (2009), severity 1, on linear sRGB.
_VISIONS = {
    "normal": np.eye(3),
    "deuteranopia": np.array(
        [
            [0.367322, 0.860646, -0.227968],
            [0.280085, 0.672501, 0.047413],
            [-0.011820, 0.042940, 0.968881],
        ]
    ),
    "protanopia": np.array(
        [
            [0.152286, 1.052583, -0.204868],
            [0.114503, 0.786281, 0.099216],
            [-0.003882, -0.048116, 1.051998],
        ]
    ),
}
# Ottosson (2020): linear sRGB to cone responses, their cube roots to OKLab.
_CONES = np.array(
    [
        [0.4122214708, 0.5363325363, 0.0514459929],
        [0.2119034982, 0.6806995451, 0.1073969566],
        [0.0883024619, 0.2817188376, 0.6299787005],
    ]
)
_OKLAB = np.array(
    [
        [0.2104542553, 0.7936177850, -0.0040720468],
        [1.9779984951, -2.4285922050, 0.4505937099],
        [0.0259040371, 0.7827717662, -0.8086757660],
    ]
)


def themes() -> dict[str, dict[str, str]]:
    """Return every theme's colours by token."""
    found: dict[str, dict[str, str]] = {}
    for selector, body in re.findall(r"([^{}]+)\{([^}]*)\}", TOKENS.read_text(encoding="utf-8")):
        name = re.search(r'data-theme="([\w-]+)"', selector)
        if name:
            found[name[1]] = dict(re.findall(r"--([\w-]+):\s*(#[0-9A-F]{6});", body))
    return found


def linear(colour: str) -> Colour:
    """Return linear red, green and blue, 0 to 1."""
    values = np.array([int(colour[at : at + 2], 16) for at in (1, 3, 5)]) / 255
    curve: Colour = np.where(values <= 0.04045, values / 12.92, ((values + 0.055) / 1.055) ** 2.4)
    return curve


def contrast(one: str, other: str) -> float:
    """Return the contrast ratio of two colours, 1 to 21."""
    weights = np.array([0.2126, 0.7152, 0.0722])
    low, high = sorted(float(linear(colour) @ weights) for colour in (one, other))
    return (high + 0.05) / (low + 0.05)


def distance(one: str, other: str) -> float:
    """Return the smallest distance of two colours over the three visions, OKLab times 100."""
    return min(
        float(np.linalg.norm(_seen(one, vision) - _seen(other, vision))) * 100 for vision in _VISIONS.values()
    )


def _seen(colour: str, vision: Colour) -> Colour:
    seen: Colour = _OKLAB @ np.cbrt(_CONES @ np.clip(vision @ linear(colour), 0, 1))
    return seen
