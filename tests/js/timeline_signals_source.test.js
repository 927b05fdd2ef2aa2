import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";

import { SignalsSource } from "../../viewer/static/timeline/signals_source.js";

const TOLD = {
  tile_cells: 256, cells_s: [0.005, 0.02, 0.08], cells: [20000, 5000, 1250], floor_db: -110, codes_per_db: 2,
  kinds: { mel: { bands: 2 }, linear: { bands: 2 }, pitch: { codes_per_hz: 10 } },
};
const MEDIA = { signals: "media/k/signals" };
const turn = () => new Promise((done) => setImmediate(done));

/** Bytes of the tile that a URL asks for: every kind has four for each cell. */
function bytesOf(url) {
  const query = new URLSearchParams(url.split("?")[1]);
  return 4 * Math.min(256, TOLD.cells[Number(query.get("level"))] - 256 * Number(query.get("tile")));
}

/** A server whose answers the test gives, and a clock that it moves. */
class Bench {
  constructor() {
    this.requests = [];
    this.clock = 0;
    this.changes = 0;
    this.source = new SignalsSource((url) => `/app/${url}`, () => { this.changes += 1; }, () => this.clock);
    globalThis.fetch = (url, { signal }) => new Promise((resolve, reject) => {
      const request = { url, signal, resolve, reject };
      signal.addEventListener("abort", () => reject(new DOMException("aborted", "AbortError")));
      this.requests.push(request);
    });
  }

  open() {
    this.source.open(MEDIA);
    return this;
  }

  /** One animation frame that draws these signals. */
  frame(start, end, kinds = ["mel"], width = 900) {
    this.source.begin();
    const found = kinds.map((kind) => this.source.parts(kind, { start, end }, width));
    this.source.plan();
    return found[0];
  }

  /** Frames until the view has settled. */
  settle(...view) {
    this.frame(...view);
    this.clock += 200;
    return this.frame(...view);
  }

  async answer(request, { status = 200, json = null, bytes = bytesOf(request.url) } = {}) {
    request.isAnswered = true;
    request.resolve({ ok: status === 200, status, json: async () => json, arrayBuffer: async () => new ArrayBuffer(bytes) });
    await turn();
  }

  async describe() {
    await this.answer(this.requests.shift(), { json: TOLD });
  }

  open_requests() {
    return this.requests.filter((one) => !one.signal.aborted && !one.isAnswered);
  }

  async answerAll(...view) {
    for (let round = 0; round < 100 && this.open_requests().length > 0; round += 1) {
      for (const request of this.open_requests()) await this.answer(request);
      this.settle(...view);
    }
  }
}

let bench;
beforeEach(() => { bench = new Bench(); });
afterEach(() => bench.source.close());

test("nothing is asked for before a lane wants it", async () => {
  bench.open();
  bench.frame(0, 18, []);
  await turn();
  assert.deepEqual(bench.requests, []);
  bench.frame(0, 18);
  assert.deepEqual(bench.requests.map(({ url }) => url), ["/app/media/k/signals"]);
});

test("a dialogue without sound asks for nothing", () => {
  bench.source.open(null);
  assert.deepEqual(bench.frame(0, 18), { parts: [], isWhole: false });
  assert.deepEqual(bench.requests, []);
});

test("the description is asked for once, then two tiles at a time, the middle first", async () => {
  bench.open();
  bench.frame(20, 38);
  bench.frame(20, 38);
  assert.equal(bench.requests.length, 1);
  await bench.describe();
  bench.settle(20, 38);
  const asked = bench.requests.map(({ url }) => url);
  assert.equal(asked.length, 2);
  assert.equal(asked[0], "/app/media/k/signals/tile?kind=mel&level=1&tile=5");
});

test("no tile is asked for twice, and only what is in view and its margin", async () => {
  bench.open();
  bench.frame(20, 38);
  await bench.describe();
  bench.settle(20, 38);
  await bench.answerAll(20, 38);
  assert.deepEqual([...bench.source.asked].sort(), ["mel/1/3", "mel/1/4", "mel/1/5", "mel/1/6", "mel/1/7", "mel/1/8"]);
  assert.equal(bench.frame(20, 38).isWhole, true);
  bench.settle(20, 38);
  bench.settle(21, 39);
  assert.equal(new Set(bench.source.asked).size, bench.source.asked.length);
});

test("both speakers' lanes share their tiles; two signals have their own", async () => {
  bench.open();
  bench.frame(20, 22, ["mel", "mel", "pitch", "pitch"]);
  await bench.describe();
  bench.settle(20, 22, ["mel", "mel", "pitch", "pitch"]);
  await bench.answerAll(20, 22, ["mel", "mel", "pitch", "pitch"]);
  assert.ok(bench.source.asked.filter((name) => name.startsWith("pitch")).length > 1);
  assert.equal(new Set(bench.source.asked).size, bench.source.asked.length);
});

