"""Other people's data: a call without labels, a hidden split, text that is out to do harm."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import soundfile
import yaml
from playwright.sync_api import Page, expect

from tests.browser.exploring import IS_LOADED, open_page, state
from tests.corpora import write_corpus
from tests.servers import REPOSITORY, Server, serving
from viewer.detectors import RmsVad

CALLS = REPOSITORY.parent / "shared" / "samples" / "calls"
HOSTILE_ID = '../..//etc"><script>'
EVIL = "<img src=x onerror=\"document.title='owned'\">"


@contextmanager
def serving_to(page: Page, folder: Path, data: Path, **environment: str) -> Iterator[Server]:
    """Serve a corpus to a page; the page leaves before the server goes, and so has nothing to complain of."""
    with serving(folder / "log", environment={"TURNBENCH_DATA": str(data), **environment}) as server:
        yield server
        page.goto("about:blank")


def _predictions(conversation_id: str, folder: Path) -> dict[str, object]:
    """Return what the RMS detector decides on the two channels of a recording."""
    row: dict[str, object] = {"conversation_id": conversation_id}
    for speaker in (1, 2):
        audio, rate = soundfile.read(folder / f"speaker_{speaker}_audio.wav", dtype="float32")
        found = RmsVad().detect(audio, sample_rate=rate)
        row[f"speaker_{speaker}"] = {"eot": list(found.eot_s), "interruption": list(found.interruption_s)}
    return {"schema_version": 1, "predictions": [row]}


@pytest.mark.skipif(not CALLS.is_dir(), reason="the sample call is not beside this checkout")
def test_a_call_without_labels_shows_sound_and_decisions_and_nothing_to_score(
    page: Page, tmp_path: Path
) -> None:
    predictions = tmp_path / "rms.json"
    predictions.write_text(json.dumps(_predictions("auto_repairs", CALLS / "auto_repairs")), encoding="utf-8")
    with serving_to(page, tmp_path, CALLS, TURNBENCH_MODELS=f"rms={predictions}") as server:
        open_page(page, server.url)
        found = state(page)
        assert (found["dialogue"], found["model"], found["waveform"]) == ("auto_repairs", "rms", "ready")
        page.evaluate("window.turnbenchTimeline.setView(0, 60)")
        assert state(page)["visible"]["decisions"] > 5
        assert state(page)["visible"]["positives"] == 0
        expect(page.locator(".page-card")).to_contain_text("there is nothing to score")
        expect(page.locator(".page-timeline")).to_contain_text(re.compile("nothing to score"))
        page.keyboard.press("Space")
        page.wait_for_function("() => window.turnbenchTimeline.state().current_s > 0.3")
        assert not server.bugs()


def test_a_hidden_split_shows_no_label_and_no_number(page: Page, tmp_path: Path) -> None:
    frames: list[str] = []
    page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: frames.append(str(frame))))
    with serving_to(page, tmp_path, write_corpus(tmp_path, labels="hidden")) as server:
        page.goto(server.url)
        expect(page.locator(".page-card")).to_contain_text("hidden")
        page.wait_for_function(IS_LOADED)
        assert state(page)["visible"]["segments"] == 0
        assert not server.bugs()
        sent = page.content() + "".join(frames)
    assert "Strong Floor Hold" not in sent
    assert "1001" in sent


def _write_hostile(folder: Path) -> Path:
    """Write a corpus whose every text is an attack."""
    name = HOSTILE_ID
    row = {"start_s": 1.0, "end_s": 4.0, "label": EVIL, "text": f"=cmd|' /C calc'!A1 {EVIL}"}
    turn = {**row, "label": "Normal Turn"}
    tracks = {annotator: [turn, {**row, "start_s": 5.0, "end_s": 6.0}] for annotator in "abc"}
    case = {
        "conversation_id": name,
        "duration_s": 20.0,
        "metadata": {"title": EVIL, "speaker_1_actor_id": EVIL, "conversation_type": EVIL},
        "annotations": {"speaker_1": tracks, "speaker_2": tracks},
    }
    decisions = {"eot": [4.3], "interruption": []}
    predictions = {
        "schema_version": 1,
        "predictions": [{"conversation_id": name, "speaker_1": decisions, "speaker_2": decisions}],
    }
    manifest = {
        "schema_version": 1,
        "title": EVIL,
        "splits": {
            "<b>dev</b>": {
                "role": "dev",
                "labels": "public",
                "notice": EVIL,
                "licence": EVIL,
                "source": {"format": "json", "path": "cases.json"},
            }
        },
        "models": [{"name": EVIL, "title": EVIL, "predictions": {"<b>dev</b>": "predictions.json"}}],
    }
    (folder / "cases.json").write_text(json.dumps({"cases": [case]}), encoding="utf-8")
    (folder / "predictions.json").write_text(json.dumps(predictions), encoding="utf-8")
    (folder / "data_manifest.yaml").write_text(yaml.safe_dump(manifest), encoding="utf-8")
    return folder / "data_manifest.yaml"


def test_hostile_text_is_shown_and_never_run(page: Page, tmp_path: Path) -> None:
    with serving_to(page, tmp_path, _write_hostile(tmp_path)) as server:
        page.goto(server.url)
        expect(page.get_by_role("heading", name=EVIL)).to_be_visible()
        for key in ("n", "Enter", "?", "Escape", "i", "e", "m"):
            page.keyboard.press(key)
            page.wait_for_timeout(100)
        expect(page.get_by_role("dialog")).to_have_count(0)
        canvas = page.locator("canvas[aria-label='Timeline of the dialogue']")
        canvas.hover(position={"x": 120, "y": 110})
        page.wait_for_timeout(300)
        assert page.title() == "TurnBench Viewer"
        assert page.evaluate("document.querySelectorAll('img[src=x]').length") == 0
        expect(page.locator(".page-playlist")).to_contain_text(EVIL.split(" ", maxsplit=1)[0])
        assert not server.bugs()
    # The id would lead out of any folder, and nothing was made of it, inside or outside.
    written = {"cases.json", "predictions.json", "data_manifest.yaml", "log"}
    assert {path.name for path in tmp_path.iterdir()} == written
    assert not (tmp_path / HOSTILE_ID).exists()


def test_a_corpus_that_cannot_be_opened_says_why_on_the_page(page: Page, tmp_path: Path) -> None:
    manifest = tmp_path / "data_manifest.yaml"
    manifest.write_text("schema_version: 1\ntitel: x\n", encoding="utf-8")
    with serving_to(page, tmp_path, manifest) as server:
        page.goto(server.url)
        expect(page.get_by_role("heading", name="The corpus cannot be opened")).to_be_visible()
        expect(page.get_by_text('did you mean "title"?')).to_be_visible()
