"""How browser tests bring a dialogue into view and save it through the menu."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser.exploring import open_page, wait_for_state
from tests.servers import Server

SPLIT = "demo-dev"
DIALOGUE = "task-01"


def open_at(page: Page, server: Server, start_s: float, end_s: float) -> None:
    """Open the dialogue and show exactly this range."""
    open_page(page, f"{server.url}?split={SPLIT}&dialogue={DIALOGUE}&model=smart_turn")
    page.evaluate("([start, end]) => window.turnbenchTimeline.setView(start, end)", [start_s, end_s])
    wait_for_state(page, f"Math.abs(s.view.start_s - {start_s}) < 1e-9")


def export(page: Page, form: str, folder: Path) -> Path:
    """Save one form through the menu, under the name that the page gives it."""
    if page.locator(".export-panel").is_hidden():
        page.get_by_role("button", name="Export (x)", exact=True).click()
    with page.expect_download() as download:
        page.locator(f"[data-form='{form}']").click()
    path = folder / download.value.suggested_filename
    download.value.save_as(path)
    expect(page.locator(".export-status")).to_have_text(re.compile(rf"^Saved: .*{re.escape(path.name)}"))
    return path
