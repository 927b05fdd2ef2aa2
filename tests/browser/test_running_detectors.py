"""A detector run on the open dialogue: its lane comes, stays in the session, and can be called off."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.exploring import IS_LOADED, open_page, state, wait_for_state
from tests.servers import REPOSITORY, Server, serving

pytestmark = pytest.mark.alone

SUMMARY = "Run a detector on this dialogue"

# Makes the energy detector listen for half a minute, as a large model would: loaded by the server's Python.
SLOW = f"""
import sys
sys.path.insert(0, {str(REPOSITORY)!r})
import time
from viewer.detectors.rms_vad import RmsVad
plain = RmsVad.detect
def slow(self, audio, *, sample_rate, on_progress):
    for step in range(300):
        on_progress(step / 300)
        time.sleep(0.1)
    return plain(self, audio, sample_rate=sample_rate, on_progress=on_progress)
RmsVad.detect = slow
sys.path.remove({str(REPOSITORY)!r})
"""


@pytest.fixture(scope="module")
def slow_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("slow")
    (folder / "sitecustomize.py").write_text(SLOW, encoding="utf-8")
    environment = {"PYTHONPATH": str(folder), "TURNBENCH_CACHE": str(folder / "cache")}
    with serving(folder / "log", environment=environment) as running:
        yield running
        bugs = running.bugs()
    assert not bugs, running.log()


def unfold(page: Page, detector: str = "rms_vad") -> Locator:
    """Unfold the row and pick a detector; return the row."""
    card = page.locator(".page-card")
    card.get_by_text(SUMMARY).click()
    card.get_by_role("combobox", name="Detector").select_option(detector)
    return card


def test_a_run_shows_its_lane_here_and_where_its_link_leads(
    page: Page, server: Server, browser: Browser
) -> None:
    open_page(page, f"{server.url}?dialogue=casual-01&model=rms_vad&t=0,60")
    committed = state(page)["visible"]["decisions"]
    card = unfold(page)
    card.get_by_role("button", name="Run", exact=True).click()
    wait_for_state(page, "s.model === 'rms_vad@here'")
    expect(card).to_contain_text("RMS VAD has run on this dialogue.")
    expect(card.get_by_role("combobox", name="Model")).to_have_value("rms_vad@here")
    expect(card).to_contain_text(re.compile(r"partial: \d+ dialogues? missing"))
    page.wait_for_function("() => location.search.includes('rms_vad%40here')")
    assert committed > 10
    other = browser.new_context().new_page()
    open_page(other, f"{server.url}?dialogue=casual-01&model=rms_vad")
    runs = other.get_by_role("combobox", name="Model").locator("option", has_text="run here")
    expect(runs).to_have_count(0)
    other.goto(page.url)
    other.wait_for_function(IS_LOADED)
    assert state(other)["model"] == "rms_vad@here"
    other.context.close()


def test_a_run_tells_how_far_it_is_and_can_be_cancelled(page: Page, slow_server: Server) -> None:
    open_page(page, f"{slow_server.url}?dialogue=casual-01&model=smart_turn")
    card = unfold(page)
    card.get_by_role("button", name="Run", exact=True).click()
    expect(card.get_by_role("progressbar")).to_be_visible()
    expect(card).to_contain_text(re.compile(r"RMS VAD listens: [1-9]\d? %"))
    page.keyboard.press("i")  # the page is alive meanwhile
    wait_for_state(page, "s.task === 'int'")
    card.get_by_role("button", name="Cancel").click()
    expect(card).to_contain_text("RMS VAD was cancelled.")
    expect(card.get_by_role("progressbar")).to_be_hidden()
    expect(card.get_by_role("button", name="Run", exact=True)).to_be_enabled()
    assert state(page)["model"] == "smart_turn"


def test_a_detector_that_is_not_installed_is_off_with_a_sentence(page: Page, tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(
        "import importlib.metadata as m\n"
        "plain = m.distribution\n"
        "def distribution(name):\n"
        "    if name == 'pipecat-ai':\n"
        "        raise m.PackageNotFoundError(name)\n"
        "    return plain(name)\n"
        "m.distribution = distribution\n",
        encoding="utf-8",
    )
    with serving(tmp_path / "log", environment={"PYTHONPATH": str(tmp_path)}) as running:
        open_page(page, f"{running.url}?dialogue=casual-01&model=rms_vad")
        card = page.locator(".page-card")
        card.get_by_text(SUMMARY).click()
        expect(card).to_contain_text(re.compile("Not installed: run “make detectors” once to add Smart Turn"))
        menu = card.get_by_role("combobox", name="Detector")
        expect(menu.get_by_role("option", name="Smart Turn v3.2")).to_be_disabled()
        assert not running.bugs()


def test_where_anybody_may_come_no_detector_can_be_run(page: Page, tmp_path: Path) -> None:
    with serving(tmp_path / "log", environment={"TURNBENCH_MODE": "public"}) as running:
        open_page(page, f"{running.url}?dialogue=casual-01&model=rms_vad")
        expect(page.locator(".page-card").get_by_text("Protocol")).to_be_visible()
        expect(page.get_by_text(SUMMARY)).to_be_hidden()
        assert not running.bugs()
