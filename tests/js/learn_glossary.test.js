import assert from "node:assert/strict";
import test from "node:test";

import { channelsOf, ExcerptPlayer, sampleRange } from "../../viewer/static/learn/excerpt.js";
import { entryOf, search } from "../../viewer/static/learn/glossary_search.js";

const term = (id, name, short = "", text = "", roles = []) => ({ id, name, short, text, roles });
const SECTIONS = [
  { name: "Tasks", terms: [term("int", "Interruption", "INT", "A listener takes the floor."), term("eot", "End of turn", "EOT", "The floor leaves.")] },
  { name: "Labels", terms: [term("class_la", "Laughter", "LA"), term("label_laughter", "Laughter"), term("label_speech_non_linguistic", "Speech, Non-Linguistic")] },
];

test("a term is found by its id, by a label's own name and by its abbreviation", () => {
  assert.equal(entryOf(SECTIONS, "eot").id, "eot");
  assert.equal(entryOf(SECTIONS, "EOT").id, "eot");
  assert.equal(entryOf(SECTIONS, "Speech, Non-Linguistic").id, "label_speech_non_linguistic");
  assert.equal(entryOf(SECTIONS, "Laughter").id, "label_laughter");
  for (const unknown of ["", "all", "<b>", "toString"]) assert.equal(entryOf(SECTIONS, unknown), null);
});

test("a search keeps entries with every word, those named so first", () => {
  const found = search(SECTIONS, "the floor");
  assert.deepEqual(found.map(({ terms }) => terms.map(({ id }) => id)), [["int", "eot"]]);
  assert.deepEqual(search(SECTIONS, "turn floor")[0].terms.map(({ id }) => id), ["eot"]);
  assert.deepEqual(search(SECTIONS, "zebra"), []);
  assert.equal(search(SECTIONS, "  "), SECTIONS);
  assert.deepEqual(SECTIONS[0].terms.map(({ id }) => id), ["int", "eot"]);
});

test("an excerpt asks for the samples of its range, never beyond the recording", () => {
  const media = { sample_rate: 1000, samples: 5000 };
  assert.deepEqual(sampleRange({ from_s: 1, to_s: 2.5, media }), { start: 1000, stop: 2500 });
  assert.deepEqual(sampleRange({ from_s: -1, to_s: 9, media }), { start: 0, stop: 5000 });
  assert.deepEqual(sampleRange({ from_s: 7, to_s: 9, media }), { start: 5000, stop: 5000 });
});

test("samples are taken apart by speaker, and can be put into both ears", () => {
  const pcm = Int16Array.from([16384, -16384, 8192, 0]);
  assert.deepEqual(channelsOf(pcm, false).map((one) => [...one]), [[0.5, 0.25], [-0.5, 0]]);
  assert.deepEqual(channelsOf(pcm, true).map((one) => [...one]), [[0, 0.125], [0, 0.125]]);
});

test("an example that the server refuses is told, and an older answer does not play over a newer one", async () => {
  const heard = [];
  const context = {
    currentTime: 0, destination: {}, resume: async () => {}, close() {},
    createBuffer: () => ({ copyToChannel() {} }),
    createBufferSource: () => ({ connect() {}, addEventListener() {}, start: () => heard.push("start"), stop: () => heard.push("stop") }),
  };
  globalThis.AudioContext = function made() { return context; };
  const answers = [];
  globalThis.fetch = () => new Promise((done) => answers.push(done));
  const states = [];
  const player = new ExcerptPlayer("base/", (example, state, problem) => states.push([example.name, state, problem]));
  const example = (name) => ({ name, from_s: 0, to_s: 1, media: { pcm: name, sample_rate: 10, samples: 10 } });
  const ok = { ok: true, arrayBuffer: async () => new Int16Array(20).buffer };
  const first = player.play(example("one"));
  const second = player.play(example("two"));
  answers[1](ok);
  await second;
  answers[0](ok);
  await first;
  assert.deepEqual(heard, ["start"]);
  const third = player.play(example("three"));
  answers[2]({ ok: false, status: 500 });
  await third;
  assert.deepEqual(states.at(-1), ["three", "failed", "HTTP 500"]);
  assert.deepEqual(heard, ["start", "stop"]);
  assert.equal(player.time(), null);
});
