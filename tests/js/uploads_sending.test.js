import assert from "node:assert/strict";
import { test } from "node:test";

import { Queue } from "../../viewer/static/uploads/queue.js";
import { CHUNK_BYTES, sendFile, tooLarge } from "../../viewer/static/uploads/sending.js";

const LIMITS = { max_bytes: 200_000_000, max_text: "200 MB" };
const turn = () => new Promise((done) => setImmediate(done));
const answer = (received, status = 200) => new Response(JSON.stringify({ received }), { status });

/** Send a file to a server that answers as `answers` say, one after the other. */
async function sent(size, answers, { signal = new AbortController().signal } = {}) {
  const requests = [];
  const waits = [];
  const shares = [];
  await sendFile({
    file: new Blob([new Uint8Array(size)]),
    address: "/viewer/upload/k/1",
    signal,
    onSent: (bytes) => shares.push(bytes),
    request: async (url, { method, body }) => {
      requests.push([method, url.split("?")[1], body.size]);
      const next = answers.shift();
      if (next instanceof Error) throw next;
      return next;
    },
    wait: async (ms) => void waits.push(ms),
  });
  return { requests, waits, shares };
}

test("a file beyond the limit is told so before anything is sent", () => {
  assert.equal(tooLarge({ size: 200_000_000 }, LIMITS), "");
  assert.equal(tooLarge({ size: 200_000_001 }, LIMITS), "Not sent: it is larger than the 200 MB that one file may have.");
});

test("a file goes in chunks, and each tells how far it is", async () => {
  const size = CHUNK_BYTES * 2 + 5;
  const { requests, shares } = await sent(size, [answer(CHUNK_BYTES), answer(2 * CHUNK_BYTES), answer(size)]);
  assert.deepEqual(requests, [
    ["PUT", "offset=0", CHUNK_BYTES], ["PUT", `offset=${CHUNK_BYTES}`, CHUNK_BYTES], ["PUT", `offset=${2 * CHUNK_BYTES}`, 5],
  ]);
  assert.deepEqual(shares, [CHUNK_BYTES, 2 * CHUNK_BYTES, size]);
});

test("an empty file asks for nothing", async () => {
  assert.deepEqual((await sent(0, [])).requests, []);
});

test("a chunk whose answer was lost is asked after, and goes on where the server is", async () => {
  const { requests, waits } = await sent(CHUNK_BYTES + 5, [new Error("lost"), answer(CHUNK_BYTES, 409), answer(CHUNK_BYTES + 5)]);
  assert.deepEqual(requests.map(([, query]) => query), ["offset=0", "offset=0", `offset=${CHUNK_BYTES}`]);
  assert.deepEqual(waits, [1000]);
});

test("a server that asks to wait is waited for", async () => {
  const { waits, shares } = await sent(5, [new Response("", { status: 429, headers: { "Retry-After": "7" } }), answer(5)]);
  assert.deepEqual([waits, shares], [[7000], [5]]);
});

test("a connection that stays away ends in words", async () => {
  await assert.rejects(sent(5, [new Error(), new Error(), new Error()]), /^Error: The connection was lost\.$/);
});

test("a refusal is told as the server says it", async () => {
  await assert.rejects(sent(5, [new Response("There is no such upload.\n", { status: 404 })]), /^Error: There is no such upload\.$/);
});

test("a cancelled file sends nothing more", async () => {
  const life = new AbortController();
  life.abort();
  await assert.rejects(sent(5, [], { signal: life.signal }), { name: "AbortError" });
});

/** A queue, what it says, and how the test lets a file arrive or fail. */
function bench() {
  const said = [];
  const going = [];
  const life = new AbortController();
  const deliver = (options) => new Promise((done, fail) => {
    options.signal.addEventListener("abort", () => fail(options.signal.reason));
    going.push({ ...options, done, fail });
  });
  const queue = new Queue({ send: (message) => said.push(message), base: "/viewer/", onMove: () => {}, signal: life.signal, deliver });
  return { queue, said, going, life };
}

const file = (name, size = 8) => ({ name, size });

test("files are announced and sent one after the other, each to where it was told", async () => {
  const { queue, said, going } = bench();
  queue.add([file("a"), file("b")], LIMITS);
  assert.deepEqual(said, [{ type: "upload", name: "a", bytes: 8, nonce: 1 }]);
  assert.deepEqual(queue.own.map(({ file: name, text }) => [name, text]), [["b", "Waiting"]]);
  queue.hear({ key: "k", rows: [{ nonce: 1, id: "i1", stage: "sending" }] });
  assert.equal(going[0].address, "/viewer/upload/k/i1");
  going[0].onSent(4);
  assert.deepEqual([queue.share(1), queue.share(2)], [0.5, null]);
  going[0].done();
  await turn();
  assert.deepEqual(said.slice(1), [{ type: "upload-sent", upload: "i1" }, { type: "upload", name: "b", bytes: 8, nonce: 2 }]);
});

test("a file that is refused makes room for the next", () => {
  const { queue, said } = bench();
  queue.add([file("a"), file("b")], LIMITS);
  queue.hear({ key: "", rows: [{ nonce: 1, id: "", stage: "failed" }] });
  assert.deepEqual(said.at(-1), { type: "upload", name: "b", bytes: 8, nonce: 2 });
});

test("a file that is too large is listed and never announced", () => {
  const { queue, said } = bench();
  queue.add([file("a", 200_000_001)], LIMITS);
  assert.deepEqual(said, []);
  assert.match(queue.own[0].text, /larger than the 200 MB/);
});

test("a file on its way is called off, and the next one goes", async () => {
  const { queue, said, going } = bench();
  queue.add([file("a"), file("b")], LIMITS);
  queue.hear({ key: "k", rows: [{ nonce: 1, id: "i1", stage: "sending" }] });
  queue.cancel(1);
  await turn();
  assert.equal(going[0].signal.aborted, true);
  assert.deepEqual(said.slice(1), [{ type: "upload-cancel", upload: "i1" }, { type: "upload", name: "b", bytes: 8, nonce: 2 }]);
  queue.cancel(2);
  assert.deepEqual(queue.waiting, []);
});

test("a file that is called off before there is room for it is not sent", async () => {
  const { queue, said, going } = bench();
  queue.add([file("a")], LIMITS);
  queue.cancel(1);
  queue.hear({ key: "k", rows: [{ nonce: 1, id: "i1", stage: "sending" }] });
  await turn();
  assert.equal(going.length, 0);
  assert.deepEqual(said.at(-1), { type: "upload-cancel", upload: "i1" });
});

test("a file that could not be sent says why", async () => {
  const { queue, said, going } = bench();
  queue.add([file("a")], LIMITS);
  queue.hear({ key: "k", rows: [{ nonce: 1, id: "i1", stage: "sending" }] });
  going[0].fail(new Error("The connection was lost."));
  await turn();
  assert.deepEqual(said.slice(1), [{ type: "upload-cancel", upload: "i1" }, { type: "upload-dismiss", nonce: 1 }]);
  assert.deepEqual(queue.own.map(({ text }) => text), ["Not sent: The connection was lost."]);
});
