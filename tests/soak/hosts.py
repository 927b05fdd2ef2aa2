"""A ``panel serve viewer`` that is killed without warning and started again on the same port."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from tests.servers import REPOSITORY, Server, free_port

START_TIMEOUT_S = 120.0


class Host:
    """One port; each start is a new process, and all of them write to one log."""

    def __init__(self, log_file: Path, environment: Mapping[str, str], arguments: Sequence[str] = ()) -> None:
        self.port = free_port()
        self._environment = {**os.environ, **environment}
        self._arguments = arguments
        self._log_file = log_file
        self._server: Server | None = None

    def start(self) -> Server:
        """Start a process and wait until it answers."""
        command = [sys.executable, "-m", "panel", "serve", "viewer", "--address", "127.0.0.1"]
        command += ["--port", str(self.port), "--allow-websocket-origin", f"127.0.0.1:{self.port}"]
        with self._log_file.open("ab") as log:
            process = subprocess.Popen(
                [*command, *self._arguments],
                cwd=REPOSITORY,
                env=self._environment,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        self._server = Server(f"http://127.0.0.1:{self.port}/viewer", self._log_file, process)
        self._wait()
        return self._server

    def kill(self) -> None:
        """Kill the process (SIGKILL): nothing in it can react."""
        if self._server is not None:
            with suppress(ProcessLookupError):
                os.killpg(self._server.process.pid, signal.SIGKILL)
            self._server.process.wait()
            self._server = None

    def _wait(self) -> None:
        assert self._server is not None
        deadline = time.monotonic() + START_TIMEOUT_S
        while time.monotonic() < deadline and self._server.process.poll() is None:
            try:
                # Not the page, which would open a session.
                urllib.request.urlopen(
                    f"http://127.0.0.1:{self.port}/static/js/bokeh.min.js", timeout=5
                ).close()
                return
            except OSError:
                time.sleep(0.05)
        raise TimeoutError(f"panel serve: expected an answer, found:\n{self._server.log()}")


@contextmanager
def hosting(
    log_file: Path, *, environment: Mapping[str, str], arguments: Sequence[str] = ()
) -> Iterator[Host]:
    """Give a host that is not started yet; what still runs when the block ends is killed."""
    host = Host(log_file, environment, arguments)
    try:
        yield host
    finally:
        host.kill()


def live_sessions(server: Server) -> int:
    """Return how many sessions a server holds; it must run with ``PANEL_LOG_LEVEL=INFO``."""
    log = server.log()
    return len(re.findall(r"Session \S+ created", log)) - len(re.findall(r"Session \S+ destroyed", log))


def resident_mb(server: Server) -> float | None:
    """Return the resident memory of a server process, MB; None where ``/proc`` does not tell."""
    try:
        text = Path(f"/proc/{server.process.pid}/status").read_text(encoding="ascii")
    except OSError:
        return None
    lines = [line.split() for line in text.splitlines() if line.startswith("VmRSS:")]
    return int(lines[0][1]) / 1024 if lines else None