test("a level that a zoom only passes by is not asked for", async () => {
  bench.open();
  bench.frame(0, 90);
  await bench.describe();
  for (let span = 90; span > 2; span *= 0.8) {
    bench.frame(45 - span / 2, 45 + span / 2);
    bench.clock += 16;
  }
  assert.deepEqual(bench.source.asked.filter((name) => name.startsWith("mel/2")), []);
  bench.settle(44, 46);
  assert.ok(bench.source.asked.every((name) => name.startsWith("mel/0")));
});

test("zooming out asks for coarser tiles, and shows the finer ones meanwhile", async () => {
  bench.open();
  bench.frame(20, 30);
  await bench.describe();
  bench.settle(20, 30);
  await bench.answerAll(20, 30);
  const before = bench.source.asked.length;
  const found = bench.settle(0, 90);
  assert.equal(found.isWhole, false);
  assert.ok(found.parts.length > 0 && found.parts.every(({ level }) => level === 1));
  assert.ok(bench.source.asked.slice(before).every((name) => name.startsWith("mel/2")));
});

test("requests of a view that has moved away are aborted", async () => {
  bench.open();
  bench.frame(0, 18);
  await bench.describe();
  bench.settle(0, 18);
  const [first] = bench.requests;
  bench.frame(60, 78);
  assert.equal(first.signal.aborted, true);
  await turn();
  assert.equal(bench.source.problem("mel"), "");
  bench.settle(60, 78);
  assert.equal(bench.open_requests().length, 2);
});

test("a lane that is switched off stops its requests; another dialogue stops all", async () => {
  bench.open();
  bench.frame(0, 18);
  await bench.describe();
  bench.settle(0, 18);
  const asked = [...bench.requests];
  bench.frame(0, 18, []);
  assert.ok(asked.every(({ signal }) => signal.aborted));
  bench.settle(0, 18);
  const [again] = bench.open_requests();
  bench.source.open({ signals: "media/other/signals" });
  assert.equal(again.signal.aborted, true);
  assert.equal(bench.source.told, null);
});

test("a failed signal says why and asks no more until it is tried again; the others go on", async () => {
  bench.open();
  bench.frame(0, 18, ["mel", "pitch"]);
  await bench.describe();
  bench.settle(0, 18, ["mel", "pitch"]);
  const mel = bench.requests.find(({ url }) => url.includes("mel"));
  await bench.answer(mel, { status: 500 });
  assert.equal(bench.source.problem("mel"), "the server answered 500");
  assert.equal(bench.source.problem("pitch"), "");
  bench.settle(0, 18, ["mel", "pitch"]);
  const open = bench.open_requests().map(({ url }) => url);
  assert.ok(open.length > 0 && open.every((url) => url.includes("pitch")));
  bench.source.retry("mel");
  await bench.answerAll(0, 18, ["mel", "pitch"]);
  assert.equal(bench.frame(0, 18, ["mel"]).isWhole, true);
});

test("an answer of another size is a failure, not a picture", async () => {
  bench.open();
  bench.frame(0, 18);
  await bench.describe();
  bench.settle(0, 18);
  await bench.answer(bench.requests[0], { bytes: 1000 });
  assert.equal(bench.source.problem("mel"), "expected 1024 bytes, found 1000");
});

test("a server that cannot be reached fails every lane, and is asked again by Retry", async () => {
  bench.open();
  bench.frame(0, 18);
  bench.requests[0].reject(new TypeError("Failed to fetch"));
  await turn();
  assert.equal(bench.source.problem("mel"), "the server could not be reached");
  bench.frame(0, 18);
  assert.equal(bench.requests.length, 1);
  bench.source.retry("mel");
  bench.frame(0, 18);
  assert.equal(bench.requests.length, 2);
});

test("a server that is busy is asked again later", async () => {
  bench.open();
  bench.frame(0, 5);
  await bench.describe();
  bench.settle(0, 5);
  await bench.answer(bench.requests[0], { status: 503 });
  assert.equal(bench.source.problem("mel"), "");
  const [name] = bench.source.asked;
  bench.frame(0, 5);
  assert.equal(bench.source.asked.filter((one) => one === name).length, 1);
  bench.clock += 1000;
  for (const request of bench.open_requests()) await bench.answer(request);
  bench.frame(0, 5);
  assert.equal(bench.source.asked.filter((one) => one === name).length, 2);
});

test("the tiles used last are kept when there are many", async () => {
  bench.open();
  bench.frame(0, 2);
  await bench.describe();
  for (let start = 0; start < 98; start += 1) {
    bench.settle(start, start + 2, ["mel", "pitch", "linear"]);
    await bench.answerAll(start, start + 2, ["mel", "pitch", "linear"]);
  }
  assert.equal(bench.source.tiles.size, 160);
  const before = bench.source.asked.length;
  bench.settle(96, 98, ["mel", "pitch", "linear"]);
  assert.equal(bench.source.asked.length, before);
  assert.equal(bench.frame(97, 99, ["mel"]).isWhole, true);
});
