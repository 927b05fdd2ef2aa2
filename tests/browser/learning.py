"""What browser tests do with the glossary and the tour; how the sound of an excerpt is recorded."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
from playwright.sync_api import Locator, Page

from tests.browser.exploring import PACKED, unpacked

# Whatever is connected to an audio context's output is recorded from there on, block by block. A context
# gets its recorder when it is resumed: nothing is heard of it before.
RECORD_ALL_SOUND = """
(() => {
  const source = `registerProcessor("everything", class extends AudioWorkletProcessor {
    process([input]) {
      if (input.length) this.port.postMessage([currentFrame, input.map((channel) => channel.slice())]);
      return true;
    }
  });`;
  const { connect } = AudioNode.prototype;
  const { resume } = AudioContext.prototype;
  window.heard = { rate: 0, blocks: [] };
  AudioContext.prototype.resume = async function () {
    this.recorder ??= (async () => {
      await this.audioWorklet.addModule(URL.createObjectURL(new Blob([source], { type: "text/javascript" })));
      const stereo = { numberOfOutputs: 0, channelCount: 2, channelCountMode: "explicit" };
      this.recorderNode = new AudioWorkletNode(this, "everything", stereo);
      this.recorderNode.port.onmessage = ({ data }) => window.heard.blocks.push(data);
      window.heard.rate = this.sampleRate;
    })();
    await this.recorder;
    return resume.call(this);
  };
  AudioNode.prototype.connect = function (target, ...rest) {
    const { destination, recorderNode } = this.context;
    if (target === destination && recorderNode) connect.call(this, recorderNode);
    return connect.call(this, target, ...rest);
  };
})()
"""
HEARD = """
() => {
  const packed = PACKED;
  const { rate, blocks } = window.heard;
  const first = blocks[0][0];
  const [frame, last] = blocks[blocks.length - 1];
  const channels = [0, 1].map(() => new Float32Array(frame + last[0].length - first));
  for (const [at, block] of blocks) {
    channels.forEach((all, one) => all.set(block[one] ?? block[0], at - first));
  }
  return { rate, channels: channels.map(packed) };
}
""".replace("PACKED", PACKED)
TOUR_BOXES = """
() => {
  const find = (root, selector) => [
    ...root.querySelectorAll(selector),
    ...[...root.querySelectorAll("*")]
      .flatMap(({ shadowRoot: inner }) => (inner ? find(inner, selector) : [])),
  ];
  const boxes = (selector) => find(document, selector).map((one) => {
    const { x, y, width, height } = one.getBoundingClientRect();
    return { x, y, width, height };
  });
  return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => {
    done({ card: boxes(".coach")[0], rings: boxes(".coach-layer .ring") });
  })));
}
"""
ADDRESS_RESTS = """
(search) => new Promise((done) => {
  let [last, since] = [location.search, performance.now()];
  const look = () => {
    if (location.search !== last) [last, since] = [location.search, performance.now()];
    if (performance.now() - since > 1000) done(last);
    else requestAnimationFrame(look);
  };
  look();
})
"""


def heard(page: Page) -> tuple[npt.NDArray[np.float64], float]:
    """Return what was recorded, both channels, and its sample rate."""
    found: dict[str, Any] = page.evaluate(HEARD)
    return unpacked(found["channels"]), found["rate"]


def tour_boxes(page: Page) -> tuple[dict[str, float], list[dict[str, float]]]:
    """Return where the tour's card and its rings stand."""
    found: dict[str, Any] = page.evaluate(TOUR_BOXES)
    return found["card"], found["rings"]


def entry(page: Page, term: str) -> Locator:
    """Return an entry of the open glossary."""
    return page.locator(f".glossary [data-entry='{term}']")


def resting_address(page: Page) -> str:
    """Return the address's query once it has not changed for a second."""
    search: str = page.evaluate(ADDRESS_RESTS)
    return search


def box_of(locator: Locator) -> dict[str, float]:
    """Return where an element stands."""
    box = locator.bounding_box()
    assert box is not None
    return {"x": box["x"], "y": box["y"], "width": box["width"], "height": box["height"]}


def overlap(one: dict[str, float], other: dict[str, float]) -> bool:
    """Return whether two boxes share more than an edge."""
    return (
        one["x"] < other["x"] + other["width"] - 1
        and other["x"] < one["x"] + one["width"] - 1
        and one["y"] < other["y"] + other["height"] - 1
        and other["y"] < one["y"] + one["height"] - 1
    )
