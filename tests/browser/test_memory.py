"""A view comes back: by its link, in the history of zooms, after a reload, after the server died."""

from __future__ import annotations

import os
import re
import signal
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.exploring import open_page, state, wait_for_state
from tests.servers import Server, free_port, serving

LINK = "?dialogue=casual-01&model=smart_turn&t=20,38"
LOST = "The connection to the server is lost."


def _seen(page: Page) -> dict[str, Any]:
    """Return what a user sees of a view."""
    found = state(page)
    names = ("dialogue", "model", "task", "view", "selected", "current_s", "lanes")
    rails = {
        name: page.evaluate(f"document.documentElement.dataset.{name} ?? null") for name in ("rail", "side")
    }
    search = page.get_by_role("searchbox", name="Search titles and ids").input_value()
    return {**{name: found[name] for name in names}, **rails, "search": search}


def _is_in_address(page: Page, text: str) -> None:
    page.wait_for_function("text => location.search.includes(text)", arg=text)


def test_zooms_are_gone_back_and_forward_through(page: Page, server: Server) -> None:
    open_page(page, server.url + LINK)
    back, forward = (page.get_by_role("button", name=name) for name in ("Previous zoom", "Next zoom"))
    _is_in_address(page, "t=20.000,38.000")
    expect(back).to_be_disabled()
    page.keyboard.press("+")
    expect(back).to_be_enabled()
    first = state(page)["view"]
    canvas = page.locator(".lanes-canvas").bounding_box()
    assert canvas is not None
    page.mouse.move(canvas["x"] + 300, canvas["y"] + 40)
    page.mouse.down()
    for step in range(1, 6):
        page.mouse.move(canvas["x"] + 300 - 20 * step, canvas["y"] + 40)
    page.mouse.up()
    page.wait_for_function("first => !location.search.includes(`t=${first.start_s.toFixed(3)}`)", arg=first)
    dragged = state(page)["view"]
    # One step for one drag, and exactly the view it began with.
    page.keyboard.press("u")
    wait_for_state(page, f"s.view.start_s === {first['start_s']}")
    assert state(page)["view"] == first
    page.keyboard.press("Backspace")
    wait_for_state(page, "s.view.start_s === 20")
    expect(back).to_be_disabled()
    forward.click()
    page.keyboard.press("Shift+U")
    wait_for_state(page, f"s.view.start_s === {dragged['start_s']}")
    expect(forward).to_be_disabled()
    assert page.evaluate("history.length") == 2  # about:blank and the page: no step of the browser's


def test_a_copied_link_holds_what_was_changed_this_moment(
    page: Page, server: Server, browser: Browser
) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    open_page(page, server.url + LINK)
    page.keyboard.press("r")
    page.evaluate("turnbenchTimeline.seek(27.125)")
    page.evaluate("turnbenchTimeline.setView(24.5, 31.25)")
    page.get_by_role("button", name="Copy a link to this view").click()
    expect(page.get_by_role("dialog", name="Link to this view")).to_contain_text("Link copied")
    expect(page.get_by_role("status").filter(has_text="Link copied")).to_be_attached()
    link = page.evaluate("navigator.clipboard.readText()")
    assert link == page.url
    for part in ("t=24.500,31.250", "at=27.125", "folded=right"):
        assert part in link
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    other = context.new_page()
    open_page(other, link)
    assert _seen(other) == _seen(page)
    context.close()


