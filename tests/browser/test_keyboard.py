"""Without a mouse and without seeing the canvas: every stop of Tab, the events as buttons, less motion."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.exploring import open_page, state, wait_for_state
from tests.servers import Server

PLACE = "?dialogue=casual-01&model=smart_turn&task=eot"

# The element that has the focus, shadow roots and all: how it is called and how that can be seen.
FOCUSED = """
() => {
  let element = document.activeElement;
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
  if (!element || element === document.body) return null;
  const outlined = [element, element.closest(".search"), element.querySelector(".cursor")];
  const rings = outlined.filter(Boolean).map((one) => {
    const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(one);
    return { style: outlineStyle, px: parseFloat(outlineWidth), colour: outlineColor };
  });
  const box = element.getBoundingClientRect();
  const label = element.getAttribute("aria-label") ?? element.labels?.[0]?.textContent ?? element.textContent;
  const probe = Object.assign(document.createElement("i"), { style: "color:var(--accent)" });
  document.body.append(probe);
  const accent = getComputedStyle(probe).color;
  probe.remove();
  return {
    name: label.trim(), tag: element.tagName, rings, accent, width: box.width, height: box.height,
    isInside: box.right > 0 && box.left < innerWidth && box.bottom > 0 && box.top < innerHeight,
  };
}
"""


def tab_through(page: Page, most: int = 150) -> list[dict[str, Any]]:
    """Press Tab until the focus has left the page; return every stop."""
    stops = list[dict[str, Any]]()
    for _ in range(most):
        page.keyboard.press("Tab")
        stop = page.evaluate(FOCUSED)
        if stop is None:
            return stops
        stops.append(stop)
    raise AssertionError(f"the focus never left the page: {[stop['name'] for stop in stops[-5:]]}")


def tab_back(page: Page, count: int) -> list[str]:
    """Press Shift+Tab so often; return what had the focus by name."""
    names = list[str]()
    for _ in range(count):
        page.keyboard.press("Shift+Tab")
        stop = page.evaluate(FOCUSED)
        names.extend([stop["name"]] if stop else [])
    return names


def is_seen(stop: dict[str, Any]) -> bool:
    """Return whether a stop is on the screen with the accent's outline, two pixels wide."""
    rings = [ring for ring in stop["rings"] if ring["style"] == "solid" and ring["px"] >= 2]
    return stop["isInside"] and any(ring["colour"] == stop["accent"] for ring in rings)


def test_tab_goes_through_the_whole_page_and_out_again_and_is_always_seen(page: Page, server: Server) -> None:
    page.set_viewport_size({"width": 1600, "height": 1000})
    for scheme, contrast in (("light", "no-preference"), ("dark", "more")):
        page.emulate_media(color_scheme=scheme, contrast=contrast)  # type: ignore[arg-type]  # plain texts are taken
        open_page(page, server.url + PLACE)
        wait_for_events(page)
        stops = tab_through(page)
        names = [stop["name"] for stop in stops]
        assert [stop["name"] for stop in stops if not is_seen(stop)] == []
        assert all(names), names
        assert len(stops) < 100, "too many stops of Tab"
        expected = [
            "Timeline",
            "Playlist",
            "Help",
            "Conversations",
            "Export (x)",
            "Mute Speaker 2",
            "Turn",
            "Play",
            "Zoom in",
        ]
        places = [names.index(name) for name in [*expected, "3 hits: open as playlist", "Events"]]
        assert places == sorted(places)
        assert set(tab_back(page, len(stops) + 1)) == set(names)


def wait_for_events(page: Page) -> None:
    expect(page.locator(".event-row").first).to_be_attached()


def test_the_first_stops_lead_past_header_and_rails(page: Page, server: Server) -> None:
    page.set_viewport_size({"width": 1600, "height": 1000})
    open_page(page, server.url + PLACE)
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert page.evaluate(FOCUSED)["name"] == "turns"
    open_page(page, page.url)
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    assert page.evaluate(FOCUSED)["name"] == "Playlist"
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert page.evaluate(FOCUSED)["name"] == "Playlist"
    page.keyboard.press("Tab")
    assert page.evaluate(FOCUSED)["name"] == "Save these outcomes as CSV"
    page.keyboard.press("Tab")
    assert page.evaluate(FOCUSED)["name"] == "All"


def test_the_events_in_view_are_buttons_that_select(page: Page, server: Server) -> None:
    open_page(page, server.url + PLACE + "&t=0,18")
    events = page.get_by_role("group", name="Events in view")
    miss = events.get_by_role("button", name="Miss, EOT, speaker 1, 00:10.5")
    expect(miss).to_have_text("Miss, EOT, speaker 1, 00:10.5, Of course you did.")
    expect(page.get_by_role("img", name="Timeline of the dialogue")).to_have_accessible_description(
        re.compile("00:00.0 to 00:18.0: [0-9]+ EOT events of Smart Turn.*Lanes: Waveform; annotator a")
    )
    assert not is_shown(page)
    before = state(page)["view"]
    events.get_by_role("button").first.focus()
    assert is_shown(page)
    for _ in range(20):
        if (page.evaluate(FOCUSED))["name"].startswith("Miss, EOT, speaker 1, 00:10.5"):
            break
        page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    wait_for_state(page, "s.selected === 'eot-1-p-10.588'")
    expect(miss).to_have_attribute("aria-current", "true")
    expect(miss).to_be_focused()
    assert state(page)["view"] == before
    page.keyboard.press("Escape")
    assert not is_shown(page)


def is_shown(page: Page) -> bool:
    box = page.locator(".event-list").bounding_box()
    return box is not None and box["width"] > 100


def test_the_list_of_events_follows_the_view_and_the_task(page: Page, server: Server) -> None:
    open_page(page, server.url + PLACE + "&t=0,18")
    events = page.get_by_role("group", name="Events in view")
    expect(events.get_by_role("button", name="speaker 1, 00:10.5")).to_have_count(1)
    page.evaluate("window.turnbenchTimeline.setView(40, 50)")
    expect(events.get_by_text("00:40.0 to 00:50.0")).to_be_attached()
    expect(events.get_by_role("button", name="speaker 1, 00:10.5")).to_have_count(0)
    page.keyboard.press("i")
    expect(events.get_by_text("INT event")).to_be_attached()
    expect(events.get_by_role("button", name=", EOT,")).to_have_count(0)


def test_nothing_glides_where_the_system_asks_for_less_motion(page: Page, server: Server) -> None:
    page.emulate_media(reduced_motion="reduce")
    open_page(page, server.url + PLACE + "&t=20,38&follow=centred")
    page.evaluate("""() => {
      window.starts = new Set();
      const note = () => {
        const { playing, view } = window.turnbenchTimeline.state();
        if (playing) window.starts.add(Math.round(view.start_s * 2) / 2);
        requestAnimationFrame(note);
      };
      note();
      window.turnbenchTimeline.seek(36);
    }""")
    page.keyboard.press("Space")
    wait_for_state(page, "s.playing && s.current_s > 36.3")
    # From 20 s the view is at once where the playhead stands at 30 %, 30.6 s: no step between is ever drawn.
    between = [start for start in page.evaluate("[...window.starts]") if 20.5 < start < 30.0]
    assert between == []
    animated = page.evaluate("() => document.getAnimations().length")
    assert animated == 0
