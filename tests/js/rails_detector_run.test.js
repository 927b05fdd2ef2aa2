import assert from "node:assert/strict";
import { test } from "node:test";

import { offered } from "../../viewer/static/rails/detector_run.js";

const detectors = [
  { name: "smart_turn", problem: "Not installed" },
  { name: "rms_vad", problem: "" },
  { name: "webrtc_1", problem: "" },
];

test("the picked detector is offered while it can run", () => {
  assert.equal(offered(detectors, "webrtc_1"), "webrtc_1");
});

test("else the first that can", () => {
  assert.equal(offered(detectors, null), "rms_vad");
  assert.equal(offered(detectors, "smart_turn"), "rms_vad");
  assert.equal(offered(detectors, "gone"), "rms_vad");
});

test("nothing is offered where nothing can run", () => {
  assert.equal(offered([{ name: "rms_vad", problem: "No sound" }], "rms_vad"), null);
  assert.equal(offered([], null), null);
});