def test_without_a_clipboard_the_link_stands_in_a_field(page: Page, server: Server) -> None:
    page.add_init_script("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    open_page(page, server.url + LINK)
    page.keyboard.press("y")
    field = page.get_by_role("textbox", name="Link to this view")
    expect(field).to_be_focused()
    expect(field).to_have_value(page.url)
    assert field.evaluate("one => one.value.slice(one.selectionStart, one.selectionEnd)") == page.url
    page.keyboard.press("Escape")
    expect(field).to_be_hidden()


def test_a_reload_loses_nothing_of_this_moment(page: Page, server: Server) -> None:
    open_page(page, server.url + LINK)
    page.evaluate("turnbenchTimeline.setView(24.5, 31.25); turnbenchTimeline.seek(27.125)")
    page.reload()
    page.wait_for_url(re.compile("at=27.125"))
    page.wait_for_function("() => window.turnbenchTimeline?.state().loaded")
    assert state(page)["current_s"] == 27.125
    assert state(page)["view"] == {"start_s": 24.5, "end_s": 31.25}


@pytest.mark.parametrize("width", [1600, 1024])
def test_both_rails_fold_and_leave_the_room_to_the_timeline(page: Page, server: Server, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 768})
    open_page(page, server.url + LINK)
    if width > 1440:
        page.keyboard.press("b")
    page.get_by_role("button", name="Fold the right rail").click()
    timeline = page.locator(".page-timeline")
    page.wait_for_function(f"() => document.querySelector('.page-timeline').clientWidth === {width - 48}")
    expect(page.locator(".page-side")).to_be_hidden()
    _is_in_address(page, "folded=both" if width > 1440 else "folded=right")
    page.keyboard.press("n")  # the playlist is stepped through also where it is not seen
    wait_for_state(page, "s.selected !== null")
    selected = state(page)["selected"]
    _is_in_address(page, "event=")
    page.reload()
    page.wait_for_function("() => window.turnbenchTimeline?.state().loaded")
    expect(page.locator(".page-side")).to_be_hidden()
    page.get_by_role("button", name="Open the right rail").click()
    chosen = page.get_by_role("listbox", name="Events").get_by_role("option", selected=True)
    expect(chosen).to_be_visible()
    assert state(page)["selected"] == selected
    assert timeline.evaluate("one => one.clientWidth") < width - 48


def test_the_back_button_steps_through_places_and_finds_each_as_it_was_left(
    page: Page, server: Server
) -> None:
    open_page(page, server.url + LINK)
    _is_in_address(page, "at=")
    for factor in range(8):  # as a drag's pixels
        page.evaluate(f"turnbenchTimeline.setView({21 + factor / 10}, {33 + factor / 10})")
    page.evaluate("turnbenchTimeline.seek(25.5)")
    _is_in_address(page, "at=25.5")
    left = _seen(page)
    page.keyboard.press("j")
    wait_for_state(page, "s.loaded && s.dialogue !== 'casual-01'")
    page.wait_for_function("() => !location.search.includes('dialogue=casual-01')")
    page.go_back()
    wait_for_state(page, "s.loaded && s.dialogue === 'casual-01' && s.current_s === 25.5")
    assert _seen(page) == left
    page.go_forward()
    wait_for_state(page, "s.loaded && s.dialogue !== 'casual-01'")


def test_a_server_that_is_killed_takes_nothing_along(browser: Browser, tmp_path: Path) -> None:
    # Not the fixture's page: a lost connection is an error to the console, and rightly so.
    context = browser.new_context(viewport={"width": 1600, "height": 1000})
    page = context.new_page()
    failures = list[str]()
    page.on("pageerror", lambda error: failures.append(str(error)))
    port = free_port()
    look = "lanes=gold:40,wave,decisions&folded=left&at=21.25&find=s&wrong=1"
    with serving(tmp_path / "first", port=port) as server:
        open_page(page, f"{server.url}{LINK}&{look}&fate=errors")
        page.keyboard.press("n")
        wait_for_state(page, "s.selected !== null && s.playing")
        page.keyboard.press("Space")
        _is_in_address(page, "event=")
        os.killpg(server.process.pid, signal.SIGKILL)
        expect(page.get_by_text(LOST)).to_be_visible()
        # The page goes on meanwhile: none of this reaches a server.
        page.keyboard.press("i")
        page.keyboard.press("m")
        page.keyboard.press("r")
        grip = page.get_by_role("separator", name="Height of Consensus gold, speaker 1")
        grip.focus()
        page.keyboard.press("PageDown")
        wait_for_state(page, "s.lanes[0].height === 50 && s.task === 'int' && s.model !== 'smart_turn'")
        page.evaluate("turnbenchTimeline.setView(26.125, 33.5)")
        page.evaluate("turnbenchTimeline.seek(28.75)")
        before = _seen(page)
    with serving(tmp_path / "second", port=port):
        expect(page.get_by_text(LOST)).to_be_hidden(timeout=60_000)
        page.wait_for_function("() => window.turnbenchTimeline?.state().loaded", timeout=60_000)
        wait_for_state(page, "s.current_s === 28.75")
        after = _seen(page)
        fate = page.get_by_role("button", name="Errors", exact=True)
        page.keyboard.press("r")
        expect(fate).to_have_attribute("aria-pressed", "true")
        page.goto("about:blank")
    context.close()
    assert after == before
    assert failures == []
