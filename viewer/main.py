"""The page of one browser session."""

from viewer.views.application import serve_page

serve_page(title="TurnBench Viewer")
