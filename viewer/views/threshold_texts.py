"""The timeline's texts of thresholds: the probabilities of its lane, every threshold's decisions."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from viewer.view_models.json_text import as_text
from viewer.view_models.model_sweep import committed_theta, swept_tasks
from viewer.view_models.sweep_page import why_no_sweep
from viewer.view_models.sweep_timeline import frames_row
from viewer.views.state import State
from viewer.views.thresholds import SWEEP_PAGE

Text = tuple[object, Callable[[], str]]
"""What a text is made from, and how."""
NOTHING: Text = (None, str)


def threshold_texts(state: State) -> dict[str, Text]:
    """Return the texts ``frames`` and ``swept`` of a state, empty where there is nothing of the kind yet."""
    return {"frames": _frames(state), "swept": _swept(state)}


def _frames(state: State) -> Text:
    base, place, thresholds = state.base, state.place, state.thresholds
    if place.task not in swept_tasks(base, place.model):
        return NOTHING
    found = thresholds.probabilities(base, place, place.task)
    if found is None:
        return NOTHING
    kept = None if base.is_hidden else thresholds.kept(place, place.task)
    theta = committed_theta(base, place.model, place.task) if kept is None else kept
    make = partial(frames_row, found, place.model, place.dialogue, theta)
    return (found, place.model, place.dialogue, theta), lambda: as_text(make())


def _swept(state: State) -> Text:
    base, place = state.base, state.place
    if place.page != SWEEP_PAGE or why_no_sweep(base, place):
        return NOTHING
    text = state.thresholds.runs(base, place)
    return NOTHING if text is None else (text, lambda: text)
