"""What browser tests do on the Explore page, and how its sound is recorded and measured."""

from __future__ import annotations

import base64
import json
from typing import Any

import numpy as np
import numpy.typing as npt
import scipy.signal
from playwright.sync_api import Page

Sound = npt.NDArray[np.float64]

IS_LOADED = "() => window.turnbenchTimeline && window.turnbenchTimeline.state().loaded"

STALL_S = 0.009

# Samples leave the page as base64: a list of numbers takes seconds, and both processors.
PACKED = """(floats) => {
    const bytes = new Uint8Array(floats.buffer);
    let text = "";
    for (let at = 0; at < bytes.length; at += 0x8000) {
      text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
    }
    return btoa(text);
  }"""

# The recorder keeps every block of the output with the context's clock at its first sample, and at each
# animation frame notes which second of the file the playhead claims to be at, and the page's own clock.
# Its module is a data address: a page opened from a file may not load one from a blob.
START_RECORDER = """
async () => {
  const { context, output } = window.turnbenchTimeline.audioNodes;
  const source = `registerProcessor("recorder", class extends AudioWorkletProcessor {
    process([input]) {
      if (input.length) this.port.postMessage([currentFrame, input.map((channel) => channel.slice())]);
      return true;
    }
  });`;
  await context.resume();
  await context.audioWorklet.addModule(`data:text/javascript,${encodeURIComponent(source)}`);
  const stereo = { numberOfOutputs: 0, channelCount: 2, channelCountMode: "explicit" };
  const node = new AudioWorkletNode(context, "recorder", stereo);
  const record = { rate: context.sampleRate, blocks: [], heads: [], running: true };
  node.port.onmessage = ({ data }) => record.blocks.push(data);
  output.connect(node);
  const note = () => {
    const state = window.turnbenchTimeline.state();
    if (state.playing) record.heads.push([context.currentTime, state.current_s, performance.now() / 1000]);
    if (record.running) requestAnimationFrame(note);
  };
  note();
  window.recording = record;
}
"""
STOP_RECORDER = """
() => {
  const packed = PACKED;
  const record = window.recording;
  record.running = false;
  const first = record.blocks[0][0];
  const last = record.blocks[record.blocks.length - 1];
  const size = last[0] + last[1][0].length - first;
  const channels = [new Float32Array(size), new Float32Array(size)];
  for (const [frame, block] of record.blocks) {
    channels[0].set(block[0], frame - first);
    channels[1].set(block[1] ?? block[0], frame - first);
  }
  const { rate, heads } = record;
  return { rate, first, heads, channels: channels.map(packed) };
}
""".replace("PACKED", PACKED)


class Recording:
    """The sound that left the page, and where the playhead was meanwhile."""

    def __init__(self, found: dict[str, Any]) -> None:
        self.rate: float = found["rate"]
        self.first_s: float = found["first"] / self.rate
        self.heads: list[tuple[float, float]] = _evened(np.array(found["heads"]))
        self.channels: Sound = unpacked(found["channels"])

    def moving_heads(self) -> list[int]:
        """Return the noted frames of a playhead in motion: it stands still until the first sound comes."""
        start_s = self.heads[0][1]
        return [row for row, (_, head_s) in enumerate(self.heads) if head_s > start_s + 0.05]

    def at(self, clock_s: float, length_s: float) -> Sound:
        """Return both channels of the output from one moment of the context's clock on."""
        first = round((clock_s - self.first_s) * self.rate)
        return self.channels[:, first : first + round(length_s * self.rate)]


def unpacked(channels: list[str]) -> Sound:
    """Return the samples that a page has packed, one row for each channel."""
    return np.array([np.frombuffer(base64.b64decode(one), "<f4") for one in channels], dtype=np.float64)


def _evened(heads: Sound) -> list[tuple[float, float]]:
    """Return the frames with an even clock: the context's own runs in jumps of a hardware buffer.

    Frames at which the output had stalled, as on a busy machine, are left out.
    """
    if len(heads) == 0:
        return []
    clocks_s, heads_s, now_s = heads.T
    ahead_s = clocks_s - now_s
    usual_s = np.array([np.median(ahead_s[np.abs(now_s - one_s) < 0.25]) for one_s in now_s])
    is_even = np.abs(ahead_s - usual_s) < STALL_S
    rows = zip((now_s + usual_s)[is_even].tolist(), heads_s[is_even].tolist(), strict=True)
    return list(rows)


def offset_ms(
    recording: Recording, file: Sound, file_rate: int, channel: int, head: int
) -> tuple[float, float]:
    """Compare the output at one noted frame with the file at the playhead's time.

    Returns
    -------
    float
        How much later the file's sound comes in the output than the playhead says, milliseconds.
    float
        The correlation there, 1 for the same sound.
    """
    clock_s, playhead_s = recording.heads[head]
    heard = recording.at(clock_s, 0.6)[channel]
    margin_s = 0.15
    first = round((playhead_s - margin_s) * file_rate)
    piece = file[first : first + round((0.6 + 2 * margin_s) * file_rate)]
    there = scipy.signal.resample(piece, round(len(piece) / file_rate * recording.rate))
    products = scipy.signal.correlate(there, heard, mode="valid")
    power = np.sqrt(np.convolve(there**2, np.ones(len(heard)), mode="valid") * np.sum(heard**2))
    similar = products / np.maximum(power, 1e-12)
    best = int(np.argmax(similar))
    return (margin_s - best / recording.rate) * 1000, float(similar[best])


def open_page(page: Page, url: str) -> None:
    """Open the page and wait until the dialogue is painted with its sound."""
    page.goto(url)
    page.wait_for_function(IS_LOADED)


def state(page: Page) -> dict[str, Any]:
    """Return the timeline's own state."""
    found: dict[str, Any] = json.loads(page.evaluate("JSON.stringify(window.turnbenchTimeline.state())"))
    return found


def view_centre(page: Page) -> float:
    """Return the middle of the visible range, seconds."""
    view = state(page)["view"]
    return float((view["start_s"] + view["end_s"]) / 2)


def wait_for_state(page: Page, condition: str) -> None:
    """Wait until a JavaScript expression over the timeline's state ``s`` holds."""
    page.wait_for_function(f"() => {{ const s = window.turnbenchTimeline.state(); return {condition}; }}")


def playlist_rows(page: Page) -> list[str]:
    """Return the accessible names of the playlist's rows that are drawn."""
    rows = page.get_by_role("listbox", name="Events").get_by_role("option")
    return [row.get_attribute("aria-label") or "" for row in rows.all()]
