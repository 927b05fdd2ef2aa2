"""The score of the active model on the active task, and the protocol's parameters."""

from __future__ import annotations

from viewer.views.component import Component, module_source


class ScoreCard(Component):
    """The score of the active model on the active task, and the protocol's parameters."""

    _esm = module_source(
        "rails/score_card.js", "rails/rails.css", "rails/phone.css", "page/access.css", place=".page-side"
    )
    _sizing = "stretch_width"
