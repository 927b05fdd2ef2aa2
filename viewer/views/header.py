"""The page's head: names, notice, pages, theme and help; and the glossary behind every term."""

from __future__ import annotations

import param

from viewer.views.component import Component, module_source


class Header(Component):
    """The page's head: names, notice, pages, theme and help.

    Parameters
    ----------
    glossary
        The glossary's text; empty until ``{"type": "glossary"}`` asks for it.
    """

    glossary = param.String(default="", doc="The glossary: sections of entries with their examples.")

    _esm = module_source("rails/header.js", "rails/rails.css", "rails/phone.css", "page/access.css")
    _sizing = "stretch_width"
