"""Under the score card: run a detector on the open dialogue."""

from __future__ import annotations

from viewer.views.component import Component, module_source


class DetectorRun(Component):
    """Under the score card: run a detector on the open dialogue."""

    _esm = module_source(
        "rails/detector_run.js", "rails/rails.css", "rails/phone.css", "page/access.css", place=".page-side"
    )
    _sizing = "stretch_width"
