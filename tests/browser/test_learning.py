"""A newcomer: the tour, a word that is not understood, what a label sounds like, which keys there are."""

from __future__ import annotations

import re

import numpy as np
import pytest
import scipy.signal
from playwright.sync_api import Page, expect

from tests.browser.exploring import open_page, state, wait_for_state
from tests.browser.learning import (
    RECORD_ALL_SOUND,
    box_of,
    entry,
    heard,
    overlap,
    resting_address,
    tour_boxes,
)
from tests.servers import REPOSITORY, Server
from viewer.view_models.example_rows import example_row
from viewer.view_models.examples import examples_of
from viewer.workspace import SplitWork, open_workspace

PLACE = "?dialogue=casual-01&model=smart_turn"
TOUR_IS_OVER = "() => !('tour' in document.documentElement.dataset)"
KEPT = (
    "view",
    "selected",
    "current_s",
    "playing",
    "task",
    "model",
    "solo",
    "rate",
    "loop",
    "follow",
    "dialogue",
)


@pytest.fixture(scope="module")
def work() -> SplitWork:
    return open_workspace(REPOSITORY / "data_manifest.yaml").split()


def test_a_word_opens_its_entry_by_click_or_key_and_leaves_the_place_alone(
    page: Page, server: Server
) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    open_page(page, server.url + PLACE)
    assert not [url for url in asked if "/learn/" in url], "the glossary is loaded when it is opened"
    before = state(page)
    page.get_by_role("button", name="Recall", exact=True).click()
    expect(entry(page, "recall").get_by_role("heading")).to_be_focused()
    expect(entry(page, "recall")).to_contain_text("Hits as a share of all positives")
    assert "term=recall" in resting_address(page)
    assert all(state(page)[name] == before[name] for name in KEPT)
    page.keyboard.press("Escape")
    expect(page.locator(".glossary")).to_be_hidden()
    assert "term=" not in resting_address(page)
    page.get_by_role("button", name="False alarm rate").focus()
    page.keyboard.press("Enter")
    expect(entry(page, "fp_rate").get_by_role("heading")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="False alarm rate")).to_be_focused()
    page.goto(f"{server.url}{PLACE}&term=class_bc")
    expect(entry(page, "class_bc").get_by_role("heading")).to_be_focused()


def test_the_legend_is_one_stop_of_tab_and_every_word_that_can_be_clicked_has_an_entry(
    page: Page, server: Server
) -> None:
    page.set_viewport_size({"width": 1600, "height": 1000})
    open_page(page, server.url + PLACE)
    before = state(page)
    legend = page.get_by_role("toolbar", name="Legend")
    legend.get_by_role("button", name="Turn", exact=True).focus()
    page.keyboard.press("ArrowRight")
    expect(legend.get_by_role("button", name="Interruption", exact=True)).to_be_focused()
    page.keyboard.press("End")
    expect(legend.get_by_role("button", name="excluded")).to_be_focused()
    assert legend.locator("button[tabindex='0']").count() == 1
    assert all(state(page)[name] == before[name] for name in KEPT), "arrows do not move the playhead"
    page.keyboard.press("Enter")
    expect(entry(page, "excluded").get_by_role("heading")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator(".glossary")).to_be_hidden()
    page.get_by_text("Protocol", exact=True).click()
    words = page.locator("button.term")
    names = [word.get_attribute("data-term") for word in words.all()]
    assert {
        "recall",
        "fp_rate",
        "latency",
        "budget",
        "ceiling",
        "tau_pre",
        "tau_max",
        "tolerance",
        "min_agree",
    } <= set(names)
    assert {
        "hit",
        "false_alarm",
        "miss",
        "redundant",
        "masked",
        "ignored",
        "window",
        "negative",
        "excluded",
    } <= set(names)
    assert {"turn", "annotator", "gold", "class_turn", "class_nfi", "class_aw"} <= set(names)
    for name in dict.fromkeys(names):
        page.evaluate(
            "(term) => document.dispatchEvent(new CustomEvent('turnbench:term', { detail: { term } }))", name
        )
        expect(page.locator(f".glossary .is-wanted[data-entry='{name}']")).to_have_count(1)


