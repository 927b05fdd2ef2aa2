"""The design tokens for files that have no page around them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

_FILE = Path(__file__).resolve().parents[1] / "static" / "tokens.css"
_TOKEN = re.compile(r"--([a-z0-9-]+):\s*([^;]+);")
_USE = re.compile(r"var\(--([a-z0-9-]+)\)")


def sheet() -> str:
    """Return the style sheet of all tokens and themes."""
    return _FILE.read_text(encoding="utf-8")


@cache
def light_tokens() -> Mapping[str, str]:
    """Return the tokens of the light theme, by name."""
    blocks = sheet().split("}")
    return dict(_TOKEN.findall(blocks[0]) + _TOKEN.findall(blocks[1]))


def resolved(css: str) -> str:
    """Return a style sheet with each ``var(--token)`` as its value in the light theme.

    Examples
    --------
    >>> resolved("fill:var(--surface)")
    'fill:#FFFFFF'
    """
    return _USE.sub(lambda found: light_tokens()[found[1]], css)
