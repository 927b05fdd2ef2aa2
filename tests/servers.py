"""A real ``panel serve viewer`` in a process of its own, for tests that need the whole of it."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[1]
SIGNS_OF_A_BUG = ("Traceback (most recent call last)", "ERROR")
LEFT_PAGE = re.compile(
    r"[^\n]*never retrieved\nfuture: [^\n]*WebSocketClosedError[^\n]*\n"
    r"Traceback[\s\S]*?WebSocketClosedError\n"
)


@dataclass(frozen=True, slots=True)
class Server:
    """A running server: its page, and the file that its log goes to."""

    url: str
    log_file: Path
    process: subprocess.Popen[bytes]

    def log(self) -> str:
        """Return what the server wrote so far."""
        return self.log_file.read_text(encoding="utf-8", errors="replace")

    def bugs(self) -> list[str]:
        """Return the lines of the log that tell of a bug (a failed page still answers HTTP 200).

        A page that leaves in the middle of a message is no bug, though Bokeh reports its closed socket.
        """
        log = LEFT_PAGE.sub("", self.log())
        return [line for line in log.splitlines() if any(sign in line for sign in SIGNS_OF_A_BUG)]


def free_port() -> int:
    """Return a port that nobody listens on now."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port: int = listener.getsockname()[1]
    return port


@contextmanager
def serving(
    log_file: Path,
    *,
    environment: Mapping[str, str] | None = None,
    arguments: Sequence[str] = (),
    timeout_s: float = 60.0,
    port: int | None = None,
    module: str = "panel",
) -> Iterator[Server]:
    """Run ``panel serve viewer`` on a port (default: a free one) until the block ends.

    Another ``module`` is run as Panel is; it serves with something changed.
    """
    port = port or free_port()
    command = [sys.executable, "-m", module, "serve", "viewer", "--address", "127.0.0.1"]
    command += ["--port", str(port), "--allow-websocket-origin", f"127.0.0.1:{port}", *arguments]
    with log_file.open("wb") as log:
        process = subprocess.Popen(
            command,
            cwd=REPOSITORY,
            env={**os.environ, **(environment or {})},
            stdout=log,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    server = Server(f"http://127.0.0.1:{port}/viewer", log_file, process)
    try:
        _wait_until_it_answers(server, timeout_s)
        yield server
    finally:
        _stop(process)


def _wait_until_it_answers(server: Server, timeout_s: float) -> None:
    # Bokeh's own script is asked for, not the page: a page would open a session.
    probe = server.url.removesuffix("viewer") + "static/js/bokeh.min.js"
    deadline = time.monotonic() + timeout_s
    while time.monotonic() < deadline and server.process.poll() is None:
        try:
            urllib.request.urlopen(probe, timeout=5).close()
            return
        except OSError:
            time.sleep(0.1)
    raise TimeoutError(f"panel serve: expected an answer within {timeout_s} s, found:\n{server.log()}")


def _stop(process: subprocess.Popen[bytes]) -> None:
    # Children of --num-procs outlive their parent's SIGTERM: the whole process group goes.
    for sign in (signal.SIGTERM, signal.SIGKILL):
        with suppress(ProcessLookupError):
            os.killpg(process.pid, sign)
        with suppress(subprocess.TimeoutExpired):
            process.wait(timeout=5)
