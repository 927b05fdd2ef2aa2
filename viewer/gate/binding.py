"""Local mode listens on this machine only, also under plain ``panel serve viewer``.

Bokeh listens on all interfaces unless ``--address`` names one. It asks ``bind_sockets`` of its server's
module, after it has loaded ``app_hooks.py``: there the default is replaced. See
``docs/decisions/0007-modes.md``.
"""

from __future__ import annotations

from types import ModuleType
from typing import Any

THIS_MACHINE = "127.0.0.1"


class _OnThisMachine:
    """``bind_sockets`` with another default; an address that is named stays as it is."""

    def __init__(self, bind: Any) -> None:
        self.bind = bind

    def __call__(self, address: str | None, port: int) -> Any:
        return self.bind(address or THIS_MACHINE, port)


def listen_on_this_machine(server: ModuleType, *, is_local: bool) -> None:
    """Set where a server listens that is told nothing; may be called again, and with the contrary.

    Parameters
    ----------
    server
        ``bokeh.server.server``.
    is_local
        True: on this machine only. False: as Bokeh does it.
    """
    found: Any = vars(server)["bind_sockets"]
    original = found.bind if isinstance(found, _OnThisMachine) else found
    vars(server)["bind_sockets"] = _OnThisMachine(original) if is_local else original
