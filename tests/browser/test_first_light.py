"""The engineer's path: pick a dialogue, see what was decided, go to a miss, hear it, trust the numbers."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from typing import Any

import numpy as np
import pytest
from playwright.sync_api import Page, expect

from tests.browser.exploring import (
    START_RECORDER,
    STOP_RECORDER,
    Recording,
    Sound,
    offset_ms,
    open_page,
    playlist_rows,
    state,
    view_centre,
    wait_for_state,
)
from tests.servers import REPOSITORY, Server
from viewer.workspace import SplitWork, open_workspace

MODEL = "smart_turn"
PREDICTIONS = REPOSITORY / "assets" / "demo" / "models" / MODEL / "predictions-demo-dev.json"


@pytest.fixture(scope="module")
def work() -> SplitWork:
    return open_workspace(REPOSITORY / "data_manifest.yaml").split()


@pytest.fixture(scope="module")
def printed() -> dict[str, Any]:
    """What the command line prints for the demo corpus."""
    command = [sys.executable, "-m", "viewer", "score", str(PREDICTIONS), "--json"]
    done = subprocess.run(command, cwd=REPOSITORY, check=True, capture_output=True, text=True)
    document: dict[str, Any] = json.loads(done.stdout)
    return document


def _open_misses(page: Page, server: Server, dialogue: str, *, model: str = MODEL, task: str = "eot") -> None:
    open_page(page, f"{server.url}?dialogue={dialogue}&model={model}&task={task}")
    page.get_by_role("button", name=re.compile(r"^\d+ miss(es)?: open as playlist")).click()
    expect(page.get_by_role("button", name="Misses", exact=True)).to_have_attribute("aria-pressed", "true")


def _sound(work: SplitWork, dialogue: str) -> tuple[Sound, int]:
    source = work.audio(dialogue)
    assert source is not None
    return source.read(0, source.samples).T / 32768, source.sample_rate


def test_a_click_on_miss_1_centres_plays_and_highlights_it(
    page: Page, server: Server, work: SplitWork
) -> None:
    _open_misses(page, server, "casual-01")
    page.evaluate(START_RECORDER)
    page.get_by_role("listbox", name="Events").get_by_role("option").first.click()
    wait_for_state(page, "s.playing && s.selected")
    selected = state(page)["selected_event"]
    assert selected["fate"] == "miss"
    assert view_centre(page) == pytest.approx(selected["time"], abs=0.010)
    page.wait_for_timeout(2500)
    recording = Recording(page.evaluate(STOP_RECORDER))
    file, rate = _sound(work, "casual-01")
    measured = [
        offset_ms(recording, file[channel], rate, channel, head)
        for head in recording.moving_heads()[:-60:20]
        for channel in (0, 1)
        if np.std(recording.at(recording.heads[head][0], 0.6)[channel]) > 0.01
    ]
    assert measured
    # Sound is made ahead of being heard, by the latency of the output.
    latency_ms = 1000 * float(page.evaluate("window.turnbenchTimeline.audioNodes.context.outputLatency"))
    for late_ms, similarity in measured:
        assert similarity > 0.95
        assert abs(late_ms + latency_ms) < 20


def test_soloing_speaker_1_makes_speaker_2_exactly_silent(page: Page, server: Server) -> None:
    open_page(page, f"{server.url}?dialogue=casual-01&model={MODEL}")
    page.evaluate("window.turnbenchTimeline.seek(8)")
    page.evaluate(START_RECORDER)
    page.keyboard.press("1")
    page.keyboard.press("Space")
    wait_for_state(page, "s.playing && s.solo === 0")
    page.wait_for_timeout(4000)
    recording = Recording(page.evaluate(STOP_RECORDER))
    assert np.max(np.abs(recording.channels[0])) > 0.05
    assert np.max(np.abs(recording.channels[1])) == 0.0


@pytest.mark.parametrize("task", ["eot", "int"])
@pytest.mark.parametrize("scope", ["dialogue", "split"])
def test_the_card_shows_what_the_command_line_prints(
    page: Page, server: Server, printed: dict[str, Any], task: str, scope: str
) -> None:
    open_page(page, f"{server.url}?dialogue=casual-01&model={MODEL}&task={task}&scope={scope}")
    expected = (printed["aggregate"] if scope == "split" else printed["conversations"]["casual-01"])[task]
    card = page.locator(".page-card")
    for name, noun in (("tp", "hit"), ("fp", "false alarm"), ("fn", "miss"), ("tn", "quiet")):
        plural = noun if noun == "quiet" or expected[name] == 1 else noun + ("es" if noun == "miss" else "s")
        expect(
            card.get_by_role("button", name=f"{expected[name]} {plural}: open as playlist")
        ).to_be_visible()
    expect(card).to_contain_text(f"{expected['recall']:.3f}")
    expect(card).to_contain_text(f"{expected['fp_rate']:.3f}")
    for name, value in expected["latency_ms"].items():
        expect(card).to_contain_text(re.compile(rf"{name}\s*{str(round(value)).replace('-', '−')}(?!\d)"))


def test_each_count_opens_exactly_its_events(page: Page, server: Server, printed: dict[str, Any]) -> None:
    open_page(page, f"{server.url}?dialogue=argument-01&model={MODEL}")
    expected = printed["conversations"]["argument-01"]["eot"]
    for name, fate in (("fp", "false alarm"), ("fn", "miss"), ("tn", "quiet"), ("tp", "hit")):
        page.get_by_role("button", name=re.compile(rf"^\d+ {fate}(s|es)?: open")).click()
        expect(
            page.locator(".page-playlist").get_by_text(re.compile(rf"^{expected[name]} {fate}"))
        ).to_be_visible()
        rows = playlist_rows(page)
        assert len(rows) == expected[name]
        assert all(", EOT, " in row and f", {fate}, " in row for row in rows)


def test_n_and_p_step_through_the_playlist(page: Page, server: Server) -> None:
    open_page(page, f"{server.url}?dialogue=argument-01&model={MODEL}&fate=errors")
    seen: list[str] = []
    for key in ("n", "n", "n", "p"):
        page.keyboard.press(key)
        wait_for_state(page, f"s.selected && s.selected !== {json.dumps(seen[-1] if seen else None)}")
        seen.append(state(page)["selected"])
        assert view_centre(page) == pytest.approx(state(page)["selected_event"]["time"], abs=0.010)
    assert len(set(seen[:3])) == 3
    assert seen[3] == seen[1]
    expect(page.get_by_role("listbox", name="Events").get_by_role("option", selected=True)).to_have_count(1)


def test_the_first_visit_opens_on_a_miss_says_what_is_seen_and_explains_the_verdict_on_hover(
    page: Page, server: Server
) -> None:
    open_page(page, server.url)
    found = state(page)
    assert found["selected_event"]["fate"] == "miss"
    assert view_centre(page) == pytest.approx(found["selected_event"]["time"], abs=0.010)
    expect(page.locator(".page-header")).to_contain_text("misses it: the first decision came")
    expect(page.locator(".page-header")).to_contain_text(
        "Voices are synthetic (Kokoro-82M, Apache-2.0) and annotators are simulated"
    )

    lane = next(
        one
        for one in state(page)["lanes"]
        if one["kind"] == "decisions" and one["speaker"] == state(page)["selected_event"]["speaker"]
    )
    box = page.locator("canvas[aria-label='Timeline of the dialogue']").bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + lane["y"] + lane["height"] / 2)
    expect(
        page.get_by_text(
            re.compile("^Miss: the first decision came .* s after the turn's end; the limit is 3.00 s.$")
        ).first
    ).to_be_visible()


def test_zoom_and_pan_change_what_is_seen_and_ask_the_server_for_nothing(page: Page, server: Server) -> None:
    page.set_viewport_size(
        {"width": 1440, "height": 1200}
    )  # where lanes overflow, a plain wheel scrolls them
    open_page(page, f"{server.url}?dialogue=argument-01&model={MODEL}&t=20,40")
    box = page.locator("canvas[aria-label='Timeline of the dialogue']").bounding_box()
    assert box is not None
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.mouse.move(box["x"] + box["width"] / 4, box["y"] + 20)
    before = state(page)["view"]
    page.mouse.wheel(0, -240)
    wait_for_state(page, f"s.view.end_s - s.view.start_s < {before['end_s'] - before['start_s'] - 0.5}")
    zoomed = state(page)["view"]
    at = [view["start_s"] + (view["end_s"] - view["start_s"]) / 4 for view in (before, zoomed)]
    assert at[0] == pytest.approx(at[1], abs=0.3)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] / 4 + 200, box["y"] + 20, steps=5)
    page.mouse.up()
    wait_for_state(page, f"s.view.start_s < {zoomed['start_s'] - 0.1}")
    assert [url for url in asked if "/pcm" not in url] == []
