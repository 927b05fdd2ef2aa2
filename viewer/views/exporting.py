"""The answer to a page that wants to export: the clip as the server knows it, or why there is none."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from viewer.errors import TurnBenchError
from viewer.view_models.clip import clip
from viewer.view_models.explore import as_text
from viewer.view_models.place import Place, as_range
from viewer.workspace import SplitWork

TYPE = "clip"
UNREADABLE = "The page asked for a range that cannot be read."


def clip_answer(work: SplitWork, place: Place, message: Mapping[str, Any]) -> dict[str, Any]:
    """Answer ``{type: "clip", nonce, start_s, stop_s}``: ``{type, nonce, clip, error}``, the clip as text."""
    nonce = message.get("nonce")
    answer = {
        "type": TYPE,
        "nonce": nonce if isinstance(nonce, int | str) else None,
        "clip": None,
        "error": "",
    }
    span = as_range([message.get("start_s"), message.get("stop_s")])
    if span is None:
        return answer | {"error": UNREADABLE}
    try:
        return answer | {"clip": as_text(clip(work, place, *span))}
    except TurnBenchError as error:
        return answer | {"error": str(error)}
