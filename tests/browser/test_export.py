"""Exports through the menu: every file holds exactly what was on the page."""

from __future__ import annotations

import base64
import json
import re
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
import soundfile
from playwright.sync_api import Page, expect

from tests.browser.exploring import open_page, state
from tests.browser.saving import DIALOGUE, SPLIT, export, open_at
from tests.servers import Server
from viewer.view_models.clip import clip
from viewer.view_models.place import Place
from viewer.workspace import SplitWork, open_workspace

GUTTER_PX, LANES_TOP_PX, RATIO = 116, 121, 2
MEAN_DIFFERENCE = 1.5
"""Of 255: what the smoothing of edges and letters may differ between a canvas and an SVG."""

Picture = npt.NDArray[np.uint8]

# A picture of any kind as the browser shows it, at a given size.
PIXELS = """
async ([address, width, height]) => {
  const image = new Image();
  image.src = address;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = width || image.naturalWidth;
  canvas.height = height || image.naturalHeight;
  const context = canvas.getContext("2d");
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  const bytes = context.getImageData(0, 0, canvas.width, canvas.height).data;
  let binary = "";
  const step = 32768;
  for (let at = 0; at < bytes.length; at += step) {
    binary += String.fromCharCode(...bytes.subarray(at, at + step));
  }
  return [canvas.width, canvas.height, btoa(binary)];
}
"""


@pytest.fixture(scope="module")
def work() -> SplitWork:
    return open_workspace().split(SPLIT)


def pixels(page: Page, file: Path, kind: str, size: tuple[int, int] = (0, 0)) -> Picture:
    """Return a picture's colours, shape (height, width, 3), as the browser draws it."""
    address = f"data:{kind};base64,{base64.b64encode(file.read_bytes()).decode()}"
    width, height, data = page.evaluate(PIXELS, [address, *size])
    colours = np.frombuffer(base64.b64decode(data), dtype=np.uint8)
    return colours.reshape(height, width, 4)[:, :, :3]


def colour(page: Page, token: str) -> list[int]:
    """Return a colour of the page's theme."""
    text = page.evaluate("name => getComputedStyle(document.documentElement).getPropertyValue(name)", token)
    return [int(text.strip()[at : at + 2], 16) for at in (1, 3, 5)]


def lane(page: Page, name: str, speaker: int) -> dict[str, Any]:
    return next(one for one in state(page)["lanes"] if (one["name"], one["speaker"]) == (name, speaker))


def test_the_menu_says_what_it_exports_and_obeys_the_keyboard_and_the_palette_does_without_it(
    page: Page, server: Server
) -> None:
    open_at(page, server, 25.87, 45.87)
    button = page.get_by_role("button", name="Export (x)", exact=True)
    page.keyboard.press("x")
    items = page.get_by_role("menu", name="Export").get_by_role("menuitem")
    expect(items.first).to_be_focused()
    expect(page.locator(".export-range")).to_have_text("00:25.87 to 00:45.87 (20.00 s): what is in view")
    page.keyboard.press("ArrowUp")
    expect(items.last).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(items.first).to_be_focused()
    expect(button).to_have_attribute("aria-expanded", "true")
    selected = state(page)["selected"]
    page.keyboard.press("Escape")
    expect(button).to_have_attribute("aria-expanded", "false")
    expect(items.first).to_be_hidden()
    assert state(page)["selected"] == selected
    button.click()
    page.mouse.click(700, 600)
    expect(button).to_have_attribute("aria-expanded", "false")

    with page.expect_download() as download:
        page.evaluate(
            "() => document.dispatchEvent(new CustomEvent('turnbench:export', {detail: {form: 'json'}}))"
        )
    assert download.value.suggested_filename == f"{DIALOGUE}_25.870-45.870s.json"
    page.evaluate("() => window.turnbenchTimeline.setView(500, 520)")
    page.keyboard.press("x")
    expect(page.locator(".export-range")).to_have_text("Nothing of the dialogue is in view.")
    expect(items.first).to_have_attribute("aria-disabled", "true")
    expect(items.first).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".export-status")).to_have_text("")


def test_the_sound_is_exact_to_the_sample_whoever_is_muted(
    page: Page, server: Server, work: SplitWork, tmp_path: Path
) -> None:
    open_at(page, server, 25.870_01, 31.5)
    page.get_by_role("button", name="Mute Speaker 1").click()
    file = export(page, "wav", tmp_path)
    samples, rate = soundfile.read(file, dtype="int16", always_2d=True)
    source = work.audio(DIALOGUE)
    assert source is not None
    first, last = int(25.870_01 * source.sample_rate), round(31.5 * source.sample_rate)
    assert (rate, len(samples)) == (source.sample_rate, last - first)
    assert samples.tobytes() == source.read(first, last).tobytes()
    assert np.abs(samples).max(axis=0).min() > 1000


