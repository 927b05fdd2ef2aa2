"""Hooks that Bokeh runs around the app; the media routes and the doors of the mode are installed here.

Bokeh runs this file, several times, before it builds its web application: routes added to its list
now are served by plain ``panel serve viewer``, without a flag. ``on_server_loaded`` would be too
late. See ``docs/decisions/0002-media-routes.md``.
"""

from __future__ import annotations

import asyncio
import gc
import sys
import threading
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

_CHECKOUT = str(Path(__file__).resolve().parent.parent)
if _CHECKOUT not in sys.path:
    sys.path.insert(0, _CHECKOUT)  # so that a checkout works without being installed

import bokeh.server.server  # noqa: E402
from bokeh.server.urls import per_app_patterns  # noqa: E402
from bokeh.settings import settings  # noqa: E402
from panel.io.server import ComponentResourceHandler  # noqa: E402

from viewer import environment  # noqa: E402
from viewer.errors import SettingsError, TurnBenchError  # noqa: E402
from viewer.exports import routes as exports  # noqa: E402
from viewer.gate.binding import listen_on_this_machine  # noqa: E402
from viewer.gate.doors import Doors, close, guard  # noqa: E402
from viewer.media.routes import install  # noqa: E402
from viewer.uploads import routes as uploads  # noqa: E402
from viewer.uploads.shared import shared_spool  # noqa: E402
from viewer.views import held_messages  # noqa: E402

if TYPE_CHECKING:
    from bokeh.application.application import ServerContext, SessionContext

    from viewer.media.sources import AudioSource

_COLLECT_AFTER_S = 1.0
_pending_collections: list[asyncio.TimerHandle] = []


def find_source(key: str) -> AudioSource | None:
    """Return the recording of that key from the corpus that all sessions of this process share."""
    from viewer.workspace import fresh_workspace, shared_workspace

    # Another process may have opened the corpus anew, and know a key that this one does not.
    return shared_workspace().audio_by_key(key) or fresh_workspace().audio_by_key(key)


def on_server_loaded(server_context: ServerContext) -> None:
    """Open the corpus and compile the kernels while nobody waits for them."""
    del server_context
    threading.Thread(target=warm_up, name="turnbench-warm-up", daemon=True).start()


def warm_up() -> None:
    """Load what the first visitor would wait for, and take it out of the collector's rounds.

    A full collection over the libraries' objects takes more than 100 ms, in the middle of whatever a user
    is dragging; what is loaded here lives as long as the process.
    """
    import numpy as np

    import viewer.views.application  # noqa: F401  # the page's own modules
    from viewer.signals.peaks import peaks
    from viewer.view_models.warming import make_ready
    from viewer.workspace import shared_workspace

    with suppress(TurnBenchError, OSError):
        shared_spool().sweep()
    with suppress(TurnBenchError):  # the page says what is wrong with the corpus
        peaks(np.zeros((1, 2), dtype=np.int16))
        make_ready(shared_workspace().split(environment.split_name()))
    gc.collect()
    gc.freeze()


def on_session_destroyed(session_context: SessionContext) -> None:
    """Free the memory of closed pages soon: models and documents refer to each other in circles.

    Not at once: Bokeh still holds this session, and pages often close in numbers.
    """
    del session_context
    if not _pending_collections:
        loop = asyncio.get_running_loop()
        _pending_collections.append(loop.call_later(_COLLECT_AFTER_S, _collect))


def _collect() -> None:
    """Collect once for all sessions closed since the timer was set."""
    _pending_collections.clear()
    gc.collect()


def mode_of_the_doors() -> environment.Mode:
    """Return the mode; the closest one where the variable names none, and the page says so."""
    try:
        return environment.mode()
    except SettingsError:
        return environment.Mode.LOCAL


settings.perform_document_validation.set_value(False)  # a look at every model of every page that opens
install(per_app_patterns, find_source=find_source)
exports.install(per_app_patterns)
uploads.install(per_app_patterns, find_spool=shared_spool)
_mode = mode_of_the_doors()
listen_on_this_machine(bokeh.server.server, is_local=_mode is environment.Mode.LOCAL)
guard(per_app_patterns, Doors(_mode))
# It imports whatever module an address names, and asks for no login; the page's modules lie in static/.
close(ComponentResourceHandler)
held_messages.install()
