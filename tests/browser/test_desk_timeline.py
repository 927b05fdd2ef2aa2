"""The timeline at the audit desk: its lanes, an own boundary moved by mouse and keys, what is told of it."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.exploring import (
    START_RECORDER,
    open_page,
    state,
    wait_for_state,
)
from tests.looks.axe import grave_violations
from tests.looks.colours import THEMES
from tests.servers import REPOSITORY, Server

pytestmark = pytest.mark.alone

DESK = json.loads((REPOSITORY / "tests" / "js" / "fixtures" / "desk.json").read_text(encoding="utf-8"))
SENT_DRAFT = re.compile(r'\["type","draft"\],\["start_s",([\d.]+)\],\["end_s",([\d.]+)\]')
SPEECH_S = 18.95
"""Where the speaker in dispute is heard, before the end of the drawn verdict."""
NO_BOUNDARY_S = 19.6

# The text as the server would send it; and everything that the desk tells the page from then on.
SHOW_DESK = """
(text) => {
  document.documentElement.dataset.page = "audit";
  for (const { _all_models: models } of Bokeh.documents) {
    for (const { data } of models.values()) if (data && "desk" in data.attributes) data.desk = text;
  }
  if (window.heard) return;
  window.heard = [];
  for (const name of ["draft", "verdict", "save", "skip", "step", "undo", "comment"]) {
    document.addEventListener(`turnbench:desk-${name}`, ({ detail }) => window.heard.push([name, detail]));
  }
}
"""
GO_TO = """
(page) => {
  document.documentElement.dataset.page = page;
  document.dispatchEvent(new CustomEvent("turnbench:page", { detail: { page } }));
}
"""
# Whether what left the page by now is louder than noise, in the ear of the speaker in dispute.
IS_HEARD = "() => recording.blocks.some(([, [, right]]) => right?.some((value) => Math.abs(value) > 0.02))"
# The desk's page would give the timeline its place.
PLACE = ".page-pages { display: none !important } .page-timeline { visibility: visible !important }"


def _show(page: Page, **changes: Any) -> None:
    page.evaluate(SHOW_DESK, json.dumps({**DESK, **changes}))


def _open(page: Page, server: Server) -> list[tuple[float, float]]:
    """Open the dispute; returns the list that will hold every draft sent to the server, start and end."""
    sent: list[tuple[float, float]] = []

    def hear(frame: str | bytes) -> None:
        found = SENT_DRAFT.search(frame) if isinstance(frame, str) else None
        if found:
            sent.append((float(found[1]), float(found[2])))

    page.on("websocket", lambda socket: socket.on("framesent", hear))
    open_page(page, f"{server.url}?dialogue=casual-01&model=smart_turn")
    page.add_style_tag(content=PLACE)
    _show(page)
    wait_for_state(page, f"s.desk && s.desk.nonce === {DESK['nonce']}")
    expect(_grip(page, "End")).to_be_visible()
    return sent


def _grip(page: Page, edge: str) -> Locator:
    return page.get_by_role("slider", name=f"{edge} of own verdict")


def _x_of(page: Page, time_s: float) -> float:
    """Return the pixel of the page at which a time stands."""
    found, box = state(page), page.locator(".lanes-canvas").bounding_box()
    assert box is not None
    view = found["view"]
    share = (time_s - view["start_s"]) / (view["end_s"] - view["start_s"])
    return float(box["x"] + share * found["width"])


def _take(page: Page, grip: Locator) -> float:
    """Press the mouse on a grip; returns the pixel of its line on the page's height."""
    box = grip.bounding_box()
    assert box is not None
    y = box["y"] + box["height"] / 2
    page.mouse.move(box["x"] + box["width"] / 2, y)
    page.mouse.down()
    return y


def _heard(page: Page, name: str) -> list[dict[str, Any]]:
    return [detail for one, detail in page.evaluate("window.heard") if one == name]


def test_a_boundary_is_dragged_with_sound_snaps_and_is_told_when_it_rests(page: Page, server: Server) -> None:
    sent = _open(page, server)
    names = [(lane["name"], lane["speaker"], lane["height"]) for lane in state(page)["lanes"]]
    assert [name for name, speaker, _ in names if speaker == 1][1:6] == ["a", "b", "c", "gold", "boundaries"]
    assert [name for name, speaker, _ in names if speaker == 0] == ["waveform", "gold"]
    view, span = state(page)["view"], DESK["span"]
    assert view["start_s"] < span["start_s"] - 1 < span["end_s"] + 1 < view["end_s"]
    page.evaluate(START_RECORDER)
    y = _take(page, _grip(page, "End"))
    # With Alt, and far from every boundary, the edge stays under the pointer; near one it is exactly there.
    page.keyboard.down("Alt")
    page.mouse.move(_x_of(page, NO_BOUNDARY_S), y, steps=4)
    page.keyboard.up("Alt")
    wait_for_state(page, f"Math.abs(s.desk.draft.end - {NO_BOUNDARY_S}) < 0.006 && !s.desk.snapped")
    page.mouse.move(_x_of(page, 19.36), y, steps=4)
    wait_for_state(page, "s.desk.draft.end === 19.346 && s.desk.snapped.name === 'c'")
    expect(_grip(page, "End")).to_have_attribute("aria-valuetext", "00:19.346, c")
    page.mouse.move(_x_of(page, SPEECH_S), y, steps=8)
    page.wait_for_function(IS_HEARD)
    assert sent == []
    page.mouse.move(_x_of(page, 19.36), y, steps=4)
    page.mouse.up()
    told = _heard(page, "draft")
    assert [one["is_done"] for one in told[-2:]] == [False, True]
    assert all(set(one) == {"start_s", "end_s", "edge", "is_done"} and one["edge"] == "end" for one in told)
    page.wait_for_function("() => window.turnbenchTimeline.state().desk.snapped === null")
    assert sent == [(15.738, 19.346)]


