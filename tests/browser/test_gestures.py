"""Wheel, pinch, drag and double click move the view to where the hand says; so does the overview."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.exploring import open_page, state, wait_for_state
from tests.servers import Server

DURATION_S = 91.9
"""Of the dialogue that these tests open."""
OVERVIEW_PAD_PX = 16
LINK = "?dialogue=casual-01&model=smart_turn&t=30,50"

# The columns of the overview's canvas, in CSS pixels, that hold a colour token's own colour somewhere.
COLUMNS_OF = """
([canvas, token]) => {
  const probe = document.createElement("canvas").getContext("2d");
  probe.fillStyle = getComputedStyle(document.documentElement).getPropertyValue(`--${token}`).trim();
  probe.fillRect(0, 0, 1, 1);
  const wanted = probe.getImageData(0, 0, 1, 1).data;
  const { width, height } = canvas;
  const { data } = canvas.getContext("2d").getImageData(0, 0, width, height);
  const columns = [];
  for (let x = 0; x < width; x += 1) {
    for (let y = 0; y < height; y += 1) {
      const at = 4 * (y * width + x);
      if ([0, 1, 2].every((i) => data[at + i] === wanted[i])) { columns.push(x); break; }
    }
  }
  return columns;
}
"""


def _lanes(page: Page) -> dict[str, float]:
    box = page.locator(".lanes-canvas").bounding_box()
    assert box is not None
    return {"x": box["x"], "y": box["y"], "width": box["width"], "height": box["height"]}


def _time_at(page: Page, x: float) -> float:
    """Return the time under a pixel of the page."""
    found, box = state(page), _lanes(page)
    view = found["view"]
    share = (x - box["x"]) / found["width"]
    return float(view["start_s"] + share * (view["end_s"] - view["start_s"]))


def _px_per_s(page: Page) -> float:
    found = state(page)
    return float(found["width"] / (found["view"]["end_s"] - found["view"]["start_s"]))


def _show(page: Page, start_s: float, end_s: float) -> None:
    page.evaluate("([start, end]) => window.turnbenchTimeline.setView(start, end)", [start_s, end_s])
    wait_for_state(page, f"s.view.start_s === {start_s} && s.view.end_s === {end_s}")


def test_the_wheel_keeps_the_time_under_the_pointer(page: Page, server: Server) -> None:
    open_page(page, server.url + LINK)
    box = _lanes(page)
    for share in (0.2, 0.5, 0.83):
        _show(page, 30, 50)
        x, y = box["x"] + share * box["width"], box["y"] + 60
        page.mouse.move(x, y)
        page.keyboard.down("Control")
        for delta in (-100, -100, -40, 60):
            before, start_s = _time_at(page, x), state(page)["view"]["start_s"]
            page.mouse.wheel(0, delta)
            wait_for_state(page, f"s.view.start_s !== {start_s}")
            assert abs(_time_at(page, x) - before) * _px_per_s(page) < 1, (share, delta)
        page.keyboard.up("Control")
        assert state(page)["view"]["end_s"] - state(page)["view"]["start_s"] < 15, share


def test_a_plain_wheel_scrolls_lanes_that_overflow_and_ctrl_zooms(page: Page, server: Server) -> None:
    open_page(page, f"{server.url}{LINK}&lanes=wave:300,labels,gold,decisions,others")
    box, view = _lanes(page), state(page)["view"]
    page.mouse.move(box["x"] + 300, box["y"] + 100)
    page.mouse.wheel(0, 120)
    page.locator(".lanes").evaluate(
        "box => new Promise((done) => (box.scrollTop ? done() : box.addEventListener('scroll', done)))"
    )
    assert state(page)["view"] == view
    page.keyboard.down("Control")
    page.mouse.wheel(0, -120)
    page.keyboard.up("Control")
    wait_for_state(page, "s.view.end_s - s.view.start_s < 19")


def test_a_drag_moves_the_view_by_its_pixels_also_beyond_the_start_and_back(
    page: Page, server: Server
) -> None:
    open_page(page, server.url + LINK)
    box, per_s = _lanes(page), _px_per_s(page)
    x, y = box["x"] + 200, box["y"] + 60
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 157, y, steps=7)
    wait_for_state(page, "s.view.start_s < 29")
    assert state(page)["view"]["start_s"] == pytest.approx(30 - 157 / per_s, abs=0.5 / per_s)
    # So far right that the dialogue's start is reached, and back to where the hand came from.
    page.mouse.move(x + 5000, y, steps=5)
    wait_for_state(page, "s.view.start_s === 0")
    page.mouse.move(x, y, steps=5)
    page.mouse.up()
    wait_for_state(page, "s.view.start_s > 29")
    assert state(page)["view"]["start_s"] == pytest.approx(30, abs=0.5 / per_s)


def test_shift_and_a_drag_select_what_lies_between_and_a_double_click_fits_the_event_under_it(
    page: Page, server: Server
) -> None:
    open_page(page, server.url + LINK)
    box = _lanes(page)
    x, y = box["x"] + 400, box["y"] + 60
    first, last = _time_at(page, x - 250), _time_at(page, x)
    view = state(page)["view"]
    page.keyboard.down("Shift")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x - 250, y, steps=5)
    page.mouse.up()
    page.keyboard.up("Shift")
    wait_for_state(page, "s.range !== null")
    assert state(page)["range"] == pytest.approx({"start": first, "end": last}, abs=1e-6)
    assert state(page)["view"] == view
    lane = next(one for one in state(page)["lanes"] if one["kind"] == "gold" and one["speaker"] == 0)
    # A gold interruption of this dialogue, as the picture of the demo corpus shows it.
    start_s, end_s = 31.86, 34.66
    x = box["x"] + (33 - 30) * _px_per_s(page)
    page.mouse.dblclick(x, box["y"] + lane["y"] + lane["height"] / 2)
    wait_for_state(page, "s.view.end_s - s.view.start_s < 8")
    view = state(page)["view"]
    assert view["start_s"] < start_s < end_s < view["end_s"]
    assert (view["end_s"] - view["start_s"]) == pytest.approx(1.5 * (end_s - start_s), rel=0.1)


@pytest.fixture
def touched(browser: Browser) -> Iterator[Page]:
    """A page of a tablet: fingers instead of a mouse."""
    context = browser.new_context(viewport={"width": 1024, "height": 768}, has_touch=True)
    page = context.new_page()
    errors = list[str]()
    page.on("pageerror", lambda error: errors.append(str(error)))
    yield page
    context.close()
    assert not errors, "\n".join(errors)


class Fingers:
    """Two fingers on a page, through the browser's own touch input."""

    def __init__(self, page: Page) -> None:
        self.session = page.context.new_cdp_session(page)

    def put(self, kind: str, *places: tuple[float, float]) -> None:
        points = [{"x": x, "y": y, "id": index} for index, (x, y) in enumerate(places)]
        self.session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


