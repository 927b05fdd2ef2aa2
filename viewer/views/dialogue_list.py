"""The left rail: the conversations of a split, searched and filtered in the browser."""

from __future__ import annotations

from viewer.views.component import Component, module_source


class DialogueList(Component):
    """The left rail: the conversations of a split, searched and filtered in the browser."""

    _esm = module_source(
        "rails/dialogue_list.js",
        "rails/rails.css",
        "rails/phone.css",
        "page/access.css",
        place=".page-dialogues",
    )
