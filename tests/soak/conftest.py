"""The figures that the long runs measure, told at the end of the run."""

from __future__ import annotations

from collections.abc import Callable

import pytest

Note = Callable[[str, object], None]

_noted: list[str] = []


@pytest.fixture
def note(request: pytest.FixtureRequest) -> Note:
    """Note a figure: its name, its value."""

    def keep(name: str, value: object) -> None:
        shown = f"{value:.2f}" if isinstance(value, float) else value
        _noted.append(f"{request.node.name}: {name}: {shown}")

    return keep


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Write the figures below the results."""
    if _noted:
        terminalreporter.section("what the long runs measured")
        for line in _noted:
            terminalreporter.line(line)
