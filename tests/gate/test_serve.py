"""The modes under a real ``panel serve viewer``: where it listens, and what it says to whom."""

from __future__ import annotations

import asyncio
import re
import socket
import sys
import urllib.error
import urllib.request
from pathlib import Path

import pytest

from tests.gate.serving import is_listening, serving_in, text_of
from tests.hidden.wire import Visit

pytestmark = [
    pytest.mark.serve,
    pytest.mark.skipif(
        not sys.platform.startswith("linux"), reason="127.0.0.2 is this machine on Linux only"
    ),
]
OTHER = "127.0.0.2"
"""Answers only where a server listens on all interfaces."""


def test_local_mode_listens_on_this_machine_only_without_being_told(tmp_path: Path) -> None:
    with serving_in("local", tmp_path) as port:
        assert not is_listening(OTHER, port)
        status, page = text_of(port)
        assert status == 200
        assert "TurnBench Viewer" in page


def test_local_mode_answers_nobody_else_even_where_it_is_told_to_listen(tmp_path: Path) -> None:
    here = own_address()
    if here is None:
        pytest.skip("this machine has no address but 127.0.0.1")
    with serving_in("local", tmp_path, "--address", "0.0.0.0", "--allow-websocket-origin", "*") as port:
        assert is_listening(here, port)
        for path in ("/viewer", "/viewer/ws", "/viewer/media/k/peaks"):
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/viewer") as reply:
                assert reply.status == 200
            with pytest.raises(urllib.error.HTTPError, match="403"):
                urllib.request.urlopen(f"http://{here}:{port}{path}")


def own_address() -> str | None:
    """Return an address of this machine that others may reach it by; nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        found = str(probe.getsockname()[0])
    return None if found.startswith("127.") else found


def test_public_mode_listens_as_bokeh_does_and_runs_no_detector(tmp_path: Path) -> None:
    with serving_in("public", tmp_path) as port:
        assert is_listening(OTHER, port)
        assert text_of(port)[0] == 200
        said = asyncio.run(said_to_a_run_of_a_detector(port))
        assert b'"name":"DetectorRun' in said
        assert b"silence@here" not in said
        assert b'\\"detectors\\"' not in said


async def said_to_a_run_of_a_detector(port: int) -> bytes:
    """Open a page, ask for a run of a detector, and return all that came."""
    opened = await Visit.at(f"http://127.0.0.1:{port}/viewer")
    await opened.send("DetectorRun", {"type": "detect", "detector": "silence"}, quiet_s=1.0)
    await opened.close()
    return b"".join(opened.frames)


def test_team_mode_without_a_login_serves_no_page_no_socket_and_no_sound(tmp_path: Path) -> None:
    with serving_in("team", tmp_path) as port:
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
    with serving_in("team", tmp_path, "--basic-auth", "secret", "--cookie-secret", "x" * 32) as port:
        status, _ = text_of(port)
        assert status == 302
        assert text_of(port, "/viewer/media/k/peaks") == (403, "Please log in.\n")


def test_team_mode_lets_no_guest_see_the_corpus(tmp_path: Path) -> None:
    login = ("--basic-auth", "secret", "--cookie-secret", "x" * 32, "--oauth-optional")
    with serving_in("team", tmp_path, *login) as port:
        status, page = text_of(port)
        assert status == 200
        assert re.search("expected a user who has logged in, found a guest", page)


def test_an_unknown_mode_is_told_on_this_machine_only(tmp_path: Path) -> None:
    with serving_in("everybody", tmp_path) as port:
        assert not is_listening(OTHER, port)
        assert "expected local, team, public" in text_of(port)[1]
