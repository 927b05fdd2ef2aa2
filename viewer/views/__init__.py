"""Panel: one component for each view, the state of a session, the page."""