def test_two_fingers_keep_what_lies_under_them(touched: Page, server: Server) -> None:
    open_page(touched, server.url + LINK)
    box = _lanes(touched)
    y = box["y"] + 60
    left, right = box["x"] + 200, box["x"] + 300
    times = _time_at(touched, left), _time_at(touched, right)
    fingers = Fingers(touched)
    fingers.put("touchStart", (left, y))
    fingers.put("touchStart", (left, y), (right, y))
    for step in range(1, 11):
        fingers.put("touchMove", (left + 3 * step, y), (right + 12 * step, y))
    wait_for_state(touched, "Math.abs(s.view.end_s - s.view.start_s - 20 * 100 / 190) < 1e-6")
    assert abs(_time_at(touched, left + 30) - times[0]) * _px_per_s(touched) < 1
    assert abs(_time_at(touched, right + 120) - times[1]) * _px_per_s(touched) < 1
    # One finger goes; the other drags on, without a jump.
    start_s = state(touched)["view"]["start_s"]
    fingers.put("touchMove", (left + 30, y))
    fingers.put("touchMove", (left + 80, y))
    wait_for_state(touched, f"s.view.start_s < {start_s - 0.1}")
    assert abs(_time_at(touched, left + 80) - times[0]) * _px_per_s(touched) < 1
    fingers.put("touchEnd")
    assert state(touched)["playing"] is False


