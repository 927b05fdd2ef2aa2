"""The lower right rail: the events of a conversation or a split, and the transcript beside them."""

from __future__ import annotations

from viewer.views.component import Component, module_source


class Playlist(Component):
    """The events of a conversation or a split, and on a second tab what was said.

    The transcript is made in the browser, from the texts that the timeline has.
    """

    _esm = module_source(
        "rails/side.js",
        "rails/rails.css",
        "rails/phone.css",
        "page/access.css",
        "rails/transcript.css",
        place=".page-side",
    )
