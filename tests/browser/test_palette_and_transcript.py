"""The palette goes to times, titles and words; the transcript shows and plays what is said."""

from __future__ import annotations

import json
import re
from itertools import pairwise
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
    state,
    view_centre,
    wait_for_state,
)
from tests.servers import REPOSITORY, Server
from viewer.view_models.transcript import SpokenTurn, spoken_turns
from viewer.view_models.word_search import LEAD_IN_S
from viewer.workspace import SplitWork, open_workspace

OPEN = "casual-01"

# At each frame: the playhead, and each marked word with the number of its turn and its place in it.
NOTE_WORDS = """
() => {
  const side = [...document.querySelectorAll(".page-playlist *")].find((one) => one.shadowRoot).shadowRoot;
  const notes = [];
  window.wordNotes = notes;
  const note = () => {
    const marked = [...side.querySelectorAll(".now")];
    const turnOf = (one) => Number(one.closest(".turn-line").dataset.turn);
    const words = marked.map((one) => [turnOf(one), Number(one.dataset.word)]);
    const { playing, current_s: time } = window.turnbenchTimeline.state();
    notes.push({ time, playing, words });
    window.noting = requestAnimationFrame(note);
  };
  note();
}
"""


@pytest.fixture(scope="module")
def work() -> SplitWork:
    return open_workspace(REPOSITORY / "data_manifest.yaml").split()


def _palette(page: Page) -> Any:
    return page.get_by_role("dialog", name="Go to")


def _field(page: Page) -> Any:
    return _palette(page).get_by_role("combobox")


def _sound(work: SplitWork, dialogue: str) -> tuple[Sound, int]:
    source = work.audio(dialogue)
    assert source is not None
    return source.read(0, source.samples).T / 32768, source.sample_rate


