"""The audit page in a browser: decided by keys, two people in one dialogue, where there is no desk."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.exploring import IS_LOADED, state, wait_for_state
from tests.looks.axe import grave_violations
from tests.looks.colours import THEMES
from tests.servers import Server, serving

OPENING_MS = 30_000
"""A server of its own reads its corpus and compiles first."""
IS_AT = "() => new URLSearchParams(location.search).get('item')"


@pytest.fixture
def desk_server(tmp_path: Path) -> Iterator[Server]:
    """A server with an empty journal of its own."""
    with serving(tmp_path / "log", environment={"TURNBENCH_DB": str(tmp_path / "audit.sqlite")}) as running:
        yield running
        assert not running.bugs(), running.log()


def questions(page: Page) -> Locator:
    return page.get_by_role("listbox", name="Questions").get_by_role("option")


def selected(page: Page) -> Locator:
    return page.get_by_role("listbox", name="Questions").get_by_role("option", selected=True)


def choice(page: Page, name: str) -> Locator:
    return page.get_by_role("radio", name=re.compile(name))


def effect(page: Page) -> Locator:
    return page.get_by_role("region", name="Effect")


def history(page: Page) -> Locator:
    return page.get_by_role("region", name="History").get_by_role("listitem")


def open_desk(page: Page, server: Server, query: str = "") -> None:
    page.goto(f"{server.url}?split=demo-dev&page=audit{query}")
    expect(selected(page)).to_have_count(1, timeout=OPENING_MS)
    wait_for_desk(page)


def wait_for_desk(page: Page) -> None:
    expect(choice(page, "a is right")).to_be_visible()
    page.wait_for_function(IS_LOADED)
    wait_for_state(page, "s.desk")


def sign(page: Page, name: str) -> None:
    """Save for the first time: the name is asked for once."""
    page.keyboard.press("Enter")
    expect(page.get_by_role("textbox", name="Your name")).to_be_focused()
    page.keyboard.type(name)
    page.keyboard.press("Enter")
    expect(page.get_by_text(f"{name}, unverified")).to_be_visible()


def test_a_queue_is_decided_by_keys_alone_and_survives_a_reload(desk_server: Server, page: Page) -> None:
    open_desk(page, desk_server)
    expect(page.get_by_text("0 of 28 settled")).to_be_visible()
    # Under the list, which scrolls in itself.
    expect(page.get_by_text("1 of 28 shown, largest effect first")).to_be_in_viewport()
    first = page.evaluate(IS_AT)
    page.keyboard.press("n")
    page.wait_for_function(f"{IS_AT[6:]} !== {first!r}")
    page.keyboard.press("p")
    page.wait_for_function(f"{IS_AT[6:]} === {first!r}")
    # A choice is only previewed: numbers move, nothing is settled.
    page.keyboard.press("1")
    expect(effect(page).get_by_role("heading", name="If you save “a is right”")).to_be_visible()
    expect(effect(page).get_by_text("gold +1").first).to_be_visible()
    expect(choice(page, "a is right")).to_be_checked()
    expect(page.get_by_text("0 of 28 settled")).to_be_visible()
    # What the active model is judged otherwise on leads to its place.
    page.evaluate("window.turnbenchTimeline.setView(60, 70)")
    effect(page).get_by_role("list", name=re.compile("that change")).get_by_role("button").first.click()
    wait_for_state(page, "s.view.end_s < 40")
    page.get_by_role("button", name="Why is this gold?").click()
    expect(page.get_by_role("region", name="Why is this gold?")).to_contain_text(
        "no other annotator heard alike"
    )
    for theme in THEMES:
        page.evaluate("(theme) => { document.documentElement.dataset.theme = theme; }", theme)
        assert (theme, grave_violations(page)) == (theme, [])
    page.keyboard.press("Escape")
    page.evaluate("document.activeElement.blur()")
    sign(page, "Ada")
    page.keyboard.press("c")
    page.keyboard.type("The pitch falls.")
    page.keyboard.press("Enter")
    expect(page.get_by_text("1 of 28 settled")).to_be_visible()
    page.wait_for_function(f"{IS_AT[6:]} !== {first!r}")
    expect(effect(page).get_by_text("corrected gold (1 correction)")).to_be_visible()
    # An own verdict: a label, an edge moved by keys.
    before = page.evaluate(IS_AT)
    page.keyboard.press("5")
    wait_for_state(page, "s.desk.draft")
    end_s = state(page)["desk"]["draft"]["end"]
    page.keyboard.press("Shift+ArrowLeft")
    wait_for_state(page, f"Math.abs(s.desk.draft.end - {end_s - 0.1}) < 1e-6")
    expect(effect(page).get_by_role("heading", name="If you save “Own label”")).to_be_visible()
    page.set_viewport_size({"width": 1280, "height": 800})
    expect(page.get_by_role("button", name="Save and next")).to_be_in_viewport(ratio=1)
    page.keyboard.press("Enter")
    expect(page.get_by_text("2 of 28 settled")).to_be_visible()
    page.wait_for_function(f"{IS_AT[6:]} !== {before!r}")
    here = page.evaluate(IS_AT)
    page.reload()
    wait_for_desk(page)
    assert page.evaluate(IS_AT) == here
    expect(page.get_by_text("2 of 28 settled")).to_be_visible()
    expect(page.get_by_text("Ada, unverified")).to_be_visible()
    # Undo goes back over the reload; redo brings it again.
    page.keyboard.press("Control+z")
    expect(page.get_by_text("1 of 28 settled")).to_be_visible()
    page.keyboard.press("Control+z")
    expect(page.get_by_text("0 of 28 settled")).to_be_visible()
    expect(effect(page).get_by_text("benchmark’s gold", exact=True)).to_be_visible()
    page.keyboard.press("Control+Shift+Z")
    expect(page.get_by_text("1 of 28 settled")).to_be_visible()


def test_two_people_see_each_other_and_are_told_of_a_conflict(
    desk_server: Server, page: Page, browser: Browser
) -> None:
    open_desk(page, desk_server)
    item = page.evaluate(IS_AT)
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    other = context.new_page()
    open_desk(other, desk_server, f"&item={item}")
    other.keyboard.press("2")
    expect(choice(other, "b is right")).to_be_checked()
    sign(other, "Bob")
    page.keyboard.press("1")
    expect(choice(page, "a is right")).to_be_checked()
    sign(page, "Ada")
    page.keyboard.press("Enter")
    expect(page.get_by_text("1 of 28 settled")).to_be_visible()
    expect(other.get_by_text("1 of 28 settled")).to_be_visible()
    expect(history(other).filter(has_text="Ada, unverified")).to_have_count(1)
    # Bob's choice is his still; saving it tells him what Ada decided, and his is not lost.
    other.keyboard.press("Enter")
    clash = other.get_by_role("alertdialog", name="Conflict")
    expect(clash).to_contain_text("Ada a is right")
    expect(clash).to_contain_text("You b is right, not saved")
    assert other.evaluate(IS_AT) == item
    clash.get_by_role("button", name="Save mine after theirs").click()
    expect(clash).to_be_hidden()
    page.goto(f"{desk_server.url}?split=demo-dev&page=audit&asked=all&item={item}")
    expect(history(page)).to_have_count(2)
    expect(history(page).first).to_contain_text("Bob, unverified")
    # One row is taken back, another switched off: nothing is corrected any more.
    history(page).first.get_by_role("button", name=re.compile("Undo")).click()
    expect(effect(page).get_by_text("corrected gold (1 correction)")).to_be_visible()
    # The lanes say whose gold they show.
    expect(page.locator(".desk-head").get_by_text("corrected gold")).to_be_visible()
    history(page).filter(has_text="you, unverified").get_by_role("checkbox").uncheck()
    expect(effect(page).get_by_text("benchmark’s gold, 1 off")).to_be_visible()
    expect(page.locator(".desk-head").get_by_text("corrected gold")).to_be_hidden()
    context.close()


def test_there_is_no_desk_where_anybody_may_come(page: Page, tmp_path: Path) -> None:
    with serving(tmp_path / "log", environment={"TURNBENCH_MODE": "public"}) as server:
        page.goto(f"{server.url}?split=demo-dev&page=audit")
        expect(page.get_by_text("the audit desk is off here").first).to_be_visible()
        expect(questions(page)).to_have_count(0)
        assert not server.bugs(), server.log()
        page.goto("about:blank")
