"""The command line, called within a test's own process, with all that it says."""

from __future__ import annotations

import functools
import logging
from collections.abc import Callable
from dataclasses import dataclass

import pytest
import typer.main

from viewer.commands import run


@dataclass(frozen=True)
class Call:
    """What one call of the command line left behind."""

    status: int
    out: str
    err: str
    log: str = ""


Cli = Callable[..., Call]

# A process builds its commands once; hundreds of calls in one process would build them hundreds of times.
_built_once = functools.cache(typer.main.get_command)


def caller(
    capfd: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> Cli:
    """Return what runs the command line and keeps all that it says, logs of every level too."""
    monkeypatch.setattr(typer.main, "get_command", _built_once)
    caplog.set_level(logging.WARNING, logger="numba")  # the compiler's own pages of notes
    caplog.set_level(logging.DEBUG)  # the last call also sets what is kept

    def call(*arguments: object) -> Call:
        caplog.clear()
        monkeypatch.setattr("sys.argv", ["turnbench-viewer", *map(str, arguments)])
        status: object = 0
        try:
            run()
        except SystemExit as stopped:
            status = stopped.code or 0
        printed = capfd.readouterr()
        return Call(int(str(status)), printed.out, printed.err, caplog.text)

    return call
