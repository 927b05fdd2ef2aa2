"""The timeline of one dialogue: Panel's face of the canvas component in `viewer/static/timeline`."""

from __future__ import annotations

import param

from viewer.views.component import Face, module_source


class Timeline(Face):
    """Draw, play and explore one dialogue on one time axis.

    Parameters hold the JSON texts of `docs/architecture.md`; an empty text means that there is nothing
    to show. Its messages are ``select``, ``task``, ``model``, ``reasons`` and ``draft``; ``clip`` is
    answered to this page alone, by `Face.answer`.
    """

    dialogue = param.String(default="", doc="The dialogue text: tracks, speakers, media.")
    gold = param.String(
        default="", doc="The gold text: consensus events, what is to be detected, what is excluded."
    )
    decisions = param.String(default="", doc="The decisions text: one entry per model.")
    verdicts = param.String(default="", doc="The verdicts text: windows, and what became of every decision.")
    active = param.String(default="", doc="The name of the active model.")
    picked = param.String(default="", doc="The models that a pick compares, a list of names.")
    reasons = param.String(default="", doc="The sentences that the page asked for.")
    task = param.String(default="eot", doc="The active task.")
    view = param.String(default="", doc="The range to show, with a nonce.")
    selection = param.String(default="", doc="The event to centre, highlight and perhaps play, with a nonce.")
    desk = param.String(default="", doc="The dispute on the audit desk; empty: no desk.")

    frames = param.String(default="", doc="The probabilities text, of the active model and task.")
    swept = param.String(default="", doc="Every threshold's decisions of the dialogue, on the sweep page.")

    _esm = module_source(
        "timeline/component.js",
        "timeline/timeline.css",
        "timeline/desk.css",
        "export/export.css",
        "timeline/phone.css",
        "page/access.css",
        place=".page-timeline",
    )