def test_the_card_of_a_segment_leads_to_its_label(page: Page, server: Server) -> None:
    open_page(page, f"{server.url}?dialogue=casual-01&model=smart_turn&t=8,14")
    lane = next(one for one in state(page)["lanes"] if one["kind"] == "annotator" and one["speaker"] == 0)
    canvas = box_of(page.locator("canvas[aria-label='Timeline of the dialogue']"))
    page.mouse.move(
        canvas["x"] + canvas["width"] * (9.1 - 8) / 6, canvas["y"] + lane["y"] + lane["height"] / 2
    )
    page.locator(".card button.term").filter(has_text="Laughter").click()
    expect(entry(page, "label_laughter").get_by_role("heading")).to_be_focused()


@pytest.mark.parametrize(
    "term", [pytest.param("label_laughter", marks=pytest.mark.slow), "label_channel_bleed", "eot"]
)
def test_hear_it_plays_the_example_and_nothing_else(
    page: Page, server: Server, work: SplitWork, term: str
) -> None:
    page.add_init_script(RECORD_ALL_SOUND)
    open_page(page, f"{server.url}{PLACE}&term={term}")
    before = state(page)
    button = entry(page, term).get_by_role("button", name="Hear an example")
    button.click()
    expect(button).to_have_text("Stop")
    expect(button).to_have_text("Hear it", timeout=15_000)
    sound, rate = heard(page)
    row = example_row(work, examples_of(work)[term])
    source = work.audio(row["dialogue"])
    assert source is not None
    first, last = (round(row[name] * source.sample_rate) for name in ("from_s", "to_s"))
    file = source.read(first, last).T / 32768
    for channel in (0, 1):
        expected = scipy.signal.resample(file[channel], round(file.shape[1] / source.sample_rate * rate))
        if np.std(expected) < 1e-4:
            continue
        products = scipy.signal.correlate(sound[channel], expected, mode="full")
        at = int(np.argmax(products))
        there = sound[channel][at - len(expected) + 1 :][: len(expected)]
        assert np.corrcoef(there, expected[: len(there)])[0, 1] > 0.98
        assert np.std(there) == pytest.approx(np.std(expected), rel=0.05)
    assert all(state(page)[name] == before[name] for name in KEPT)


def test_an_example_silences_the_timeline_and_stops_when_the_glossary_closes(
    page: Page, server: Server
) -> None:
    open_page(page, f"{server.url}{PLACE}&term=label_overlap")
    page.evaluate(
        "document.dispatchEvent(new CustomEvent('turnbench:select', { detail: { event: 'none' } }))"
    )
    page.locator("body").click(position={"x": 700, "y": 300})
    page.keyboard.press("Space")
    wait_for_state(page, "s.playing")
    button = entry(page, "label_overlap").get_by_role("button", name="Hear an example")
    button.click()
    wait_for_state(page, "!s.playing")
    expect(button).to_have_text("Stop")
    page.locator(".glossary").get_by_role("button", name="Close").click()
    expect(page.locator(".glossary")).to_be_hidden()
    page.get_by_role("button", name="Recall", exact=True).click()
    expect(button).to_have_text("Hear it")


def test_an_example_is_shown_on_the_timeline_and_the_back_button_leads_back(
    page: Page, server: Server, work: SplitWork
) -> None:
    row = example_row(work, examples_of(work)["false_alarm"])
    open_page(page, f"{server.url}?dialogue=casual-01&model=rms_vad&task=int&t=10,20&term=false_alarm")
    resting_address(page)
    entry(page, "false_alarm").get_by_role("button", name="Show on the timeline").click()
    wait_for_state(page, f"s.loaded && s.dialogue === '{row['dialogue']}' && s.selected_event")
    found = state(page)
    assert found["selected_event"]["fate"] == "false_alarm"
    assert found["model"] == row["model"]
    assert found["view"]["start_s"] < row["start_s"] < row["end_s"] < found["view"]["end_s"]
    page.go_back()
    wait_for_state(page, "s.dialogue === 'casual-01' && s.model === 'rms_vad'")


