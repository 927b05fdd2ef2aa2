"""How long the long runs are: whole numbers from the environment, ``SOAK_KILLS=200 make soak``.

=================  =======  =======================================================
``SOAK_MINUTES``   2        minutes of play in the drift test, after the seeks
``SOAK_SEEKS``     50       random seeks while playing
``SOAK_SESSIONS``  50       pages opened and closed in one server, at least 20
``SOAK_KILLS``     20       times the server is killed while it fills its caches
=================  =======  =======================================================

The names do not begin with ``TURNBENCH_``: those are the viewer's own, and tests start without them.
"""

from __future__ import annotations

import os


def _number(name: str, default: int, *, least: int) -> int:
    text = os.environ.get(name) or str(default)
    if not text.isascii() or not text.isdigit() or int(text) < least:
        raise ValueError(f"{name}: expected a whole number, at least {least}, found {text!r}")
    return int(text)


PLAY_MINUTES = _number("SOAK_MINUTES", 2, least=1)
SEEKS = _number("SOAK_SEEKS", 50, least=1)
SESSIONS = _number("SOAK_SESSIONS", 50, least=20)
KILLS = _number("SOAK_KILLS", 20, least=1)

PATIENCE_MS = 120_000
"""How long a page may take on a machine that is busy; nothing is measured by it."""