def test_the_document_is_the_one_that_python_makes_and_holds_the_range_dragged_with_shift(
    page: Page, server: Server, work: SplitWork, tmp_path: Path
) -> None:
    open_at(page, server, 25.87, 45.87)
    document = json.loads(export(page, "json", tmp_path).read_text(encoding="utf-8"))
    place = Place(split=SPLIT, dialogue=DIALOGUE, model="smart_turn")
    assert document == json.loads(json.dumps(clip(work, place, 25.87, 45.87)))
    page.keyboard.press("Escape")
    box = page.locator(".lanes-canvas").bounding_box()
    assert box is not None
    page.keyboard.down("Shift")
    page.mouse.move(box["x"] + 100, box["y"] + 60)
    page.mouse.down()
    page.mouse.move(box["x"] + 300, box["y"] + 60, steps=4)
    page.mouse.up()
    page.keyboard.up("Shift")
    dragged = state(page)["range"]
    document = json.loads(export(page, "json", tmp_path).read_text(encoding="utf-8"))
    expect(page.locator(".export-range")).to_contain_text("the range dragged with Shift")
    span = document["range"]
    sample_s = 1 / document["audio"]["sample_rate"]
    assert (span["start_s"], span["stop_s"]) == pytest.approx(
        (dragged["start"], dragged["end"]), abs=sample_s
    )
    assert 1.0 < span["length_s"] < 15.0


def test_the_picture_shows_the_lanes_and_their_names(page: Page, server: Server, tmp_path: Path) -> None:
    open_at(page, server, 25.87, 45.87)
    png = pixels(page, export(page, "png", tmp_path), "image/png")
    drawn = state(page)
    assert png.shape[1] == (GUTTER_PX + drawn["width"]) * RATIO

    def has(name: str, speaker: int, token: str) -> float:
        one = lane(page, name, speaker)
        top = (LANES_TOP_PX + one["y"]) * RATIO
        part = png[round(top) : round(top + one["height"] * RATIO), GUTTER_PX * RATIO :]
        return float(np.mean(np.all(np.abs(part.astype(int) - colour(page, token)) < 3, axis=2)))

    assert has("gold", 0, "--fill-turn") > 0.2
    assert has("gold", 1, "--fill-bc") > 0.005
    assert has("a", 0, "--fill-int") > 0.2
    assert has("gold", 0, "--spk1") == 0.0
    top = round((LANES_TOP_PX + lane(page, "gold", 0)["y"]) * RATIO)
    gutter = png[top : top + 24 * RATIO, : (GUTTER_PX - 4) * RATIO]
    assert np.any(np.all(np.abs(gutter.astype(int) - colour(page, "--ink")) < 12, axis=2)), "no label"


@pytest.mark.parametrize("view", [(25.87, 45.87), (-60.0, 200.0)], ids=["near", "far"])
def test_the_vectors_look_like_the_pixels(
    page: Page, server: Server, tmp_path: Path, view: tuple[float, float]
) -> None:
    """From far away narrow bars are rows of pixels on the screen, and shapes in the vectors all the same."""
    open_at(page, server, *view)
    png = pixels(page, export(page, "png", tmp_path), "image/png")
    svg = export(page, "svg", tmp_path)
    root = ET.fromstring(svg.read_bytes())
    texts = [one.text or "" for one in root.iter("{http://www.w3.org/2000/svg}text")]
    assert {"Speaker 1", "gold", "Awkward silence"} <= set(texts)
    assert re.search(r"Voices are synthetic.*Licence: CC-BY-4\.0", " ".join(texts))
    assert root.find(".//{http://www.w3.org/2000/svg}image") is None
    vectors = pixels(page, svg, "image/svg+xml", (png.shape[1], png.shape[0]))
    difference = np.abs(png.astype(int) - vectors.astype(int))
    assert difference.mean() < MEAN_DIFFERENCE
    assert np.mean(difference.max(axis=2) > 64) < 0.01


def test_a_split_with_hidden_labels_exports_no_label(page: Page, server: Server, tmp_path: Path) -> None:
    open_page(page, f"{server.url}?split=demo-test")
    document = json.loads(export(page, "json", tmp_path).read_text(encoding="utf-8"))
    assert (document["annotations"], document["gold"]) == (None, None)
    root = ET.fromstring(export(page, "svg", tmp_path).read_bytes())
    texts = {one.text for one in root.iter("{http://www.w3.org/2000/svg}text")}
    assert "No labels: nothing to score" in texts
    assert not texts & {"annotators", "gold", "a", "b", "c"}
