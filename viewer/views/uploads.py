"""Files of one's own: dropped or chosen, sent in chunks, listed with their scores or their problems."""

from __future__ import annotations

from viewer.views.component import Component, module_source


class Uploads(Component):
    """Files of one's own, and model files that have changed; ``docs/architecture.md`` has its messages."""

    _esm = module_source("uploads/uploads.js", "rails/rails.css", "page/access.css", "uploads/uploads.css")
