import assert from "node:assert/strict";
import { test } from "node:test";

import { FOLLOW_AT, Follow, followStep } from "../../viewer/static/timeline/follow.js";
import { eventLoop, heardTime, leadIn } from "../../viewer/static/timeline/lead.js";
import { heardClock } from "../../viewer/static/timeline/playhead_clock.js";
import { activeModel, eventOf } from "../../viewer/static/timeline/scene.js";
import { gainsOf } from "../../viewer/static/timeline/sound_graph.js";
import { loopFrames } from "../../viewer/static/timeline/sound_run.js";
import { CHUNK_FRAMES, Samples } from "../../viewer/static/timeline/sound_samples.js";
import { windowed } from "../../viewer/static/timeline/sound_scrub.js";
import { Stretcher } from "../../viewer/static/timeline/sound_stretch.js";
import * as texts from "./fixtures/timeline_texts.js";

const RATE = 8000;

test("apart, each speaker has an ear; in both ears, two full voices do not clip; silent is zero", () => {
  assert.deepEqual(gainsOf({ muted: [false, false], ears: "apart" }), [[1, 0], [0, 1]]);
  assert.deepEqual(gainsOf({ muted: [true, false], ears: "apart" }), [[0, 0], [0, 1]]);
  assert.deepEqual(gainsOf({ muted: [false, true], ears: "both" }), [[0.5, 0.5], [0, 0]]);
  const both = gainsOf({ muted: [false, false], ears: "both" });
  for (const ear of [0, 1]) assert.ok(both[0][ear] + both[1][ear] <= 1);
});

test("a loop begins and ends on the nearest samples, within the recording", () => {
  assert.deepEqual(loopFrames({ start: 1.00004, end: 2.5 }, 1000, 5000), { start: 1000, end: 2500 });
  assert.deepEqual(loopFrames({ start: -1, end: 9 }, 1000, 5000), { start: 0, end: 5000 });
  assert.deepEqual(loopFrames({ start: 3, end: 3 }, 1000, 5000), { start: 3000, end: 3001 });
  assert.equal(loopFrames(null, 1000, 5000), null);
});

/** A voice: a pitch and its overtones, with a pulse train's sharp edges. */
const voice = (frames, hz) => Float32Array.from({ length: frames }, (_, n) => {
  let value = 0;
  for (let k = 1; k < 8; k += 1) value += Math.sin((2 * Math.PI * hz * k * n) / RATE) / k;
  return value * 0.2;
});

function stretch(sound, rate, hops) {
  const read = (first, last) => [sound, sound].map((channel) => Float32Array.from({ length: last - first }, (_, n) => channel[first + n] ?? 0));
  const stretcher = new Stretcher({ sampleRate: RATE, rate, frame: 0, read });
  const out = [];
  for (let hop = 0; hop < hops; hop += 5) out.push(...stretcher.next(5)[0]);
  return out;
}

/** Rising edges through zero per second: the pitch of what sounds. */
function pitchOf(samples) {
  let best = 0;
  let lag = 0;
  for (let shift = 20; shift < 200; shift += 1) {
    let sum = 0;
    for (let n = 2000; n < 6000; n += 1) sum += samples[n] * samples[n + shift];
    if (sum > best * 1.001) [best, lag] = [sum, shift];
  }
  return RATE / lag;
}

for (const rate of [0.5, 0.75, 1.25, 2]) {
  test(`at speed ${rate} a voice keeps its pitch and its loudness`, () => {
    const sound = voice(4 * RATE, 125);
    const out = stretch(sound, rate, 100);
    assert.ok(Math.abs(pitchOf(out) - 125) < 3, String(pitchOf(out)));
    const power = (from) => from.slice(2000, 6000).reduce((sum, value) => sum + value * value, 0);
    assert.ok(Math.abs(power(out) / power([...sound]) - 1) < 0.05);
  });

  test(`at speed ${rate} a click is heard when the playhead passes it`, () => {
    const sound = new Float32Array(4 * RATE);
    for (let n = 0; n < 40; n += 1) sound[RATE + n] = Math.sin(n);
    const out = stretch(sound, rate, 250);
    const at = out.findIndex((value) => Math.abs(value) > 0.05);
    assert.ok(Math.abs((at * rate) / RATE - 1) < 0.015, String((at * rate) / RATE));
  });
}

test("both speakers are cut at the same places", () => {
  const [left, right] = [voice(RATE, 110), voice(RATE, 190)];
  const cut = (channels) => {
    const read = (first, last) => channels.map((channel) => Float32Array.from({ length: last - first }, (_, n) => channel[first + n] ?? 0));
    return new Stretcher({ sampleRate: RATE, rate: 1.5, frame: 0, read }).next(20);
  };
  const [one, other] = cut([left, right]);
  const [swapped, back] = cut([right, left]);
  assert.deepEqual(one, back);
  assert.deepEqual(other, swapped);
});

test("a grain begins and ends in silence", () => {
  const [grain] = windowed([new Float32Array(100).fill(1)]);
  assert.ok(grain[0] < 0.01 && grain[99] < 0.01 && grain[50] > 0.99);
});