def _assert_it_sounds_where_the_playhead_is(page: Page, work: SplitWork, dialogue: str) -> None:
    """Compare what left the page with the file at the playhead's time."""
    recording = Recording(page.evaluate(STOP_RECORDER))
    file, rate = _sound(work, dialogue)
    end_s = recording.first_s + recording.channels.shape[1] / recording.rate
    heads = [head for head in recording.moving_heads() if recording.heads[head][0] < end_s - 0.7]
    measured = [
        offset_ms(recording, file[channel], rate, channel, head)
        for head in heads[:: max(1, len(heads) // 6)]
        for channel in (0, 1)
        if np.std(recording.at(recording.heads[head][0], 0.6)[channel]) > 0.01
    ]
    assert measured
    # Sound is made ahead of being heard, by the latency of the output.
    latency_ms = 1000 * float(page.evaluate("window.turnbenchTimeline.audioNodes.context.outputLatency"))
    for late_ms, similarity in measured:
        assert similarity > 0.95
        assert abs(late_ms + latency_ms) < 20


def test_the_palette_opens_from_anywhere_esc_brings_the_focus_back_and_a_typed_time_is_centred(
    page: Page, server: Server
) -> None:
    open_page(page, f"{server.url}?dialogue={OPEN}")
    conversations = page.get_by_role("listbox", name="Conversations")
    for keys in ("g", "Control+k", "Meta+k"):
        conversations.focus()
        page.keyboard.press(keys)
        expect(_field(page), keys).to_be_focused()
        assert _field(page).input_value() == "", keys
        page.keyboard.press("Tab")
        expect(_field(page), keys).to_be_focused()
        page.keyboard.press("Escape")
        expect(_palette(page), keys).to_be_hidden()
        expect(conversations, keys).to_be_focused()
    # From a search field and from the sheet of keys.
    page.get_by_role("searchbox").focus()
    page.keyboard.press("g")
    assert page.get_by_role("searchbox").input_value() == "g"
    page.keyboard.press("Control+k")
    expect(_field(page)).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.get_by_role("searchbox")).to_be_focused()
    page.get_by_role("searchbox").fill("")
    page.get_by_role("listbox", name="Conversations").focus()
    page.keyboard.press("h")
    expect(page.get_by_role("dialog", name="Keys, mouse and marks")).to_be_visible()
    page.keyboard.press("Control+k")
    expect(_field(page)).to_be_focused()
    page.keyboard.type("1:03.5")
    page.keyboard.press("Enter")
    wait_for_state(page, "s.current_s === 63.5")
    assert view_centre(page) == pytest.approx(63.5, abs=0.01)


def test_a_typed_event_is_selected_and_centred(page: Page, server: Server) -> None:
    open_page(page, f"{server.url}?dialogue={OPEN}&model=smart_turn")
    page.get_by_role("tab", name="Playlist").click()
    row = page.get_by_role("listbox", name="Events").get_by_role("option").first
    row.click()
    wait_for_state(page, "s.selected")
    event = state(page)["selected"]
    page.keyboard.press("Escape")
    wait_for_state(page, "!s.selected")
    page.keyboard.press("g")
    page.keyboard.type(event)
    page.keyboard.press("Enter")
    wait_for_state(page, f"s.selected === {json.dumps(event)}")
    assert view_centre(page) == pytest.approx(state(page)["selected_event"]["time"], abs=0.01)


def test_a_choice_is_made_by_arrows_and_a_command_that_ran_comes_first_the_next_time(
    page: Page, server: Server
) -> None:
    open_page(page, f"{server.url}?dialogue={OPEN}&task=eot")
    page.keyboard.press("g")
    page.keyboard.type("the")
    options = _palette(page).get_by_role("option")
    expect(options.first).to_have_attribute("aria-selected", "true")
    page.keyboard.press("ArrowDown")
    expect(options.nth(1)).to_have_attribute("aria-selected", "true")
    expect(_field(page)).to_have_attribute("aria-activedescendant", options.nth(1).get_attribute("id") or "")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    expect(options.last).to_have_attribute("aria-selected", "true")
    _field(page).fill("qqqq zzzz")
    expect(_palette(page).get_by_text("Nothing is found.")).to_be_visible()
    page.keyboard.press("Enter")
    expect(_palette(page)).to_be_visible()
    page.keyboard.press("Escape")
    expect(_palette(page)).to_be_hidden()
    page.keyboard.press("Control+k")
    page.keyboard.type("task int")
    page.keyboard.press("Enter")
    wait_for_state(page, "s.task === 'int'")
    page.keyboard.press("Control+k")
    expect(_palette(page).get_by_role("option").first).to_have_text(re.compile("^Task INT"))


def test_a_title_opens_its_conversation_and_a_models_name_makes_it_active(page: Page, server: Server) -> None:
    open_page(page, f"{server.url}?dialogue={OPEN}&model=smart_turn")
    page.keyboard.press("g")
    page.keyboard.type("shelf")
    page.keyboard.press("Enter")
    wait_for_state(page, "s.dialogue === 'argument-01' && s.loaded")
    page.keyboard.press("g")
    page.keyboard.type("silero 500")
    _palette(page).get_by_role("option", name=re.compile("Silero VAD, 500")).click()
    wait_for_state(page, "s.model === 'silero_500'")


def test_a_word_is_found_in_another_conversation_opened_centred_and_heard(
    page: Page, server: Server, work: SplitWork
) -> None:
    turn = next(one for one in spoken_turns(work, "argument-01") if "repair group" in one.text)
    at_s = turn.time_at(turn.text.index("repair group")) - LEAD_IN_S
    open_page(page, f"{server.url}?dialogue={OPEN}")
    page.evaluate(START_RECORDER)
    page.keyboard.press("Control+k")
    page.keyboard.type("repair group")
    found = _palette(page).get_by_role("option", name=re.compile("repair group"))
    expect(found.locator("mark")).to_have_text("repair group")
    page.keyboard.press("Enter")
    wait_for_state(page, "s.dialogue === 'argument-01' && s.playing")
    assert view_centre(page) == pytest.approx(at_s, abs=0.01)
    wait_for_state(page, f"s.current_s > {at_s + 2.5}")
    assert page.evaluate("window.recording.heads[0][1]") == pytest.approx(at_s, abs=0.1)
    _assert_it_sounds_where_the_playhead_is(page, work, "argument-01")


def test_a_split_with_hidden_labels_says_that_it_has_no_transcript(page: Page, server: Server) -> None:
    open_page(page, f"{server.url}?split=demo-test&side=transcript")
    expect(page.get_by_text("This conversation has no transcript.")).to_be_visible()
    page.keyboard.press("g")
    page.keyboard.type("cabin")
    expect(_palette(page).get_by_text("The labels of demo-test are hidden")).to_be_visible()


def _lines(page: Page) -> Any:
    return page.get_by_role("listbox", name="Transcript")


def _shown_turns(work: SplitWork, dialogue: str) -> list[SpokenTurn]:
    """Return the turns as the transcript numbers them: in the demo corpus every turn has words."""
    return spoken_turns(work, dialogue)


def _word_starts(turn: SpokenTurn) -> list[float]:
    places = [match.start() for match in re.finditer(r"\S+", turn.text)]
    return [turn.time_at(place) for place in places]


def _heard_at(turns: list[SpokenTurn], time_s: float) -> list[list[int]]:
    """Return each speaker's turn and word at a time: the turn that began last, unless it is over."""
    begun = [
        [at for at, turn in enumerate(turns) if turn.speaker == one and turn.start_s <= time_s]
        for one in (1, 2)
    ]
    heard = [own[-1] for own in begun if own and turns[own[-1]].end_s > time_s]
    return sorted([at, sum(start <= time_s for start in _word_starts(turns[at])) - 1] for at in heard)


def test_the_transcript_marks_the_word_that_the_playhead_is_in(
    page: Page, server: Server, work: SplitWork
) -> None:
    open_page(page, f"{server.url}?dialogue={OPEN}&side=transcript")
    turns = _shown_turns(work, OPEN)
    page.evaluate("window.turnbenchTimeline.seek(2.5)")
    page.evaluate(NOTE_WORDS)
    page.keyboard.press("Space")
    wait_for_state(page, "s.current_s > 9")
    notes = page.evaluate("() => { cancelAnimationFrame(window.noting); return window.wordNotes; }")
    edges_s = np.array([edge for turn in turns for edge in (*_word_starts(turn), turn.end_s)])
    heard: set[tuple[int, int]] = set()
    for before, note in pairwise(note for note in notes if note["playing"]):
        # The mark was set within this frame: it is right if it was so at some moment of it.
        edges = edges_s[(edges_s > before["time"] - 0.005) & (edges_s <= note["time"] + 0.005)]
        moments = [before["time"], *edges, *(edges - 0.001), note["time"]]
        assert sorted(note["words"]) in [_heard_at(turns, moment) for moment in moments]
        if len(edges) == 0:
            heard.update((turn, word) for turn, word in note["words"])
    assert len(heard) > 8


def test_a_click_on_a_word_plays_it(page: Page, server: Server, work: SplitWork) -> None:
    open_page(page, f"{server.url}?dialogue={OPEN}&side=transcript")
    turns = _shown_turns(work, OPEN)
    at = next(row for row, turn in enumerate(turns) if len(turn.text.split()) > 5)
    page.evaluate(START_RECORDER)
    _lines(page).locator(f"[data-turn='{at}'] .w").nth(3).click()
    wait_for_state(page, "s.playing")
    begin_s = _word_starts(turns[at])[3]
    wait_for_state(page, f"s.current_s > {begin_s + 2.5}")
    assert page.evaluate("window.recording.heads[0][1]") == pytest.approx(begin_s, abs=0.1)
    _assert_it_sounds_where_the_playhead_is(page, work, OPEN)


def test_a_click_on_a_turns_time_centres_it_and_keys_walk_the_turns_and_play_one(
    page: Page, server: Server, work: SplitWork
) -> None:
    open_page(page, f"{server.url}?dialogue={OPEN}&side=transcript")
    turns = _shown_turns(work, OPEN)
    turn = turns[4]
    _lines(page).locator("[data-turn='4'] .clock").first.click()
    wait_for_state(page, f"Math.abs(s.current_s - {turn.start_s}) < 0.001")
    assert view_centre(page) == pytest.approx((turn.start_s + turn.end_s) / 2, abs=0.01)
    assert not state(page)["playing"]
    page.get_by_role("tab", name="Transcript").focus()
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    expect(_lines(page)).to_be_focused()
    page.keyboard.press("Home")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    expect(_lines(page)).to_have_attribute("aria-activedescendant", "turn-2")
    page.keyboard.press("Enter")
    wait_for_state(page, f"s.playing && s.current_s >= {turns[2].start_s} && s.current_s < {turn.start_s}")


def test_scrolling_by_hand_stops_the_transcript_from_following(
    page: Page, server: Server, work: SplitWork
) -> None:
    page.set_viewport_size({"width": 1280, "height": 800})
    open_page(page, f"{server.url}?dialogue={OPEN}&side=transcript")
    follow = page.locator(".page-playlist").get_by_role("button", name="Follow")
    expect(follow).to_have_attribute("aria-pressed", "true")
    times_s = [(turn.start_s + turn.end_s) / 2 for turn in _shown_turns(work, OPEN)[-2:]]
    page.evaluate(f"window.turnbenchTimeline.seek({times_s[0]})")
    expect(_lines(page).locator(".now").first).to_be_in_viewport()
    box = _lines(page).bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 100, box["y"] + 50)
    page.mouse.wheel(0, -2000)
    expect(follow).to_have_attribute("aria-pressed", "false")
    page.evaluate(f"window.turnbenchTimeline.seek({times_s[1]})")
    expect(_lines(page).locator("[data-turn='0']").first).to_be_in_viewport()
    follow.click()
    expect(_lines(page).locator(".now").first).to_be_in_viewport()


def test_the_tab_stands_in_the_address_and_a_selected_event_marks_its_turn(
    page: Page, server: Server
) -> None:
    open_page(page, f"{server.url}?dialogue={OPEN}&model=smart_turn")
    page.get_by_role("listbox", name="Events").get_by_role("option").nth(3).click()
    wait_for_state(page, "s.selected")
    page.get_by_role("tab", name="Transcript").click()
    page.wait_for_function("() => location.search.includes('side=transcript')")
    expect(_lines(page).locator(".selected.first")).to_have_count(1)
    page.get_by_role("tab", name="Transcript").press("ArrowLeft")
    expect(page.get_by_role("tab", name="Playlist")).to_be_focused()
    expect(page.get_by_role("listbox", name="Events")).to_be_visible()
