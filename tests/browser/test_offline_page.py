"""The offline page, opened from a file without any network: it is painted, plays and asks nobody."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.exploring import (
    IS_LOADED,
    START_RECORDER,
    STOP_RECORDER,
    Recording,
    offset_ms,
    open_page,
    state,
    wait_for_state,
)
from tests.browser.saving import DIALOGUE, SPLIT, export, open_at
from tests.servers import Server
from viewer.workspace import open_workspace

START_S, END_S = 25.870_01, 45.87
LATENCY_MS = 120.0
"""More than any output's constant delay; a shifted time axis would be off by the clip's start."""


@pytest.fixture
def offline(browser: Browser) -> Iterator[Page]:
    """A page without network whose every request and error is seen."""
    context = browser.new_context(viewport={"width": 1440, "height": 1000})
    context.set_offline(True)
    page = context.new_page()
    asked, errors = list[str](), list[str]()
    page.on("request", lambda sent: asked.append(sent.url))
    page.on("console", lambda message: errors.extend([message.text] if message.type != "log" else []))
    page.on("pageerror", lambda error: errors.append(str(error)))
    yield page
    context.close()
    assert [url for url in asked if not url.startswith(("file:", "blob:", "data:"))] == []
    assert errors == []


@pytest.fixture
def saved(page: Page, server: Server, tmp_path: Path) -> Path:
    open_at(page, server, START_S, END_S)
    return export(page, "html", tmp_path)


def open_file(page: Page, file: Path) -> None:
    page.goto(file.as_uri())
    page.wait_for_function(IS_LOADED)


def test_the_page_shows_the_clip_as_the_app_did(saved: Path, offline: Page, page: Page) -> None:
    app = state(page)
    open_file(offline, saved)
    here = state(offline)
    assert here["view"] == pytest.approx(app["view"], abs=1e-4)
    for kind in ("model", "dialogue", "task", "waveform", "visible"):
        assert here[kind] == app[kind], kind
    # A clip takes decisions and verdicts along, not the probabilities behind them.
    lanes = [one["name"] for one in app["lanes"] if one["kind"] != "prob"]
    assert [one["name"] for one in here["lanes"]] == lanes
    assert len(lanes) < len(app["lanes"])
    expect(offline.locator(".clip-head")).to_contain_text("Voices are synthetic")
    expect(offline.locator(".clip-head")).to_contain_text("Licence: CC-BY-4.0.")
    expect(offline.locator(".clip-foot")).to_contain_text("The benchmark's settings")
    ink = offline.evaluate(
        """() => {
          const canvas = document.querySelector(".lanes-canvas");
          const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
          return new Set(new Uint32Array(data.buffer)).size;
        }"""
    )
    assert ink > 50


def test_what_is_heard_is_the_file_at_the_dialogues_own_time(saved: Path, offline: Page) -> None:
    source = open_workspace().split(SPLIT).audio(DIALOGUE)
    assert source is not None
    open_file(offline, saved)
    offline.evaluate("() => window.turnbenchTimeline.seek(32)")
    wait_for_state(offline, "Math.abs(s.current_s - 32) < 0.01")
    offline.evaluate(START_RECORDER)
    offline.keyboard.press("Space")
    wait_for_state(offline, "s.playing && s.current_s > 35")
    offline.keyboard.press("Space")
    recording = Recording(offline.evaluate(STOP_RECORDER))
    heard = source.read(0, source.samples).astype(float)[:, 0] / 32768
    rows = recording.moving_heads()
    found = [offset_ms(recording, heard, source.sample_rate, 0, row) for row in rows[10:60:10]]
    assert np.median([similar for _, similar in found]) > 0.98
    assert abs(float(np.median([late for late, _ in found]))) < LATENCY_MS


def test_the_view_stays_with_the_clip_and_zooms_in_it(saved: Path, offline: Page) -> None:
    open_file(offline, saved)
    offline.keyboard.press("Home")
    wait_for_state(offline, f"Math.abs(s.current_s - {START_S}) < 1e-3")
    for _ in range(8):
        offline.keyboard.press("-")
    view = state(offline)["view"]
    assert view["end_s"] - view["start_s"] < 1.3 * (END_S - START_S)
    for _ in range(12):
        offline.keyboard.press("+")
    zoomed = state(offline)["view"]
    assert zoomed["end_s"] - zoomed["start_s"] < 1.0
    offline.keyboard.press("1")
    assert state(offline)["solo"] == 0


def test_the_list_explains_every_event_and_plays_it(saved: Path, offline: Page) -> None:
    open_file(offline, saved)
    rows = offline.locator(".verdicts tbody tr")
    everything = rows.count()
    offline.get_by_label("Errors only").check()
    errors = rows.count()
    assert 0 < errors < everything
    miss = rows.filter(has_text="the limit is 3.00 s").first
    miss.get_by_role("button").click()
    wait_for_state(offline, "s.playing && s.selected_event && s.selected_event.fate === 'miss'")
    found = state(offline)
    centre = (found["view"]["start_s"] + found["view"]["end_s"]) / 2
    assert found["selected_event"]["time"] == pytest.approx(centre, abs=1.0)
    offline.keyboard.press("Space")
    offline.keyboard.press("n")
    wait_for_state(offline, f"s.selected !== {found['selected']!r}")
    offline.get_by_label("Model", exact=True).select_option("rms_vad")
    expect(rows.first).to_contain_text("RMS VAD")
    rows.last.get_by_role("button").click()
    wait_for_state(offline, "s.model === 'rms_vad'")


def test_a_clip_of_a_hidden_split_has_sound_and_decisions(
    page: Page, server: Server, offline: Page, tmp_path: Path
) -> None:
    open_page(page, f"{server.url}?split=demo-test")
    open_file(offline, export(page, "html", tmp_path))
    found = state(offline)
    assert (found["audio"], found["waveform"]) == ("ready", "ready")
    assert (found["visible"]["segments"], found["visible"]["gold"]) == (0, 0)
    expect(offline.locator(".clip-head")).to_contain_text("The labels of this split are hidden")