/** Samples that count up, served from memory; keeps what was asked for. */
function counting(frames, asked, isBroken = () => false) {
  globalThis.fetch = async (url) => {
    const [start, stop] = [...url.matchAll(/\d+/g)].map(Number);
    asked.push([start, stop]);
    if (isBroken()) return { ok: false, status: 500 };
    return { ok: true, arrayBuffer: async () => Int16Array.from({ length: 2 * (stop - start) }, (_, n) => (start + (n >> 1)) % 30000).buffer };
  };
  return new Samples("pcm", frames);
}

test("samples are fetched once, several chunks at a time, and read across chunks", async () => {
  const asked = [];
  const frames = 3 * CHUNK_FRAMES + 100;
  const samples = counting(frames, asked);
  await Promise.all([samples.load(10, 2 * CHUNK_FRAMES), samples.load(100, 200)]);
  assert.deepEqual(asked, [[0, 2 * CHUNK_FRAMES]]);
  assert.equal(samples.has(0, 2 * CHUNK_FRAMES), true);
  assert.equal(samples.has(0, 2 * CHUNK_FRAMES + 1), false);
  await samples.load(frames - 5, frames + 1000);
  assert.deepEqual(asked[1], [3 * CHUNK_FRAMES, frames]);
  const [left] = samples.read(CHUNK_FRAMES - 2, CHUNK_FRAMES + 2);
  assert.deepEqual([...left].map((value) => value * 32768), [-2, -1, 0, 1].map((n) => CHUNK_FRAMES + n));
  assert.deepEqual([...samples.read(-2, 1)[1]].map((value) => value * 32768), [0, 0, 0]);
  assert.deepEqual([...samples.read(frames - 1, frames + 1)[0]].map((value) => value * 32768), [(frames - 1) % 30000, 0]);
});

test("what could not be fetched is said, and asked for again", async () => {
  let isBroken = true;
  const asked = [];
  const samples = counting(1000, asked, () => isBroken);
  await assert.rejects(samples.load(0, 10), /the server answered 500/);
  isBroken = false;
  await samples.load(0, 10);
  assert.equal(asked.length, 2);
});

test("the clock that is heard runs evenly from the output's time stamp, and never ahead of what is made", () => {
  const context = { state: "running", currentTime: 10, outputLatency: 0.04, getOutputTimestamp: () => ({ contextTime: 9.95, performanceTime: 1000 }) };
  assert.ok(Math.abs(heardClock(context, 1010) - 9.96) < 1e-9);
  assert.equal(heardClock(context, 1500), 10);
  assert.equal(heardClock({ ...context, state: "suspended" }, 1010), 9.96);
  assert.equal(heardClock({ ...context, getOutputTimestamp: () => ({ contextTime: 0, performanceTime: 0 }) }, 1010), 9.96);
  assert.equal(heardClock({ ...context, getOutputTimestamp: () => ({ contextTime: 2, performanceTime: 5 }) }, 1010), 9.96);
});

test("following centred keeps 30 per cent, by pages turns only at the edge, off never moves", () => {
  const view = { start: 20, end: 30 };
  assert.equal(followStep("centred", view, 23.05, 60), 23.05 - 10 * FOLLOW_AT);
  assert.equal(followStep("page", view, 29.9, 60), null);
  assert.equal(followStep("page", view, 30.01, 60), 30.01 - 0.5);
  assert.equal(followStep("page", view, 5, 60), 4.5);
  assert.equal(followStep("page", { start: 50, end: 60 }, 60.01, 60), 50);
  assert.equal(followStep("off", view, 99, 60), null);
});

test("f goes round the modes, and after a pan back to the one that was left", () => {
  const follow = new Follow();
  const seen = [0, 1, 2].map(() => {
    follow.cycle();
    return follow.mode;
  });
  assert.deepEqual(seen, ["page", "off", "centred"]);
  follow.set("page");
  follow.leave();
  follow.leave();
  assert.equal(follow.mode, "off");
  follow.cycle();
  assert.equal(follow.mode, "page");
});

test("a span that was fired upon is played from before its decision, a quiet one from before its start", () => {
  const agreed = structuredClone(texts.gold);
  agreed.negatives.eot[1] = { start: [2, 3.5], end: [18, 4] };
  const judged = structuredClone(texts.verdicts);
  Object.assign(judged.models["cadence-2"].tasks.eot[1], { owner: [0, 0, -1], fired: "10" });
  const models = texts.models({ agreed, judged });
  const event = (id) => eventOf(activeModel(models), id);
  assert.equal(heardTime(models, event("eot-2-n-2.0")), 9.3);
  assert.equal(heardTime(models, event("eot-2-n-3.5")), 3.5);
  assert.equal(heardTime(models, event("eot-1-p-5.0")), 5);
  assert.equal(leadIn(models, event("eot-1-p-5.0"), { before: 7 }), 0);
  assert.deepEqual(eventLoop(models, event("eot-2-n-2.0"), { before: 1, after: 9 }, 20), { start: 2, end: 20 });
  assert.deepEqual(eventLoop(models, event("eot-2-n-3.5"), { before: 1, after: 0.5 }, 20), { start: 2.5, end: 4.5 });
});
