"""Laptops, tablets, phones: nothing is cut, nothing lies over anything else, fingers reach what they need."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.exploring import open_page, state, wait_for_state
from tests.servers import REPOSITORY, Server

PLACE = "?dialogue=casual-01&model=smart_turn&task=eot"

FAULTS = (REPOSITORY / "tests" / "looks" / "faults.js").read_text(encoding="utf-8")
ROWS = """
(bar) => {
  const boxes = [...bar.children].map((one) => one.getBoundingClientRect());
  const shown = boxes.filter(({ height }) => height > 0);
  return new Set(shown.map(({ top, height }) => Math.round((top + height / 2) / 8))).size;
}
"""
SMALL = """
() => {
  const CONTROLS = "button:not(.term, .lane-label, .event-row, .letter), select";
  const everything = (root) => [
    ...root.querySelectorAll(CONTROLS),
    ...[...root.querySelectorAll("*")].flatMap(({ shadowRoot: inner }) => (inner ? everything(inner) : [])),
  ];
  return everything(document)
    .filter((one) => one.checkVisibility({ opacityProperty: true }) && !one.closest(".page-skips"))
    .map((one) => [one.getAttribute("aria-label") ?? one.textContent, one.getBoundingClientRect()])
    .filter(([, { width, height }]) => width > 0 && (height < 31.5 || width < 31.5))
    .map(([name, { width, height }]) => `${name} ${width} x ${height}`);
}
"""
NAMES_SHOWN = """
(box) => {
  const { top, bottom } = box.getBoundingClientRect();
  const isIn = ({ y, height }) => y >= top && y + height <= bottom;
  const names = [...box.querySelectorAll(".speaker h3")];
  return names.filter((one) => isIn(one.getBoundingClientRect())).map((one) => one.textContent);
}
"""
LONG = """
(bar) => {
  bar.classList.add("is-long");
  bar.querySelector(".clock").textContent = "1:23:45.67";
  bar.querySelector(".duration").textContent = "/ 2:00:00.00";
  bar.querySelector(".zoom").textContent = "120.0 min";
  bar.querySelector(".roll-text").textContent = "\u221212.5 / +12.5 s";
}
"""


@pytest.fixture
def phone(browser: Browser) -> Iterator[Page]:
    """A page on a phone: narrow, touched, sharp."""
    context = browser.new_context(
        viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True, device_scale_factor=2
    )
    errors = list[str]()
    page = context.new_page()
    page.on("pageerror", lambda error: errors.append(str(error)))
    yield page
    context.close()
    assert errors == []


@pytest.mark.parametrize(
    ("width", "height", "look"),
    [
        (1600, 1000, ""),
        (1440, 900, ""),
        (1280, 800, ""),
        (1280, 800, "&folded=right"),
        (1024, 768, "&folded=both"),
        (1024, 768, ""),
        (900, 800, "&folded=both"),
        (768, 1024, "&folded=both"),
        (720, 900, ""),
        (390, 844, ""),
        (360, 640, ""),
    ],
)
def test_nothing_is_cut_and_nothing_overlaps(
    page: Page, server: Server, width: int, height: int, look: str
) -> None:
    page.set_viewport_size({"width": width, "height": height})
    open_page(page, server.url + PLACE + look)
    found = page.evaluate(FAULTS)
    assert found["seen"] > 30
    assert found["faults"] == []


@pytest.mark.parametrize(("width", "height"), [(1600, 1000), (1024, 768), (390, 844)])
def test_a_first_visit_cuts_and_overlaps_nothing(page: Page, server: Server, width: int, height: int) -> None:
    page.set_viewport_size({"width": width, "height": height})
    open_page(page, server.url)
    expect(page.get_by_role("button", name="Got it")).to_be_visible()
    assert page.evaluate(FAULTS)["faults"] == []


def test_the_transport_is_one_row_also_of_a_dialogue_of_hours(page: Page, server: Server) -> None:
    page.set_viewport_size({"width": 1600, "height": 800})
    open_page(page, server.url + PLACE + "&folded=both")
    bar = page.get_by_role("toolbar", name="Playback")
    for width in (1600, 1280, 1024):
        page.set_viewport_size({"width": width, "height": 800})
        assert bar.evaluate(ROWS) == 1, width
        bar.evaluate(LONG)
        assert bar.evaluate(ROWS) == 1, width
        assert page.evaluate(FAULTS)["faults"] == [], width


def test_a_phone_shows_one_speaker_at_a_time(phone: Page, server: Server) -> None:
    open_page(phone, server.url + PLACE)
    tops = [
        phone.locator(one).evaluate("(box) => box.getBoundingClientRect().top")
        for one in (".page-dialogues", ".page-card", ".overview", ".speakers", ".lanes", ".page-playlist")
    ]
    assert tops == sorted(tops)
    assert {lane["kind"] for lane in state(phone)["lanes"]} == {"gold", "decisions"}
    first, second = phone.get_by_role("button", name="Show S1"), phone.get_by_role("button", name="Show S2")
    expect(first).to_have_attribute("aria-pressed", "true")
    assert shown_speakers(phone) == ["Speaker 1"]
    second.tap()
    expect(second).to_have_attribute("aria-pressed", "true")
    assert shown_speakers(phone) == ["Speaker 2"]
    phone.wait_for_url("**speaker=2**")
    open_page(phone, phone.url)
    assert shown_speakers(phone) == ["Speaker 2"]
    pages = phone.get_by_role("combobox", name="Page")
    expect(pages).to_have_value("explore")
    pages.select_option("leaderboard")
    expect(phone.get_by_role("heading", name="Ranking")).to_be_visible()
    expect(pages).to_have_value("leaderboard")


def shown_speakers(page: Page) -> list[str]:
    """Return whose name stands within the lanes' box."""
    found: list[str] = page.locator(".lanes").evaluate(NAMES_SHOWN)
    return found


