import assert from "node:assert/strict";
import { afterEach, test } from "node:test";

import { COARSE_BIN, buildPyramid } from "../../viewer/static/timeline/peaks.js";
import { WaveformSource } from "../../viewer/static/timeline/waveform_source.js";

const BINS = 40;
const SAMPLES = BINS * COARSE_BIN;
const MEDIA = { audio: "m/a.wav", peaks: "m/peaks", pcm: "m/pcm", sample_rate: 8000, samples: SAMPLES };
const realFetch = globalThis.fetch;

afterEach(() => {
  globalThis.fetch = realFetch;
});

const bins = (count, from = 0, scale = 1) =>
  Int8Array.from({ length: count * 4 }, (_, at) => (at % 2 === 0 ? -1 : 1) * scale * (1 + from + (at >> 2)));

/** A server that answers each request when the test says so: `await next()` gives `{url, answer}`. */
function serve() {
  const waiting = [];
  const askers = [];
  globalThis.fetch = (url, { signal } = {}) => new Promise((resolve, reject) => {
    signal?.addEventListener("abort", () => reject(signal.reason));
    const answer = (data, headers = {}, status = 200) =>
      resolve(new Response(data, { status, headers }));
    const request = { url, signal, answer };
    const asker = askers.shift();
    if (asker) asker(request);
    else waiting.push(request);
  });
  return () => (waiting.length > 0 ? Promise.resolve(waiting.shift()) : new Promise((resolve) => askers.push(resolve)));
}

function opened() {
  const next = serve();
  const seen = [];
  const source = new WaveformSource((url) => `/${url}`, () => {
    seen.push({ state: source.state, share: source.share, built: source.built, gain: source.gain });
  });
  source.open(MEDIA);
  return { source, next, seen };
}

const built = (samples) => ({ "X-Samples-Built": String(samples), "X-Samples-Per-Bin": String(COARSE_BIN) });
const settled = () => new Promise((done) => setTimeout(done));

test("peaks that are there are drawn after one request, then finer", async () => {
  const { source, next, seen } = opened();
  const coarse = await next();
  assert.equal(coarse.url, "/m/peaks/growing?first=0");
  coarse.answer(bins(BINS), built(SAMPLES));
  const fine = await next();
  assert.equal(fine.url, "/m/peaks?bin=256");
  assert.equal(source.state, "ready");
  assert.deepEqual(source.levels, buildPyramid(bins(BINS), COARSE_BIN));
  fine.answer(bins(BINS * 16));
  await settled();
  assert.equal(source.isFine, true);
  assert.ok(seen.every(({ share }) => share === null));
});

test("a build shows a sketch, then what is read, its share rising and the scale never growing", async () => {
  const { source, next, seen } = opened();
  (await next()).answer(bins(0), built(0));
  const sketch = await next();
  assert.equal(sketch.url, "/m/peaks/sketch");
  assert.equal(source.share, 0);
  sketch.answer(Int8Array.from([-10, 10, -10, 10]), { "X-Samples-Per-Bin": String(SAMPLES) });
  let part = await next();
  assert.equal(part.url, "/m/peaks/growing?first=0");
  assert.deepEqual([source.state, source.built, source.hasSketch], ["ready", 0, true]);
  part.answer(bins(10), built(10 * COARSE_BIN));
  part = await next();
  assert.equal(part.url, "/m/peaks/growing?first=10");
  assert.deepEqual([source.share, source.built], [0.25, 10 * COARSE_BIN]);
  part.answer(bins(0), built(5 * COARSE_BIN)); // another process answers, which is behind
  part = await next();
  assert.deepEqual([source.share, source.built], [0.25, 10 * COARSE_BIN]);
  part.answer(bins(30, 10), built(SAMPLES));
  const fine = await next();
  assert.deepEqual([source.share, source.built], [null, Infinity]);
  assert.deepEqual(source.levels, buildPyramid(bins(BINS), COARSE_BIN));
  fine.answer(bins(BINS * 16, 0, 0));
  await settled();
  const gains = seen.filter(({ state }) => state === "ready").map(({ gain }) => gain).slice(0, -1);
  assert.deepEqual(gains, [...gains].sort((one, other) => other - one));
});

test("without a sketch nothing is drawn before something is built", async () => {
  const { source, next } = opened();
  (await next()).answer(bins(0), built(0));
  (await next()).answer(bins(0), { "X-Samples-Per-Bin": String(COARSE_BIN) });
  let part = await next();
  assert.deepEqual([source.state, source.hasSketch], ["loading", false]);
  part.answer(bins(1), built(COARSE_BIN));
  part = await next();
  assert.deepEqual([source.state, source.built], ["ready", COARSE_BIN]);
  source.close();
});

test("a build that fails is a failure to be tried again, and then begins anew", async () => {
  const { source, next } = opened();
  (await next()).answer(bins(0), built(0));
  (await next()).answer(bins(1), { "X-Samples-Per-Bin": String(SAMPLES) });
  (await next()).answer("no", {}, 500);
  await settled();
  assert.deepEqual([source.state, source.share, source.isChanged], ["failed", null, false]);
  assert.match(source.problem, /500/);
  source.retry();
  assert.equal((await next()).url, "/m/peaks/growing?first=0");
  assert.equal(source.state, "loading");
  source.close();
});

test("another dialogue ends the requests, and a late answer changes nothing", async () => {
  const { source, next, seen } = opened();
  const late = await next();
  source.open({ ...MEDIA, peaks: "other/peaks" });
  assert.equal(late.signal.aborted, true);
  const other = await next();
  assert.equal(other.url, "/other/peaks/growing?first=0");
  late.answer(bins(BINS), built(SAMPLES));
  await settled();
  assert.equal(source.state, "loading");
  assert.deepEqual(seen, []);
  source.close();
});

for (const status of [404, 410]) {
  test(`a recording that the server answers with ${status} has changed`, async () => {
    const { source, next } = opened();
    (await next()).answer("gone", {}, status);
    await settled();
    assert.deepEqual([source.state, source.isChanged], ["failed", true]);
    const asked = source.isGone();
    const head = await next();
    assert.equal(head.url, "/m/a.wav");
    head.answer(null, {}, status);
    assert.equal(await asked, true);
  });
}

test("samples that can no longer be had tell of a changed file, other failures leave the bins", async () => {
  const { source, next } = opened();
  (await next()).answer(bins(BINS), built(SAMPLES));
  (await next()).answer(bins(BINS * 16));
  await settled();
  source.want(0, 100);
  (await next()).answer("no", {}, 500);
  await settled();
  assert.equal(source.state, "ready");
  source.want(0, 100);
  (await next()).answer("gone", {}, 410);
  await settled();
  assert.deepEqual([source.state, source.isChanged], ["failed", true]);
});

test("a dialogue seen before is there at once", async () => {
  const { source, next } = opened();
  (await next()).answer(bins(BINS), built(SAMPLES));
  (await next()).answer(bins(BINS * 16));
  await settled();
  source.open(null);
  assert.equal(source.state, "none");
  source.open(MEDIA);
  assert.deepEqual([source.state, source.isFine, source.share], ["ready", true, null]);
});
