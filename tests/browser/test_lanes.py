"""Lanes are switched, ordered and resized by hand and by keys, stand where their labels do, are kept."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.exploring import open_page, state, wait_for_state
from tests.servers import Server

LINK = "?dialogue=casual-01&model=smart_turn&t=20,38"
USUAL = [
    "waveform",
    "annotator",
    "annotator",
    "annotator",
    "gold",
    "prob",
    "decisions",
    "other",
    "other",
    "folded",
]

# How many colours a lane's band of the canvas holds: background and grid are two.
COLOURS_IN = """
([canvas, y, height]) => {
  const ratio = canvas.height / canvas.clientHeight;
  const [top, tall] = [y, height].map((px) => Math.round(px * ratio));
  const { data } = canvas.getContext("2d").getImageData(0, top, canvas.width, tall);
  return new Set(new Uint32Array(data.buffer)).size;
}
"""

SIZES = [(1600, 1000), (1280, 800), (1024, 768)]

# Whether a window of this width has its lanes drawn: the right edge of the canvas is near that of the window,
# and the second frame has come since.
IS_LAID_OUT = """
async (width) => {
  const find = (root) => root.querySelector(".lanes-canvas")
    ?? [...root.querySelectorAll("*")].map((one) => one.shadowRoot && find(one.shadowRoot)).find(Boolean);
  const frame = () => new Promise(requestAnimationFrame);
  await frame();
  await frame();
  const { right, width: drawn } = find(document).getBoundingClientRect();
  const { lanes, width: known } = window.turnbenchTimeline.state();
  return innerWidth === width && right <= width && Math.abs(known - drawn) < 1 && lanes.length > 0;
}
"""


def _kinds(page: Page, speaker: int) -> list[str]:
    return [lane["kind"] for lane in state(page)["lanes"] if lane["speaker"] == speaker]


def _lane(page: Page, kind: str, speaker: int = 0) -> dict[str, Any]:
    found: list[dict[str, Any]] = state(page)["lanes"]
    return next(lane for lane in found if lane["kind"] == kind and lane["speaker"] == speaker)


def _grip(page: Page, title: str, speaker: int = 1) -> Any:
    return page.get_by_role("separator", name=f"Height of {title}, speaker {speaker}")


def _is_in_address(page: Page, text: str) -> None:
    page.wait_for_function("text => location.search.includes(text)", arg=text)


def test_the_menu_switches_tiers_for_both_speakers(page: Page, server: Server) -> None:
    open_page(page, server.url + LINK)
    assert _kinds(page, 0) == _kinds(page, 1) == USUAL
    page.get_by_role("button", name="Lanes").click()
    menu = page.get_by_role("dialog", name="Lanes")
    menu.get_by_role("checkbox", name="Annotators").uncheck()
    menu.get_by_role("checkbox", name="Waveform").uncheck()
    wait_for_state(page, "s.lanes.length === 12")
    assert _kinds(page, 0) == _kinds(page, 1) == ["gold", "prob", "decisions", "other", "other", "folded"]
    expect(page.get_by_text("Waveform off")).to_be_attached()
    _is_in_address(page, "lanes=gold,prob,decisions,others")
    for name in ("Consensus gold", "Probability, active model", "Decisions, active model"):
        menu.get_by_role("checkbox", name=name).uncheck()
    expect(menu.get_by_role("checkbox", name="Decisions, other models")).to_be_disabled()
    menu.get_by_role("button", name="Lanes, order and heights back to usual").click()
    wait_for_state(page, "s.lanes.length === 20")
    assert _kinds(page, 1) == USUAL
    page.wait_for_function("() => !location.search.includes('lanes=')")


def test_the_menu_works_by_keys_alone(page: Page, server: Server) -> None:
    open_page(page, server.url + LINK)
    page.keyboard.press("v")
    menu = page.get_by_role("dialog", name="Lanes")
    expect(menu.get_by_role("checkbox", name="Waveform")).to_be_focused()
    page.keyboard.press("Alt+ArrowDown")
    page.keyboard.press("Alt+ArrowDown")
    wait_for_state(page, "s.lanes[3].kind === 'gold' && s.lanes[4].kind === 'waveform'")
    expect(menu.get_by_role("checkbox", name="Waveform")).to_be_focused()
    expect(page.get_by_text("Waveform: place 3 of 6")).to_be_attached()
    page.keyboard.press("Space")
    wait_for_state(page, "s.lanes.every((lane) => lane.kind !== 'waveform')")
    page.keyboard.press("Escape")
    expect(menu).to_be_hidden()
    page.keyboard.press("Space")
    wait_for_state(page, "s.playing")


def test_rows_are_dragged_into_order(page: Page, server: Server) -> None:
    open_page(page, server.url + LINK)
    page.get_by_role("button", name="Lanes").click()
    rows = page.locator(".lane-row")
    handle = rows.filter(has_text="Decisions, active model").locator(".lane-handle").bounding_box()
    target = rows.filter(has_text="Waveform").bounding_box()
    assert handle
    assert target
    page.mouse.move(handle["x"] + 8, handle["y"] + 16)
    page.mouse.down()
    page.mouse.move(handle["x"] + 8, target["y"] + 16, steps=12)
    page.mouse.up()
    wait_for_state(page, "s.lanes[0].kind === 'decisions' && s.lanes[1].kind === 'waveform'")
    _is_in_address(page, "lanes=decisions,wave,labels,gold,prob,others")
    page.mouse.click(400, 500)
    expect(page.get_by_role("dialog", name="Lanes")).to_be_hidden()


def test_edges_follow_the_pointer(page: Page, server: Server) -> None:
    open_page(page, server.url + LINK)
    for title, kind in (("Consensus gold", "gold"), ("Annotators", "annotator")):
        for speaker in (1, 2):
            _drag_edge(page, title, kind, speaker)


def _drag_edge(page: Page, title: str, kind: str, speaker: int) -> None:
    before = _lane(page, kind)["height"]
    grip = _grip(page, title, speaker)
    box = grip.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 60, box["y"] + 3)
    page.mouse.down()
    page.mouse.move(box["x"] + 60, box["y"] + 3 + 36, steps=6)
    wait_for_state(page, f"s.lanes.find((lane) => lane.kind === '{kind}').height > {before}")
    after = grip.bounding_box()
    assert after is not None
    # A lane is as high as whole pixels allow, and both speakers' lanes of a tier grow alike.
    assert after["y"] == pytest.approx(box["y"] + 36, abs=3), (title, speaker)
    page.mouse.up()
    height = _lane(page, kind)["height"]
    assert _lane(page, kind, 1)["height"] == height > before, (title, speaker)
    _is_in_address(page, f":{height}")
    grip.dblclick()
    wait_for_state(page, f"s.lanes.find((lane) => lane.kind === '{kind}').height === {before}")
    page.wait_for_function("() => !location.search.includes('lanes=')")


def test_a_height_is_set_by_keys_within_its_bounds(page: Page, server: Server) -> None:
    open_page(page, server.url + LINK)
    grip = _grip(page, "Consensus gold")
    grip.focus()
    for key in ("ArrowDown", "PageDown", "ArrowUp"):
        page.keyboard.press(key)
    wait_for_state(page, "s.lanes.find((lane) => lane.kind === 'gold').height === 34")
    expect(grip).to_have_attribute("aria-valuenow", "34")
    expect(grip).to_be_focused()
    page.keyboard.press("End")
    wait_for_state(page, "s.lanes.find((lane) => lane.kind === 'gold').height === 80")
    page.keyboard.press("PageDown")
    expect(grip).to_have_attribute("aria-valuenow", "80")
    page.keyboard.press("Delete")
    wait_for_state(page, "s.lanes.find((lane) => lane.kind === 'gold').height === 24")
    assert state(page)["current_s"] == 0


def test_a_waveform_may_be_taller_than_the_spare_room_makes_it(page: Page, server: Server) -> None:
    open_page(page, f"{server.url}{LINK}&lanes=wave:260,gold")
    assert _lane(page, "waveform")["height"] == 260
    open_page(page, f"{server.url}{LINK}&lanes=wave,gold")
    assert _lane(page, "waveform")["height"] == 120


# Each size is one that a page was opened at, and one that a window was resized to.
@pytest.mark.parametrize(
    ("lanes", "opened"),
    [
        ("", (1600, 1000)),
        ("gold,wave:40,decisions:90", (1280, 800)),
        ("others:40,labels:24", (1024, 768)),
        ("wave:24,labels", (1600, 1000)),
    ],
)
def test_labels_stand_on_their_lanes_and_nothing_overlaps_at_any_size(
    page: Page, server: Server, lanes: str, opened: tuple[int, int]
) -> None:
    page.set_viewport_size({"width": opened[0], "height": opened[1]})
    open_page(page, f"{server.url}{LINK}&folded=both&lanes={lanes}")
    for size in (opened, *(other for other in SIZES if other != opened)):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.wait_for_function(IS_LAID_OUT, arg=size[0])
        _assert_labels_stand_on_their_lanes(page, size)


def _assert_labels_stand_on_their_lanes(page: Page, size: tuple[int, int]) -> None:
    canvas = page.locator(".lanes-canvas")
    top = canvas.bounding_box()
    assert top is not None
    found = state(page)
    for lane in found["lanes"]:
        assert page.evaluate(COLOURS_IN, [canvas.element_handle(), lane["y"], lane["height"]]) > 2, (
            size,
            lane,
        )
    boxes = page.locator(".gutter > .speaker, .gutter > .lane-label, .gutter > .lane-group").evaluate_all(
        "all => all.map((one) => { const { x, y, width, height } = one.getBoundingClientRect();"
        " return [one.className, x, y, width, height]; })"
    )
    for name, x, y, width, height in boxes:
        own = [lane for lane in found["lanes"] if lane["y"] == y - top["y"] and lane["height"] == height]
        assert own or "in-line" in name, (size, name, y)
        assert x + width <= top["x"], (size, name)
    rows = sorted((y, y + height) for name, _, y, _, height in boxes if "lane-group" not in name)
    assert all(above[1] <= below[0] for above, below in pairwise(rows)), (size, rows)
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    cut = page.locator(".sub-bar, .transport").evaluate_all(
        "bars => bars.filter((bar) => bar.scrollWidth > bar.clientWidth).map((bar) => bar.className)"
    )
    assert cut == [], size


def test_in_a_small_window_lanes_are_low(page: Page, server: Server) -> None:
    page.set_viewport_size({"width": 1280, "height": 800})
    open_page(page, server.url + LINK)
    heights = {lane["kind"]: lane["height"] for lane in state(page)["lanes"]}
    assert (heights["annotator"], heights["other"], heights["folded"]) == (10, 16, 16)
    side = page.locator(".page-side").bounding_box()
    rail = page.locator(".page-dialogues").bounding_box()
    assert side
    assert rail
    assert (side["width"], rail["width"]) == (300, 48)


def test_chosen_lanes_are_how_the_next_visit_starts(page: Page, server: Server) -> None:
    open_page(page, f"{server.url}{LINK}&lanes=gold:40,wave")
    grip = _grip(page, "Consensus gold")
    grip.focus()
    page.keyboard.press("ArrowDown")
    _is_in_address(page, "lanes=gold:41,wave")
    open_page(page, server.url)
    assert _kinds(page, 1) == ["gold", "waveform"]
    assert _lane(page, "gold")["height"] == 41
