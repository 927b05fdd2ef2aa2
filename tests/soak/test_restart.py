"""A page outlives its server: when one runs again at the same address, a reload brings back what was seen."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Error, Page

from tests.browser.exploring import IS_LOADED, open_page, playlist_rows, state, wait_for_state
from tests.soak.hosts import hosting
from tests.soak.settings import PATIENCE_MS

pytestmark = [pytest.mark.soak, pytest.mark.serve]

KEPT = ("dialogue", "model", "task", "selected", "selected_event", "visible")


@pytest.fixture
def lonely(browser: Browser) -> Iterator[Page]:
    """A page that may fail to reach its server, which the page of other tests may not."""
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    page = context.new_page()
    page.set_default_timeout(PATIENCE_MS)
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    yield page
    context.close()
    assert errors == []


def _seen(page: Page) -> dict[str, Any]:
    """Return what must come back; the address keeps the visible range to the millisecond."""
    found = state(page)
    view = {name: round(time_s, 3) for name, time_s in found["view"].items()}
    return {name: found[name] for name in KEPT} | {"view": view, "rows": playlist_rows(page)}


def _go_somewhere(page: Page, url: str) -> None:
    """Choose model, event and range by the page's own means, until the address tells of all of them."""
    open_page(page, f"{url}?dialogue=argument-01&model=smart_turn&fate=errors&task=int")
    page.keyboard.press("m")
    wait_for_state(page, "s.model === 'rms_vad'")
    page.get_by_role("listbox", name="Events").get_by_role("option").nth(2).click()
    wait_for_state(page, "s.playing && s.selected")
    page.keyboard.press("Space")
    wait_for_state(page, "!s.playing")
    page.wait_for_function(
        "() => ['model=rms_vad', 'event=', 't='].every((part) => location.search.includes(part))"
    )
    before = page.url
    _zoom(page)
    page.wait_for_function("(before) => location.href !== before", arg=before)
    page.wait_for_timeout(1000)


def _zoom(page: Page) -> None:
    box = page.locator("canvas[aria-label='Timeline of the dialogue']").bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 4, box["y"] + 20)
    view = state(page)["view"]
    page.mouse.wheel(0, -240)
    wait_for_state(page, f"s.view.start_s !== {view['start_s']}")


def test_a_reload_after_the_server_was_killed_and_restarted_brings_back_what_was_seen(
    lonely: Page, tmp_path: Path
) -> None:
    with hosting(tmp_path / "log", environment={}) as host:
        _go_somewhere(lonely, host.start().url)
        seen, address = _seen(lonely), lonely.url
        host.kill()
        with pytest.raises(Error, match="ERR_CONNECTION_REFUSED"):
            lonely.reload()
        server = host.start()
        lonely.goto(address)
        lonely.wait_for_function(IS_LOADED)
        assert _seen(lonely) == seen
        assert lonely.url == address
        assert server.bugs() == []


def test_a_page_that_was_open_all_the_while_lives_on_without_its_server_and_reloads(
    lonely: Page, tmp_path: Path
) -> None:
    with hosting(tmp_path / "log", environment={}) as host:
        _go_somewhere(lonely, host.start().url)
        seen, address = _seen(lonely), lonely.url
        host.kill()
        _zoom(lonely)
        server = host.start()
        assert lonely.url == address
        lonely.reload()
        lonely.wait_for_function(IS_LOADED)
        assert _seen(lonely) == seen
        lonely.keyboard.press("m")
        wait_for_state(lonely, "s.model === 'smart_turn'")
        assert server.bugs() == []
