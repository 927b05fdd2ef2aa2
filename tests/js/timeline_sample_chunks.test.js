import assert from "node:assert/strict";
import { test } from "node:test";

import { CHUNK_SAMPLES, SampleChunks } from "../../viewer/static/timeline/sample_chunks.js";

const settled = () => new Promise((done) => setImmediate(done));

/** Chunks of a recording whose sample `i` is `i` on the left, `-i` on the right, modulo 1000. */
function recording(samples) {
  const asked = [];
  let changes = 0;
  const fetchRange = async (start, stop) => {
    asked.push([start, stop]);
    return Int16Array.from({ length: (stop - start) * 2 }, (_, at) => ((start + (at >> 1)) % 1000) * (at % 2 ? -1 : 1));
  };
  const chunks = new SampleChunks(samples, fetchRange, () => { changes += 1; });
  return { chunks, asked, changes: () => changes };
}

test("a view's samples are asked for first, then those around it, each once", async () => {
  const { chunks, asked } = recording(10 * CHUNK_SAMPLES);
  chunks.want(4.5 * CHUNK_SAMPLES, 5.2 * CHUNK_SAMPLES);
  chunks.want(4.5 * CHUNK_SAMPLES, 5.2 * CHUNK_SAMPLES);
  assert.deepEqual(asked.map(([start]) => start / CHUNK_SAMPLES), [4, 5, 3]);
  await settled();
  assert.ok(chunks.has(4.5 * CHUNK_SAMPLES, 5.2 * CHUNK_SAMPLES));
  chunks.want(4.6 * CHUNK_SAMPLES, 5.3 * CHUNK_SAMPLES);
  await settled();
  chunks.want(5 * CHUNK_SAMPLES, 5.7 * CHUNK_SAMPLES);
  assert.deepEqual(asked.map(([start]) => start / CHUNK_SAMPLES), [4, 5, 3, 6]);
});

test("panning by less than the view never meets a sample that is missing", async () => {
  const { chunks } = recording(40 * CHUNK_SAMPLES);
  const span = 1.5 * CHUNK_SAMPLES;
  chunks.want(0, span);
  await settled();
  for (let first = 0; first < 30 * CHUNK_SAMPLES; first += span * 0.9) {
    assert.ok(chunks.has(first, first + span), `at ${first}`);
    chunks.want(first, first + span);
    await settled();
  }
});

test("the last piece ends with the recording, and nothing outside is asked for", async () => {
  const { chunks, asked } = recording(CHUNK_SAMPLES + 10);
  chunks.want(-500, 9 * CHUNK_SAMPLES);
  assert.deepEqual(asked, [[0, CHUNK_SAMPLES], [CHUNK_SAMPLES, CHUNK_SAMPLES + 10]]);
  await settled();
  const read = chunks.reader(1);
  assert.equal(read(7), -7 / 32768);
  assert.ok(Number.isNaN(read(-1)));
  assert.ok(Number.isNaN(read(CHUNK_SAMPLES + 10)));
  assert.equal(chunks.reader(0)(CHUNK_SAMPLES + 9), ((CHUNK_SAMPLES + 9) % 1000) / 32768);
});

test("a piece that did not come is asked for again by the next view", async () => {
  let isDown = true;
  const asked = [];
  const fetchRange = async (start, stop) => {
    asked.push(start);
    return isDown ? null : new Int16Array((stop - start) * 2);
  };
  const chunks = new SampleChunks(CHUNK_SAMPLES, fetchRange, () => {});
  chunks.want(0, 100);
  await settled();
  assert.equal(chunks.has(0, 100), false);
  isDown = false;
  chunks.want(0, 100);
  await settled();
  assert.ok(chunks.has(0, 100));
  assert.deepEqual(asked, [0, 0]);
});

test("the pieces in view stay when many others have come", async () => {
  const { chunks } = recording(200 * CHUNK_SAMPLES);
  for (let at = 0; at < 190; at += 5) {
    chunks.want(at * CHUNK_SAMPLES, (at + 4.9) * CHUNK_SAMPLES);
    await settled();
    assert.ok(chunks.has(at * CHUNK_SAMPLES, (at + 4.9) * CHUNK_SAMPLES));
  }
  assert.ok(chunks.chunks.size <= 64);
});
