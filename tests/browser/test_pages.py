"""Pages and picks: a number's events in a link, as a playlist and as a file."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.exploring import open_page, state, wait_for_state
from tests.servers import Server

PICK = "eot~miss:smart_turn~hit:rms_vad"


def test_a_link_to_a_pick_lists_its_events_and_keys_walk_them(
    page: Page, server: Server, tmp_path: Path
) -> None:
    open_page(page, f"{server.url}?split=demo-dev&model=smart_turn&pick={PICK}")
    side = page.locator(".page-playlist")
    expect(side).to_contain_text("EOT · Smart Turn v3.2 misses, RMS VAD hits")
    with page.expect_download() as download:
        page.get_by_role("button", name="Save these outcomes as CSV").click()
    download.value.save_as(tmp_path / "outcomes.csv")
    with (tmp_path / "outcomes.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    events = [row["event"] for row in rows if row["model"] == "smart_turn"]
    assert {(row["model"], row["outcome"]) for row in rows} == {("smart_turn", "miss"), ("rms_vad", "hit")}
    expect(side).to_contain_text(f"{len(events)} misses")
    for event in events[:3]:
        page.keyboard.press("n")
        wait_for_state(page, f"s.selected_event === {event!r} || s.selected === {event!r}")
    page.get_by_role("button", name="All events").click()
    expect(side).not_to_contain_text("RMS VAD hits")
    page.wait_for_function("() => !location.search.includes('pick=')")


def test_the_palette_opens_a_page_and_back_leads_home(page: Page, server: Server) -> None:
    open_page(page, server.url)
    before = state(page)["view"]
    page.keyboard.press("g")
    page.keyboard.type("leaderb")
    page.keyboard.press("Enter")
    page.wait_for_function("() => location.search.includes('page=leaderboard')")
    expect(page.locator(".page-timeline")).not_to_be_visible()
    expect(page.get_by_role("link", name="Leaderboard")).to_have_attribute("aria-current", "page")
    # What acts on the timeline is not done where it is not seen.
    page.keyboard.press("+")
    page.keyboard.press("Space")
    page.go_back()
    expect(page.locator(".page-timeline")).to_be_visible()
    assert state(page)["view"] == pytest.approx(before)
    assert not state(page)["playing"]
