"""The leaderboard as one page to publish: no script, nothing asked for, opens from a file."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import jinja2

from viewer.exports.tokens import sheet

POLICY = "default-src 'none'; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'"
"""Nothing may be asked for, and nothing runs."""

_TEMPLATE = jinja2.Environment(
    loader=jinja2.PackageLoader("viewer.exports", "."),
    autoescape=True,
    trim_blocks=True,
    undefined=jinja2.StrictUndefined,
)


def leaderboard_page(content: Mapping[str, Any]) -> str:
    """Return the page.

    Parameters
    ----------
    content
        ``title``, ``about``, ``why_none``, ``stamp`` (lines), ``header``, the ``document``, and ``tasks``:
        each with its ``title``, ``blocks`` of rows of texts and the figure as ``svg``. All but ``svg`` is
        plain text, whatever it holds.
    """
    return _TEMPLATE.get_template("leaderboard.html").render(policy=POLICY, tokens=sheet(), **content)
