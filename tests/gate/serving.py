"""A real ``panel serve viewer`` in a mode, and plain requests to it."""

from __future__ import annotations

import http.client
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

from tests.media.sites import Reply, ask
from tests.servers import REPOSITORY, free_port


@contextmanager
def serving_in(mode: str, folder: Path, *arguments: str, **variables: str) -> Iterator[int]:
    """Run ``panel serve viewer``, without an address unless one is given; yield its port."""
    port = free_port()
    command = [sys.executable, "-m", "panel", "serve", "viewer", "--port", str(port), *arguments]
    environment = {**os.environ, "TURNBENCH_MODE": mode, **variables}
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(
            command, cwd=REPOSITORY, env=environment, stdout=log, stderr=log, start_new_session=True
        )
    try:
        deadline = time.monotonic() + 60
        while not is_listening("127.0.0.1", port):
            assert process.poll() is None, (folder / "log").read_text()
            assert time.monotonic() < deadline, (folder / "log").read_text()
            time.sleep(0.1)
        yield port
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait(30)


def is_listening(host: str, port: int) -> bool:
    """Return whether somebody listens."""
    with socket.socket() as probe:
        probe.settimeout(10)
        return probe.connect_ex((host, port)) == 0


def text_of(port: int, path: str = "/viewer") -> tuple[int, str]:
    """Return the status and the text of a page."""
    reply = ask(port, path)
    return reply.status, reply.body.decode()


def logged_in(port: int, user: str, password: str) -> Mapping[str, str]:
    """Log in as a browser does and return the headers of somebody who has; none if it was refused."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    try:
        form = {"Content-Type": "application/x-www-form-urlencoded"}
        connection.request("POST", "/login", body=f"username={user}&password={password}", headers=form)
        reply = connection.getresponse()
        reply.read()
        cookies = [one.partition(";")[0] for one in reply.headers.get_all("Set-Cookie") or []]
    finally:
        connection.close()
    return {"Cookie": "; ".join(cookies)} if cookies else {}


def status_of(
    port: int, path: str, *, method: str = "GET", headers: Mapping[str, str] | None = None
) -> Reply:
    """Return the reply to a request."""
    return ask(port, path, method=method, headers=headers)
