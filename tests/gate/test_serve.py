"""The modes under a real ``panel serve viewer``: where it listens, and what it says to whom."""

from __future__ import annotations

import http.client
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from tests.servers import REPOSITORY, free_port

pytestmark = [
    pytest.mark.serve,
    pytest.mark.skipif(
        not sys.platform.startswith("linux"), reason="127.0.0.2 is this machine on Linux only"
    ),
]
OTHER = "127.0.0.2"
"""Answers only where a server listens on all interfaces."""


@contextmanager
def serving(tmp_path: Path, mode: str, *arguments: str) -> Iterator[int]:
    """Run ``panel serve viewer``, without an address unless one is given."""
    port = free_port()
    command = [sys.executable, "-m", "panel", "serve", "viewer", "--port", str(port), *arguments]
    environment = {**os.environ, "TURNBENCH_MODE": mode}
    with (tmp_path / "log").open("wb") as log:
        process = subprocess.Popen(
            command, cwd=REPOSITORY, env=environment, stdout=log, stderr=log, start_new_session=True
        )
    try:
        deadline = time.monotonic() + 60
        while not is_listening("127.0.0.1", port):
            assert process.poll() is None, (tmp_path / "log").read_text()
            assert time.monotonic() < deadline, (tmp_path / "log").read_text()
            time.sleep(0.1)
        yield port
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait(30)


def is_listening(host: str, port: int) -> bool:
    with socket.socket() as probe:
        probe.settimeout(10)
        return probe.connect_ex((host, port)) == 0


def text_of(port: int, path: str = "/viewer") -> tuple[int, str]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    try:
        connection.request("GET", path)
        reply = connection.getresponse()
        return reply.status, reply.read().decode()
    finally:
        connection.close()


def test_local_mode_listens_on_this_machine_only_without_being_told(tmp_path: Path) -> None:
    with serving(tmp_path, "local") as port:
        assert not is_listening(OTHER, port)
        status, page = text_of(port)
        assert status == 200
        assert "TurnBench Viewer" in page


def test_public_mode_listens_as_bokeh_does(tmp_path: Path) -> None:
    with serving(tmp_path, "public") as port:
        assert is_listening(OTHER, port)
        assert text_of(port)[0] == 200


def test_team_mode_without_a_login_serves_no_page_no_socket_and_no_sound(tmp_path: Path) -> None:
    with serving(tmp_path, "team") as port:
        for path in (
            "/viewer",
            "/viewer/ws",
            "/viewer/autoload.js",
            "/viewer/metadata",
            "/viewer/media/k/peaks",
        ):
            status, text = text_of(port, path)
            assert status == 403
            assert text.startswith("TURNBENCH_MODE=team: expected a login, found none.")


def test_team_mode_with_a_password_asks_for_it(tmp_path: Path) -> None:
    with serving(tmp_path, "team", "--basic-auth", "secret", "--cookie-secret", "x" * 32) as port:
        status, _ = text_of(port)
        assert status == 302
        assert text_of(port, "/viewer/media/k/peaks") == (403, "Please log in.\n")


def test_team_mode_lets_no_guest_see_the_corpus(tmp_path: Path) -> None:
    login = ("--basic-auth", "secret", "--cookie-secret", "x" * 32, "--oauth-optional")
    with serving(tmp_path, "team", *login) as port:
        status, page = text_of(port)
        assert status == 200
        assert re.search("expected a user who has logged in, found a guest", page)


def test_an_unknown_mode_is_told_on_this_machine_only(tmp_path: Path) -> None:
    with serving(tmp_path, "everybody") as port:
        assert not is_listening(OTHER, port)
        assert "expected local, team, public" in text_of(port)[1]
