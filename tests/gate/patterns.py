"""The routes of the app, as `viewer/app_hooks.py` leaves them for Bokeh to serve."""

from __future__ import annotations

import runpy
from typing import Any

import panel as pn  # noqa: F401  # puts its own handlers into Bokeh's list
from bokeh.server import server, urls

from tests.servers import REPOSITORY


def app_patterns() -> list[tuple[Any, ...]]:
    """Return every route of the app with its handler, doors included; what the hooks set is put back."""
    patterns, bind = list(urls.per_app_patterns), vars(server)["bind_sockets"]
    try:
        runpy.run_path(str(REPOSITORY / "viewer" / "app_hooks.py"))
        return list(urls.per_app_patterns)
    finally:
        urls.per_app_patterns[:] = patterns
        vars(server)["bind_sockets"] = bind
