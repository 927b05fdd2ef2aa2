"""The Compare page: choose models, open what only one hits, walk it, and click a bin of the distribution."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.exploring import IS_LOADED, state, wait_for_state
from tests.browser.test_axe import show_in
from tests.looks.axe import grave_violations
from tests.looks.colours import THEMES
from tests.servers import REPOSITORY, Server
from viewer.dialogue.protocol import BENCHMARK, Task
from viewer.view_models.picks import Pick, from_text, picked_events
from viewer.workspace import open_workspace

ONLY_A = Pick(Task.EOT, (("silero_200", "hit"), ("webrtc_3", "miss")))
ALL = ("silero_200", "webrtc_3", "rms_vad", "webrtc_1")

# Where on the page the fullest bin of the distribution is, what it counts and what it opens.
FULLEST_BIN = """
() => {
  for (const document of window.Bokeh?.documents ?? []) {
    const plot = document.get_model_by_name("compare-latency");
    const view = plot && window.Bokeh.index.find_one(plot);
    const { count, low, high, pick } = plot?.renderers[0].data_source.data ?? { count: [] };
    if (!view?.el.clientHeight || count.length === 0) continue;
    view.el.scrollIntoView({ block: "center" });
    const at = [...count].indexOf(Math.max(...count));
    const { x, y } = view.el.getBoundingClientRect();
    const right = view.frame.x_scale.compute((low[at] + high[at]) / 2);
    const down = view.frame.y_scale.compute(count[at] / 2);
    if (Number.isFinite(right + down)) return { x: x + right, y: y + down, count: count[at], pick: pick[at] };
  }
  return null;
}
"""


def _choose(page: Page, menu: str, name: str, compared: str) -> None:
    """Choose a model, and wait until the address names those that are compared then."""
    page.get_by_label(menu, exact=True).select_option(name)
    page.wait_for_function(
        "names => new URLSearchParams(location.search).get('compare') === names", arg=compared
    )
    expect(page.get_by_label(menu, exact=True)).to_have_value("" if menu == "Add a model" else name)


def _lanes(page: Page) -> list[str]:
    return [
        lane["name"]
        for lane in state(page)["lanes"]
        if lane["speaker"] == 0 and lane["kind"] in ("decisions", "other", "folded")
    ]


def test_a_difference_of_two_models_is_a_playlist_with_their_lanes(page: Page, server: Server) -> None:
    work = open_workspace(REPOSITORY / "data_manifest.yaml").split()
    expected = [(one.dialogue, one.event.id) for one in picked_events(work, ONLY_A, BENCHMARK)]
    page.goto(f"{server.url}?page=compare")
    page.wait_for_function(IS_LOADED)
    _choose(page, "Model A", "silero_200", "silero_200,webrtc_1")
    _choose(page, "Model B", "webrtc_3", "silero_200,webrtc_3")
    for theme in THEMES:
        show_in(page, theme)
        expect(page.locator("html")).to_have_attribute("data-theme", theme)
        assert (theme, grave_violations(page)) == (theme, [])

    page.get_by_role("button", name=f"A hits, B misses: {len(expected)}. Open").click()
    expect(page.get_by_text(f"{len(expected)} hits", exact=True)).to_be_visible()
    for step, (dialogue, event) in enumerate(expected[:8]):
        if step:
            page.keyboard.press("n")
        wait_for_state(page, f"s.dialogue === '{dialogue}' && s.selected === '{event}' && s.loaded")
        assert _lanes(page)[:2] == [work.models[model].title for model, _ in ONLY_A.fates]
    page.keyboard.press("p")
    wait_for_state(page, f"s.selected === '{expected[6][1]}'")

    page.get_by_role("link", name="Compare").click()
    for row, name in enumerate(ALL[2:], start=3):
        _choose(page, "Add a model", name, ",".join(ALL[:row]))
    page.get_by_role("button", name="All 4 hit:").click()
    wait_for_state(page, "s.lanes.filter((lane) => lane.kind === 'other').length === 6")
    assert _lanes(page)[:4] == [work.models[name].title for name in ALL]

    page.get_by_role("link", name="Compare").click()
    fullest = page.wait_for_function(FULLEST_BIN).json_value()
    page.mouse.move(fullest["x"], fullest["y"])
    page.mouse.click(fullest["x"], fullest["y"])
    expect(page.get_by_text(f"{fullest['count']} hits", exact=True)).to_be_visible()
    pick = from_text(fullest["pick"])
    assert pick is not None
    assert page.evaluate("new URLSearchParams(location.search).get('pick')") == fullest["pick"]
    assert len(picked_events(work, pick, BENCHMARK)) == fullest["count"]
