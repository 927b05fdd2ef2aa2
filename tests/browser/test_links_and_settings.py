"""Links restore what was seen; protocol parameters move every number at once."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.exploring import open_page, state, view_centre, wait_for_state
from tests.servers import Server

BADGE = "not the benchmark's settings"


def test_a_link_restores_dialogue_model_task_event_and_range(page: Page, server: Server) -> None:
    open_page(page, f"{server.url}?dialogue=casual-01&model=rms_vad&task=int&t=30.000,42.500")
    first = state(page)
    assert (first["dialogue"], first["model"], first["task"]) == ("casual-01", "rms_vad", "int")
    assert first["view"] == pytest.approx({"start_s": 30.0, "end_s": 42.5})
    page.get_by_role("listbox", name="Events").get_by_role("option").nth(3).click()
    wait_for_state(page, "s.selected !== null")
    page.wait_for_function(
        "() => location.search.includes('event=') && !location.search.includes('t=30.000')"
    )
    selected, link = state(page)["selected"], page.url
    page.goto("about:blank")
    open_page(page, link)
    assert state(page)["selected"] == selected
    assert view_centre(page) == pytest.approx(state(page)["selected_event"]["time"], abs=0.010)


def test_the_back_button_leads_to_the_dialogue_before(page: Page, server: Server) -> None:
    open_page(page, f"{server.url}?dialogue=casual-01&model=rms_vad")
    page.get_by_role("option", name=re.compile("^A shelf for drills")).click()
    wait_for_state(page, "s.dialogue === 'argument-01' && s.loaded")
    page.wait_for_function("() => location.search.includes('argument-01')")
    page.go_back()
    wait_for_state(page, "s.dialogue === 'casual-01'")


def test_a_parameter_moves_card_ticks_and_playlist_and_reset_brings_them_back(
    page: Page, server: Server
) -> None:
    open_page(page, f"{server.url}?dialogue=casual-01&model=webrtc_1&t=0,60")
    card = page.locator(".page-card")
    before = card.get_by_role("button", name=re.compile("hits?: open")).get_attribute("aria-label")
    expect(page.get_by_text(BADGE)).to_be_hidden()
    card.get_by_text("Protocol").click()
    slider = card.get_by_role("slider").nth(1)
    slider.fill("0.5")
    expect(page.get_by_text(BADGE).first).to_be_visible()
    page.wait_for_function("() => location.search.includes('tau_max_s=0.5')")
    after = card.get_by_role("button", name=re.compile("hits?: open")).get_attribute("aria-label")
    assert after != before
    rows = page.get_by_role("listbox", name="Events").get_by_role("option")
    expect(rows.filter(has_text="> 0.5 s").first).to_be_visible()
    card.get_by_role("button", name=re.compile("Reset")).first.click()
    expect(page.get_by_text(BADGE).first).to_be_hidden()
    expect(rows.filter(has_text="> 0.5 s")).to_have_count(0)


def test_the_task_and_the_model_follow_their_keys(page: Page, server: Server) -> None:
    open_page(page, f"{server.url}?dialogue=casual-01&model=smart_turn&task=eot")
    page.keyboard.press("i")
    wait_for_state(page, "s.task === 'int'")
    page.keyboard.press("m")
    wait_for_state(page, "s.model === 'rms_vad'")
    page.wait_for_function(
        "() => location.search.includes('task=int') && location.search.includes('model=rms_vad')"
    )


def test_the_theme_follows_its_key_and_is_remembered(page: Page, server: Server) -> None:
    open_page(page, server.url)
    theme = "() => document.documentElement.dataset.theme"
    first = page.evaluate(theme)
    for _ in range(3):
        page.keyboard.press("t")
        if page.evaluate(theme) != first:
            break
    chosen = page.evaluate(theme)
    assert chosen != first
    page.reload()
    page.wait_for_function("() => window.turnbenchTimeline?.state().loaded")
    assert page.evaluate(theme) == chosen


def test_keys_are_off_while_a_field_has_focus(page: Page, server: Server) -> None:
    open_page(page, f"{server.url}?dialogue=casual-01&model=smart_turn&task=eot")
    page.get_by_role("searchbox").fill("im")
    page.get_by_role("searchbox").press("i")
    assert state(page)["task"] == "eot"
