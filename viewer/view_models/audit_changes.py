"""The active model's events in the open dialogue that corrections judge otherwise, as rows to click."""

from __future__ import annotations

from typing import Any

from viewer.audit import CorrectedSplit, Judged, OutcomeChange, outcome_changes
from viewer.dialogue.protocol import ProtocolSettings, Task
from viewer.view_models.formats import clock, signed_ms

SHOWN = 12
AROUND_S = 1.5
"""So much is shown around an event that is gone to."""
WORDS = {"hit": "hit", "miss": "miss", "false_alarm": "false alarm", "quiet": "quiet span"}
_DECIMALS = 2


def change_rows(
    before: CorrectedSplit, after: CorrectedSplit, *, model: str, task: Task, settings: ProtocolSettings
) -> dict[str, Any]:
    """Return what a model's outcomes become from one gold of a dialogue to another.

    Parameters
    ----------
    before, after
        The dialogue alone, as one set of corrections and as another has it.
    model, task, settings
        The active ones.
    """
    name = next(iter(after.conversations))
    if model not in after.models or not after.supports(model, task) or name in after.model(model).missing:
        return {"rows": [], "more": 0}
    had, has = before.scored(model, settings), after.scored(model, settings)
    if had is None or has is None or not has.conversation_ids:
        return {"rows": [], "more": 0}
    found = outcome_changes(had.outcomes(0, task), has.outcomes(0, task))
    return {"rows": [_row(one) for one in found[:SHOWN]], "more": max(len(found) - SHOWN, 0)}


def _row(change: OutcomeChange) -> dict[str, Any]:
    before, after = change.before, change.after
    places = [one for one in (before, after) if one is not None]
    return {
        "before": before.fate if before else "",
        "after": after.fate if after else "",
        "text": f"S{change.speaker} · {_words(before, after)}",
        "value": _latency(before, after),
        "start_s": min(one.start_s for one in places) - AROUND_S,
        "end_s": max(one.end_s for one in places) + AROUND_S,
    }


def _words(before: Judged | None, after: Judged | None) -> str:
    if before is None or after is None:
        one = after or before
        state = "gone" if after is None else "new"
        return "" if one is None else f"{state} {WORDS[one.fate]} {clock(one.start_s, _DECIMALS)}"
    start, end = (clock(one.start_s, _DECIMALS) for one in (before, after))
    place = end if start == end else f"{start} → {end}"
    what = WORDS[after.fate] if before.fate == after.fate else f"{WORDS[before.fate]} → {WORDS[after.fate]}"
    return f"{what} {place}"


def _latency(before: Judged | None, after: Judged | None) -> str:
    known = [signed_ms(one.latency_ms) for one in (before, after) if one and one.latency_ms is not None]
    return f"{' → '.join(dict.fromkeys(known))} ms" if known else ""
