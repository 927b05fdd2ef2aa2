"""Many sessions at once, and many one after the other: everything answers, and memory comes back."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import numpy as np
import pytest
from playwright.sync_api import Browser, Page

from tests.browser.exploring import open_page, state, wait_for_state
from tests.media.sites import ask
from tests.servers import REPOSITORY, Server, serving
from tests.soak.conftest import Note
from tests.soak.hosts import live_sessions, resident_mb
from tests.soak.settings import PATIENCE_MS, SESSIONS
from viewer.loaders.audio import AudioSource
from viewer.signals.peaks import peaks
from viewer.workspace import open_workspace

pytestmark = pytest.mark.soak

TOGETHER = 20
AT_A_TIME = 5
FIRST = 10
HALF = SESSIONS // 2 // AT_A_TIME * AT_A_TIME
STEPS = 3
GROWTH = 0.10
ALLOWANCE_MB = 10.0
STRETCH_SAMPLES = 20_000
# A page may take seconds to connect where twenty are busy; Bokeh's own 15 s and 17 s only take longer.
QUICK_TO_FORGET = ("--unused-session-lifetime", "10000", "--check-unused-sessions", "1000")
VISITS = (
    "dialogue=casual-01&model=smart_turn&task=eot&fate=all",
    "dialogue=argument-01&model=rms_vad&task=int&fate=all",
    "dialogue=argument-01&model=smart_turn&fate=errors",
    "dialogue=casual-01&model=rms_vad&fate=all&scope=split",
)


@pytest.fixture
def fresh(tmp_path: Path) -> Iterator[Server]:
    """A server of this test's own, which forgets closed pages quickly and tells how many it holds."""
    with serving(
        tmp_path / "log", environment={"PANEL_LOG_LEVEL": "INFO"}, arguments=QUICK_TO_FORGET
    ) as server:
        yield server
        assert server.bugs() == []


class Listener(threading.Thread):
    """Asks for sound and peaks again and again, and keeps every answer that is not the right one."""

    def __init__(self, server: Server, sources: list[AudioSource]) -> None:
        super().__init__(name="listener")
        self.answers = 0
        self.wrong: list[str] = []
        self._address = urlsplit(server.url)
        self._sources = sources
        self._is_over = threading.Event()

    def run(self) -> None:
        rng = np.random.default_rng(5)
        expected = {source.key: source.read(0, source.samples) for source in self._sources}
        while not self._is_over.wait(0.05):
            source = self._sources[int(rng.integers(len(self._sources)))]
            start = int(rng.integers(source.samples - STRETCH_SAMPLES))
            try:
                self._ask(source.key, expected[source.key], start, start + STRETCH_SAMPLES)
            except OSError as error:
                self.wrong.append(repr(error))

    def stop(self) -> None:
        self._is_over.set()
        self.join()

    def _ask(self, key: str, pcm: np.typing.NDArray[np.int16], start: int, stop: int) -> None:
        sound = pcm[start:stop].astype("<i2").tobytes()
        wav_range = {"Range": f"bytes={44 + 4 * start}-{43 + 4 * stop}"}
        self._compare(f"{key}/audio.wav", 206, sound, wav_range)
        self._compare(f"{key}/pcm?start={start}&stop={stop}", 200, sound, {})
        self._compare(f"{key}/peaks?bin=4096", 200, peaks(pcm, samples_per_bin=4096).tobytes(), {})

    def _compare(self, path: str, status: int, body: bytes, headers: dict[str, str]) -> None:
        assert self._address.port is not None
        reply = ask(self._address.port, f"{self._address.path}/media/{path}", headers=headers)
        self.answers += 1
        if (reply.status, reply.body) != (status, body):
            self.wrong.append(f"{path}: {reply.status}, {len(reply.body)} bytes")


@contextmanager
def listening(server: Server) -> Iterator[Listener]:
    split = open_workspace(REPOSITORY / "data_manifest.yaml").split()
    found = [split.audio(name) for name in split.conversations]
    listener = Listener(server, [source for source in found if source is not None])
    listener.start()
    try:
        yield listener
    finally:
        listener.stop()


def _open(browser: Browser, server: Server, number: int, errors: list[str]) -> Page:
    page = browser.new_context(viewport={"width": 1440, "height": 900}).new_page()
    page.set_default_timeout(PATIENCE_MS)
    page.on("pageerror", lambda error: errors.append(str(error)))
    open_page(page, f"{server.url}?{VISITS[number % len(VISITS)]}")
    return page


def _use(page: Page) -> None:
    """Step through events, which plays them, and go to the other dialogue."""
    seen = state(page)["selected"]
    for _ in range(STEPS):
        page.keyboard.press("n")
        page.wait_for_function(
            "(seen) => { const s = turnbenchTimeline.state(); return s.selected && s.selected !== seen; }",
            arg=seen,
        )
        seen = state(page)["selected"]
    at_s = state(page)["current_s"]
    wait_for_state(page, f"s.playing && s.current_s > {at_s} + 0.2")
    dialogue = state(page)["dialogue"]
    page.keyboard.press("j" if dialogue == "argument-01" else "k")
    wait_for_state(page, f"s.dialogue !== '{dialogue}' && s.loaded")


def _wait_until_forgotten(server: Server) -> None:
    deadline = time.monotonic() + 60
    while live_sessions(server):
        assert time.monotonic() < deadline, f"{live_sessions(server)} sessions stay after their pages closed"
        time.sleep(0.5)
    time.sleep(3)  # memory is collected a second after the last session went


def test_twenty_pages_work_at_once_while_sound_is_asked_for(
    browser: Browser, fresh: Server, note: Note
) -> None:
    errors: list[str] = []
    with listening(fresh) as listener:
        pages: list[Page] = []
        for start in range(0, TOGETHER, AT_A_TIME):
            pages += [_open(browser, fresh, start + number, errors) for number in range(AT_A_TIME)]
            for page in pages[start:]:
                _use(page)
        for page in pages:
            _use(page)
        note("sessions held", live_sessions(fresh))
        assert live_sessions(fresh) == TOGETHER
        for page in pages:
            page.context.close()
    note("media answers meanwhile", listener.answers)
    assert listener.answers > 0
    assert listener.wrong == []
    assert errors == []
    _wait_until_forgotten(fresh)


def test_memory_after_many_pages_is_what_it_was_after_ten(
    browser: Browser, fresh: Server, note: Note
) -> None:
    if resident_mb(fresh) is None:
        pytest.skip("resident memory is read from /proc, which is not here")
    errors: list[str] = []
    found: dict[int, float] = {0: resident_mb(fresh) or 0.0}
    last = SESSIONS - SESSIONS % AT_A_TIME
    for done in range(AT_A_TIME, last + 1, AT_A_TIME):
        pages = [_open(browser, fresh, number, errors) for number in range(AT_A_TIME)]
        for page in pages:
            _use(page)
            page.context.close()
        if done in (FIRST, HALF, last):
            _wait_until_forgotten(fresh)
            found[done] = resident_mb(fresh) or 0.0
            note(f"resident after {done} pages, MB", found[done])
    assert errors == []
    assert found[last] <= found[FIRST] * (1 + GROWTH) + ALLOWANCE_MB