def test_one_finger_drags_and_a_tap_moves_the_playhead(touched: Page, server: Server) -> None:
    open_page(touched, server.url + LINK)
    box = _lanes(touched)
    x, y = box["x"] + 300, box["y"] + 30
    time = _time_at(touched, x)
    touched.touchscreen.tap(x, y)
    page_time = state(touched)["current_s"]
    assert page_time == pytest.approx(time, abs=0.01)
    fingers = Fingers(touched)
    fingers.put("touchStart", (x, y))
    for step in range(1, 9):
        fingers.put("touchMove", (x - 15 * step, y))
    fingers.put("touchEnd")
    wait_for_state(touched, "s.view.start_s > 31")
    assert abs(_time_at(touched, x - 120) - time) * _px_per_s(touched) < 1


def _strip(page: Page) -> dict[str, float]:
    box = page.locator(".overview-strip").bounding_box()
    assert box is not None
    return {"x": box["x"], "y": box["y"], "width": box["width"], "height": box["height"]}


def _drag_on_overview(page: Page, x: float, by: float) -> None:
    box = _strip(page)
    page.mouse.move(box["x"] + x, box["y"] + 30)
    page.mouse.down()
    page.mouse.move(box["x"] + x + by, box["y"] + 30, steps=6)
    page.mouse.up()


def _overview_px(page: Page, time_s: float) -> float:
    return float(time_s / DURATION_S * (state(page)["width"] - OVERVIEW_PAD_PX))


def test_the_frame_of_the_overview_is_moved_and_resized(page: Page, server: Server) -> None:
    open_page(page, server.url + LINK)
    px_per_s = _overview_px(page, 1)
    _drag_on_overview(page, _overview_px(page, 40), 100)
    wait_for_state(page, "s.view.start_s > 31")
    view = state(page)["view"]
    assert view["start_s"] == pytest.approx(30 + 100 / px_per_s, abs=1.5 / px_per_s)
    assert view["end_s"] - view["start_s"] == pytest.approx(20)
    _drag_on_overview(page, _overview_px(page, view["end_s"]), -60)
    wait_for_state(page, f"s.view.end_s < {view['end_s'] - 1}")
    narrow = state(page)["view"]
    assert narrow["start_s"] == pytest.approx(view["start_s"])
    assert narrow["end_s"] == pytest.approx(view["end_s"] - 60 / px_per_s, abs=1.5 / px_per_s)
    _drag_on_overview(page, _overview_px(page, narrow["start_s"]), 30)
    wait_for_state(page, f"s.view.start_s > {narrow['start_s'] + 1}")
    assert state(page)["view"]["end_s"] == pytest.approx(narrow["end_s"])


def test_a_frame_of_one_pixel_is_moved_not_resized_and_a_press_beside_it_brings_it_there(
    page: Page, server: Server
) -> None:
    open_page(page, f"{server.url}?dialogue=casual-01&model=smart_turn&t=30,30.1")
    _drag_on_overview(page, _overview_px(page, 30.05), 200)
    wait_for_state(page, "s.view.start_s > 31")
    view = state(page)["view"]
    assert view["end_s"] - view["start_s"] == pytest.approx(0.1)
    assert view["start_s"] == pytest.approx(30 + 200 / _overview_px(page, 1), abs=0.3)
    _show(page, 30, 50)
    box = _strip(page)
    page.mouse.click(box["x"] + _overview_px(page, 75), box["y"] + 30)
    wait_for_state(page, "s.view.start_s > 60")
    view = state(page)["view"]
    assert (view["start_s"] + view["end_s"]) / 2 == pytest.approx(75, abs=0.3)


@pytest.mark.parametrize(("model", "token"), [("smart_turn", "miss"), ("rms_vad", "fa")])
def test_errors_are_three_pixels_in_the_overview(page: Page, server: Server, model: str, token: str) -> None:
    open_page(page, f"{server.url}?dialogue=casual-01&model={model}&task=eot&t=0,90")
    columns: list[int] = page.evaluate(COLUMNS_OF, [page.locator(".overview-canvas").element_handle(), token])
    runs = [[columns[0]]]
    for column in columns[1:]:
        if column == runs[-1][-1] + 1:
            runs[-1].append(column)
        else:
            runs.append([column])
    assert min(len(run) for run in runs) >= 3
    errors: Any = json.loads(page.evaluate("JSON.stringify(turnbenchTimeline.state().visible)"))
    assert 0 < len(runs) <= errors["positives"] + errors["negatives"]
