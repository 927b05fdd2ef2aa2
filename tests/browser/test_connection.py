"""A server that dies and comes back: the page says so, and returns to what was seen."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from tests.browser.exploring import open_page, state
from tests.servers import free_port, serving

TEXT = "The connection to the server is lost."


def test_a_page_whose_server_comes_back_shows_what_it_showed(browser: Browser, tmp_path: Path) -> None:
    # Not the fixture's page: a lost connection is an error to the console, and rightly so.
    page = browser.new_context(viewport={"width": 1440, "height": 900}).new_page()
    port = free_port()
    with serving(tmp_path / "first", port=port) as server:
        open_page(page, f"{server.url}?dialogue=casual-01&model=smart_turn&t=20,30&fate=errors")
        before = state(page)
    expect(page.get_by_text(TEXT)).to_be_visible()
    with serving(tmp_path / "second", port=port):
        expect(page.get_by_text(TEXT)).to_be_hidden(timeout=30_000)
        page.wait_for_function("() => window.turnbenchTimeline?.state().loaded")
        after = state(page)
        page.goto("about:blank")
    page.context.close()
    for name in ("dialogue", "model", "task", "view"):
        assert after[name] == before[name]


def test_a_page_whose_session_ended_before_it_connected_asks_nobody_else(page: Page, tmp_path: Path) -> None:
    # The page's fixture sees what leaves this machine.
    short = ["--unused-session-lifetime", "1", "--check-unused-sessions", "20"]
    with serving(tmp_path / "log", arguments=short) as server:
        open_page(page, f"{server.url}?dialogue=casual-01&model=smart_turn&page=corpus&t=20,30")
        page.goto("about:blank")
        assert not server.bugs()