def test_a_search_narrows_the_list_and_keys_typed_there_are_not_the_pages(page: Page, server: Server) -> None:
    open_page(page, f"{server.url}{PLACE}&term=all")
    field = page.get_by_role("searchbox", name="Find a term")
    expect(field).to_be_focused()
    page.keyboard.type("mhm")
    expect(page.locator(".glossary .entry")).to_have_count(1)
    expect(entry(page, "label_continuer_backchannel")).to_be_visible()
    assert state(page)["task"] == "eot"
    page.keyboard.type("zzz")
    expect(page.get_by_text("No term matches this.")).to_be_visible()


def test_hidden_labels_borrow_their_examples_and_say_so(page: Page, server: Server) -> None:
    open_page(page, f"{server.url}?split=demo-test&term=label_filler")
    expect(page.locator(".glossary")).to_contain_text(
        "The labels of demo-test are hidden: the examples are from demo-dev."
    )
    entry(page, "label_filler").get_by_role("button", name="Show on the timeline").click()
    page.wait_for_function("() => location.search.includes('split=demo-dev')")


@pytest.mark.parametrize(("width", "height"), [(1280, 800), pytest.param(1600, 1000, marks=pytest.mark.slow)])
def test_the_tour_leads_through_the_page_by_keys_and_leaves_it_as_it_was(
    page: Page, server: Server, width: int, height: int
) -> None:
    page.set_viewport_size({"width": width, "height": height})
    open_page(page, server.url)
    before, search = state(page), resting_address(page)
    recall = page.locator(".score .recall .figure")
    shown = recall.inner_text()
    page.get_by_role("button", name="Take the 2-minute tour").press("Enter")
    coach = page.get_by_role("dialog").filter(has=page.locator(".coach h2, #coach-title"))
    titles = []
    for at in range(9):
        expect(coach).to_contain_text(f"{at + 1} of 9")
        expect(page.locator(".coach .next")).to_be_focused()
        titles.append(page.locator("#coach-title").inner_text())
        card, rings = tour_boxes(page)
        assert rings
        assert card["x"] >= 0
        assert card["y"] >= 0
        assert card["x"] + card["width"] <= width
        assert card["y"] + card["height"] <= height
        assert not [ring for ring in rings if overlap(card, ring)]
        if titles[-1] == "Listen to it":
            wait_for_state(page, "s.playing")
            wait_for_state(page, "!s.playing")
        if titles[-1] == "Try another rule":
            expect(recall).not_to_have_text(shown)
            expect(page.get_by_text("not the benchmark's settings")).to_be_visible()
        if titles[-1] == "Why this is a miss":
            expect(page.locator("#coach-text")).to_contain_text(before["selected_event"]["reason"])
        page.keyboard.press("ArrowRight" if at % 2 else "Enter")
    page.wait_for_function(TOUR_IS_OVER)
    expect(page.locator(".coach")).to_have_count(0)
    expect(recall).to_have_text(shown)
    after = state(page)
    assert {name: after[name] for name in KEPT} == {name: before[name] for name in KEPT}
    assert resting_address(page) == search
    page.reload()
    page.wait_for_function("() => window.turnbenchTimeline && window.turnbenchTimeline.state().loaded")
    expect(page.get_by_role("button", name="Take the 2-minute tour")).to_be_hidden()


