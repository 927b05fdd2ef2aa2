"""The page of one browser session."""

from viewer.views.application import build_page

build_page().servable(title="TurnBench Viewer")
