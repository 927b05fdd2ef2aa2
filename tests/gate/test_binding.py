"""Where a server listens that is told nothing."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import pytest

from viewer.gate.binding import listen_on_this_machine


def bind(address: str | None, port: int) -> tuple[str | None, int]:
    """Stand in for Bokeh's own."""
    return address, port


@pytest.fixture
def server() -> Any:
    module = ModuleType("server")
    vars(module)["bind_sockets"] = bind
    return module


def test_without_an_address_it_is_this_machine(server: Any) -> None:
    for _ in range(3):  # Bokeh reads app_hooks.py several times
        listen_on_this_machine(server, is_local=True)
    assert server.bind_sockets(None, 7) == ("127.0.0.1", 7)
    assert server.bind_sockets("", 7) == ("127.0.0.1", 7)


def test_an_address_that_is_named_stays(server: Any) -> None:
    listen_on_this_machine(server, is_local=True)
    assert server.bind_sockets("10.0.0.1", 7) == ("10.0.0.1", 7)


def test_other_modes_leave_it_as_it_was(server: Any) -> None:
    listen_on_this_machine(server, is_local=True)
    for _ in range(2):
        listen_on_this_machine(server, is_local=False)
        assert server.bind_sockets is bind