def test_the_tour_can_be_left_in_the_middle_of_what_it_shows(page: Page, server: Server) -> None:
    open_page(page, server.url)
    before, search, steps = state(page), resting_address(page), page.evaluate("history.length")
    recall = page.locator(".score .recall .figure")
    shown = recall.inner_text()
    page.evaluate("document.dispatchEvent(new CustomEvent('turnbench:tour'))")
    expect(page.locator("#coach-title")).to_have_text("Two voices")
    for _ in range(7):
        page.keyboard.press("Enter")
    expect(page.locator("#coach-title")).to_have_text("Try another rule")
    expect(recall).not_to_have_text(shown)
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#coach-title")).to_have_text("Look closer")
    expect(recall).to_have_text(shown)
    page.keyboard.press("ArrowRight")
    expect(recall).not_to_have_text(shown)
    page.keyboard.press("Escape")
    page.wait_for_function(TOUR_IS_OVER)
    expect(recall).to_have_text(shown)
    assert {name: state(page)[name] for name in KEPT} == {name: before[name] for name in KEPT}
    assert resting_address(page) == search
    assert page.evaluate("history.length") == steps


def test_the_tour_follows_its_subject_when_the_window_changes(page: Page, server: Server) -> None:
    page.set_viewport_size({"width": 1600, "height": 1000})
    open_page(page, server.url)
    page.get_by_role("button", name="Take the 2-minute tour").click()
    expect(page.locator("#coach-title")).to_have_text("Two voices")
    page.keyboard.press("Enter")
    expect(page.locator("#coach-title")).to_have_text("Labels and gold")
    page.set_viewport_size({"width": 1280, "height": 800})
    wait_for_state(page, "s.lanes.some((lane) => lane.kind === 'annotator' && lane.height === 10)")
    card, rings = tour_boxes(page)
    assert len(rings) == 1
    assert rings[0]["x"] + rings[0]["width"] <= 1280
    assert card["x"] + card["width"] <= 1280
    assert card["y"] + card["height"] <= 800
    assert not overlap(card, rings[0])


def test_where_labels_are_hidden_the_tour_leaves_out_what_there_is_not(page: Page, server: Server) -> None:
    open_page(page, f"{server.url}?split=demo-test")
    page.evaluate("document.dispatchEvent(new CustomEvent('turnbench:tour'))")
    expect(page.locator(".coach")).to_contain_text("1 of 3")
    titles = []
    for _ in range(3):
        titles.append(page.locator("#coach-title").inner_text())
        page.keyboard.press("Enter")
    assert titles == ["Two voices", "Look closer", "Share, and look up"]
    page.wait_for_function(TOUR_IS_OVER)


def test_the_sheet_holds_every_key_is_printed_whole_and_leads_to_words(page: Page, server: Server) -> None:
    page.set_viewport_size({"width": 1280, "height": 800})
    open_page(page, server.url + PLACE)
    page.keyboard.press("?")
    sheet = page.get_by_role("dialog", name="Keys, mouse and marks")
    expect(sheet).to_be_visible()
    heights = sheet.evaluate("(element) => [element.scrollHeight, element.clientHeight]")
    assert heights[0] <= 2 * heights[1]
    expect(
        sheet.locator("h3").filter(
            has_text=re.compile("^(Play|Move|Zoom|Playlist|Mouse|Fates|Areas|Classes)$")
        )
    ).to_have_count(8)
    page.set_viewport_size({"width": 1440, "height": 900})
    page.emulate_media(media="print")
    expect(page.locator(".page-timeline")).to_be_hidden()
    heights = sheet.evaluate("(element) => [element.scrollHeight, element.clientHeight]")
    assert heights[0] <= heights[1], "printed"
    page.emulate_media(media="screen")
    page.keyboard.press("Escape")
    expect(page.locator(".page-timeline")).to_be_visible()
    page.keyboard.press("?")
    sheet.get_by_role("button", name="Backchannel", exact=True).click()
    expect(sheet).to_be_hidden()
    expect(entry(page, "class_bc").get_by_role("heading")).to_be_focused()
