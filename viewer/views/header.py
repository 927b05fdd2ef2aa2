"""The page's head: names, notice, pages, theme and help."""

from __future__ import annotations

from viewer.views.component import Component, module_source


class Header(Component):
    """The page's head: names, notice, pages, theme and help."""

    _esm = module_source("rails/header.js", "rails/rails.css")
    _sizing = "stretch_width"