def test_an_edge_moves_by_keys_and_never_past_the_other_one(page: Page, server: Server) -> None:
    sent = _open(page, server)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Shift+ArrowRight")
    page.keyboard.press("ArrowLeft")
    wait_for_state(page, "s.desk.draft.end === 19.5")
    # Three nudges that follow one another come to rest once.
    page.wait_for_function("() => window.heard.some(([, detail]) => detail.is_done)")
    assert sent == [(15.738, 19.5)]
    # A text that does not know of the move yet, and its answer, move nothing; what is new then does.
    for title, end_s, expected_s in (("older", 19.4, 19.5), ("answer", 19.5, 19.5), ("reset", 19.45, 19.45)):
        _show(page, title=title, draft={**DESK["draft"], "end_s": end_s})
        expect(page.get_by_role("heading", name=title, exact=True)).to_be_visible()
        assert state(page)["desk"]["draft"]["end"] == expected_s
    page.keyboard.press("d")
    wait_for_state(page, "s.desk.edge === 'start'")
    page.evaluate("window.turnbenchTimeline.setView(15, 20.5)")
    grip = _grip(page, "Start")
    y = _take(page, grip)
    page.mouse.move(_x_of(page, 20.4), y, steps=3)
    page.mouse.up()
    wait_for_state(page, "s.desk.draft.start === 19.449 && s.desk.draft.end === 19.45")
    expect(grip).to_have_attribute("aria-valuemax", "19.449")
    expect(grip).to_be_focused()
    page.keyboard.press("PageDown")
    wait_for_state(page, "s.desk.draft.start === 19.349")
    # Another dispute has its own draft; one that cannot be edited has no grips: arrows move the playhead.
    _show(page, nonce=2, draft={**DESK["draft"], "end_s": 19.7})
    wait_for_state(page, "s.desk.draft.end === 19.7 && s.desk.draft.start === 15.738")
    _show(page, nonce=3, is_editable=False)
    expect(_grip(page, "End")).to_be_hidden()
    at_s = state(page)["current_s"]
    page.keyboard.press("ArrowRight")
    wait_for_state(page, f"Math.abs(s.current_s - {at_s + 1}) < 1e-6 && s.desk.draft.end === 19.4")
    page.keyboard.press("1")
    assert _heard(page, "verdict") == []


def test_keys_of_the_desk_are_told_to_the_page_and_play_the_dispute(page: Page, server: Server) -> None:
    _open(page, server)
    page.keyboard.press("Space")
    span = DESK["span"]
    wait_for_state(page, "s.playing && s.loop")
    assert state(page)["loop"] == pytest.approx({"start": span["start_s"], "end": span["end_s"]})
    expect(page.get_by_role("button", name="Pause (Space)")).to_be_visible()
    page.keyboard.press("l")
    wait_for_state(page, "s.playing && !s.loop")
    page.keyboard.press("Space")
    wait_for_state(page, "!s.playing")
    for key in ("4", "Enter", "s", "c", "n", "p", "Control+z", "Control+Shift+Z"):
        page.keyboard.press(key)
    assert page.evaluate("window.heard") == [
        ["verdict", {"verdict": 4}],
        ["save", {}],
        ["skip", {}],
        ["comment", {}],
        ["step", {"step": 1}],
        ["step", {"step": -1}],
        ["undo", {"step": -1}],
        ["undo", {"step": 1}],
    ]
    assert state(page)["solo"] is None
    for theme in THEMES:
        page.evaluate("(theme) => { document.documentElement.dataset.theme = theme; }", theme)
        assert (theme, grave_violations(page)) == (theme, [])
    # On another page lanes, bar and keys are as ever; back on its own the dispute is shown as before.
    is_usual = "s.desk === null && s.lanes.filter((lane) => lane.kind === 'annotator').length === 6"
    for name, condition in (
        ("explore", is_usual),
        ("audit", "s.desk && s.lanes.some((lane) => lane.kind === 'boundaries')"),
    ):
        page.evaluate(GO_TO, name)
        wait_for_state(page, condition)
    view = state(page)["view"]
    assert (view["start_s"] + view["end_s"]) / 2 == pytest.approx((span["start_s"] + span["end_s"]) / 2)
    page.evaluate(GO_TO, "explore")
    wait_for_state(page, is_usual)
    expect(page.get_by_role("toolbar", name="Playback")).to_be_visible()
    expect(_grip(page, "End")).to_be_hidden()
    page.keyboard.press("1")
    wait_for_state(page, "s.solo === 0")
    assert server.bugs() == []
