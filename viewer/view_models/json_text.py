"""JSON texts: what components are given, and what is kept of them between sessions."""

from __future__ import annotations

import json


class JsonText(str):
    """A text that is JSON already."""

    __slots__ = ()


def as_text(content: object) -> JsonText:
    """Return content as the JSON text that a component parses; what is one already stays as it is."""
    if isinstance(content, JsonText):
        return content
    return JsonText(json.dumps(content, ensure_ascii=False, allow_nan=False, separators=(",", ":")))