def test_on_a_phone_the_bar_plays_goes_back_and_finds_the_next_error(phone: Page, server: Server) -> None:
    open_page(phone, server.url + PLACE)
    bar = phone.get_by_role("toolbar", name="Playback")
    names = ["Play", "Back 2 seconds", "Next miss or false alarm of the playlist"]
    buttons = [bar.get_by_role("button", name=name, exact=True) for name in names]
    for scroll in (0, 10_000):
        phone.evaluate("(y) => window.scrollTo(0, y)", scroll)
        for button in buttons:
            box = button.bounding_box()
            assert box is not None
            assert box["height"] >= 32
            assert box["y"] + box["height"] <= 844
    assert bar.get_by_role("button").count() == len(names)
    phone.evaluate("window.turnbenchTimeline.seek(10)")
    buttons[1].tap()
    wait_for_state(phone, "Math.abs(s.current_s - 8) < 0.01")
    buttons[2].tap()
    wait_for_state(phone, "s.selected === 'eot-2-p-8.74' && s.playing")
    assert shown_speakers(phone) == ["Speaker 2"]
    bar.get_by_role("button", name="Pause", exact=True).tap()
    wait_for_state(phone, "!s.playing")


def test_on_a_phone_another_conversation_is_two_taps_away(phone: Page, server: Server) -> None:
    open_page(phone, server.url + PLACE)
    shelf = phone.get_by_role("option", name="A shelf for drills")
    sheet = phone.locator(".dialogues .sheet")
    assert sheet.evaluate("(one) => getComputedStyle(one).opacity") == "0"
    phone.locator(".strip-label").tap()
    shelf.tap()
    wait_for_state(phone, "s.dialogue === 'argument-01' && s.loaded")
    assert sheet.evaluate("(one) => getComputedStyle(one).opacity") == "0"


def test_fingers_find_controls_of_32_pixels(phone: Page, server: Server) -> None:
    open_page(phone, server.url + PLACE)
    assert phone.evaluate(SMALL) == []
