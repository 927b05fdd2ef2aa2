"""The events of a conversation or a split, to be stepped through."""

from __future__ import annotations

from viewer.views.component import Component, module_source


class Playlist(Component):
    """The events of a conversation or a split, to be stepped through."""

    _esm = module_source("rails/playlist.js", "rails/rails.css")
