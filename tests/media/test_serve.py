"""The routes below a real ``panel serve``: the list that they are added to is not a documented one."""

from __future__ import annotations

import http.cookies
import os
import signal
import subprocess
import sys
import time
import urllib.parse
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
import soundfile

from tests.media.sites import Reply, ask, noise
from tests.servers import REPOSITORY, Server, free_port, serving
from viewer.media.sources import AudioSource
from viewer.signals.peaks import peaks
from viewer.workspace import open_workspace, shared_workspace

HOOKS = """
import sys
sys.path.insert(0, {repository!r})
from bokeh.server.urls import per_app_patterns
from tests.media.sites import FakeSource, noise
from viewer.media.routes import install
install(per_app_patterns, find_source={{"short": FakeSource("short", noise(1000))}}.get)
"""
PAGE = "import panel as pn; pn.pane.Markdown('A page.').servable()\n"
FRAMES = noise(1000).astype("<i2").tobytes()


@pytest.fixture
def tiny(tmp_path: Path) -> Path:
    """An app of one line, with the media routes."""
    folder = tmp_path / "tiny"
    folder.mkdir()
    (folder / "main.py").write_text(PAGE, encoding="utf-8")
    (folder / "app_hooks.py").write_text(HOOKS.format(repository=str(REPOSITORY)), encoding="utf-8")
    return folder


@contextmanager
def panel_serving(app: Path, arguments: Sequence[str], *, probe: str) -> Iterator[int]:
    """Run ``panel serve`` on an app until the block ends; its port is given when ``probe`` answers."""
    port = free_port()
    command = [sys.executable, "-m", "panel", "serve", str(app), "--port", str(port), *arguments]
    log_file = app.parent / "log"
    with log_file.open("wb") as log:
        process = subprocess.Popen(command, stdout=log, stderr=log, start_new_session=True)
    try:
        wait_for(port, probe, process, log_file)
        yield port
    finally:
        # Children of --num-procs outlive their parent: the whole group goes.
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait(30)


def wait_for(port: int, probe: str, process: subprocess.Popen[bytes], log_file: Path) -> None:
    deadline = time.monotonic() + 60
    while process.poll() is None and time.monotonic() < deadline:
        with suppress(OSError):
            ask(port, probe)
            return
        time.sleep(0.1)
    raise TimeoutError(log_file.read_text(encoding="utf-8"))


def first_frames(port: int, path: str, **headers: str) -> Reply:
    return ask(port, f"{path}/media/short/audio.wav", headers={"Range": "bytes=44-83", **headers})


@pytest.mark.serve
@pytest.mark.parametrize(
    ("arguments", "path"),
    [
        ([], "/tiny"),
        (["--prefix", "below"], "/below/tiny"),
        (["--num-procs", "2"], "/tiny"),
        (["--index", "tiny"], "/tiny"),
    ],
    ids=["plain", "prefix", "two processes", "index"],
)
def test_panel_serve_answers_a_range(tiny: Path, arguments: list[str], path: str) -> None:
    with panel_serving(tiny, arguments, probe=path) as port:
        for _ in range(8):  # with two processes, any of them
            reply = first_frames(port, path)
            assert (reply.status, reply.body) == (206, FRAMES[:40])
            assert ask(port, f"{path}/media/short/peaks?bin=4096").status == 200
        assert ask(port, f"{path}/media/nobody/audio.wav").status == 404


@pytest.mark.serve
def test_panel_serve_with_a_password_lets_only_those_hear_who_have_logged_in(tiny: Path) -> None:
    arguments = ["--basic-auth", "open", "--cookie-secret", "not a secret"]
    with panel_serving(tiny, arguments, probe="/login") as port:
        assert first_frames(port, "/tiny").status == 403
        assert first_frames(port, "/tiny", Cookie="user=ada").status == 403
        cookie = log_in(port, "open")
        assert first_frames(port, "/tiny", Cookie=cookie).body == FRAMES[:40]


def log_in(port: int, password: str) -> str:
    """Return the cookies that the login page gives."""
    form = urllib.parse.urlencode({"username": "ada", "password": password})
    reply = ask(port, f"/login?{form}", method="POST")
    given = http.cookies.SimpleCookie()
    for text in reply.all_headers("Set-Cookie"):
        given.load(text)
    return "; ".join(f"{name}={morsel.coded_value}" for name, morsel in given.items())


def assert_answers(url: str, source: AudioSource) -> None:
    """Ask a running viewer for a stretch of a recording, in all three ways."""
    address = urllib.parse.urlsplit(url)
    assert address.port is not None
    stop = min(1000, source.samples)
    expected = source.read(0, stop)
    path = f"{address.path}/media/{source.key}"
    reply = ask(address.port, f"{path}/audio.wav", headers={"Range": f"bytes=44-{43 + 4 * stop}"})
    assert (reply.status, reply.body) == (206, expected.astype("<i2").tobytes())
    reply = ask(address.port, f"{path}/pcm?start=0&stop={stop}")
    assert (reply.status, reply.body) == (200, expected.astype("<i2").tobytes())
    reply = ask(address.port, f"{path}/peaks?bin=256")
    assert (reply.status, reply.body[:4]) == (200, peaks(expected[:256]).tobytes())


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    """A corpus of one conversation: two FLAC files."""
    folder = tmp_path / "corpus" / "07"
    folder.mkdir(parents=True)
    for speaker, channel in enumerate(noise(20_000).T, start=1):
        soundfile.write(folder / f"speaker_{speaker}_audio.flac", channel, 16_000)
    return tmp_path / "corpus"


@pytest.mark.serve
@pytest.mark.parametrize("arguments", [[], ["--num-procs", "2"]], ids=["plain", "two processes"])
def test_the_viewer_answers_for_a_corpus_that_no_page_has_opened(
    corpus: Path, tmp_path: Path, arguments: list[str]
) -> None:
    source = open_workspace(corpus).split().audio("07")
    assert source is not None
    with serving(
        tmp_path / "log", environment={"TURNBENCH_DATA": str(corpus)}, arguments=arguments
    ) as viewer:
        for _ in range(6):  # with two processes, any of them
            assert_answers(viewer.url, source)
        assert viewer.bugs() == []


def test_plain_panel_serve_answers_a_range(server: Server) -> None:
    work = shared_workspace().split()
    assert_answers(server.url, next(found for name in work.conversations if (found := work.audio(name))))
