"""The command palette: finds dialogues, models, commands and words."""

from __future__ import annotations

import param

from viewer.views.component import Component, module_source


class Palette(Component):
    """The command palette: finds dialogues, models, commands and words.

    Its messages are ``find``, ``open``, ``select``, ``model`` and ``split``.
    """

    found = param.String(default="", doc="The words that were found, with the nonce of the question.")

    _esm = module_source("rails/palette.js", "rails/rails.css", "page/access.css", "rails/palette.css")
