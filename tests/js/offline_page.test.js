import assert from "node:assert/strict";
import { test } from "node:test";

import { eventsOf, isError } from "../../viewer/static/offline/clip_events.js";
import { reasonsOf, textsOf } from "../../viewer/static/offline/clip_texts.js";
import { nearestView } from "../../viewer/static/offline/keep_to_clip.js";
import { ClipServer, soundOf } from "../../viewer/static/offline/sound.js";
import { columns as peakColumns } from "../../viewer/static/timeline/peaks.js";
import { Models } from "../../viewer/static/timeline/models.js";
import { Reasons } from "../../viewer/static/timeline/reasons.js";
import { eventOf, parseDialogue, parseGold } from "../../viewer/static/timeline/scene.js";

/** Ten seconds of a dialogue, 10 to 20 s at 8 samples a second: a hit, a false alarm, an ignored decision. */
const NONE = { is_scored: false, why_unscored: "no decisions", positives: [], negatives: [], decisions: [] };
const clip = {
  dialogue: { id: "calls/07", title: "Two canoes", type: "Casual", duration_s: 60, speakers: [{ speaker: 1, actor: "Mira" }, { speaker: 2, actor: "" }] },
  range: { start_s: 10, stop_s: 20, start_sample: 80, stop_sample: 160 },
  audio: { key: "k", sample_rate: 8, samples: 480 }, task: "eot",
  annotations: [{ speaker: 2, annotator: "a", segments: [{ start_s: 9, end_s: 12, class_code: 0, label: "Normal Turn", text: "noon works" }] }],
  gold: {
    events: [{ speaker: 2, start_s: 9, end_s: 12, class_code: 0, text: "noon works" }],
    excluded: { eot: [{ speaker: 1, start_s: 15, end_s: 16 }], int: [] },
  },
  models: [{
    name: "m", title: "Model M", is_active: true, tasks: {
      eot: {
        is_scored: true, why_unscored: null,
        positives: [{ id: "eot-2-p-12.0", speaker: 2, time_s: 12, window_start_s: 11.75, window_end_s: 15, fate: "hit", decision_s: 12.4, latency_ms: 400, reason: "Hit." }],
        negatives: [{ id: "eot-1-n-16.5", speaker: 1, start_s: 16.5, end_s: 18, fate: "false_alarm", reason: "False alarm." }],
        decisions: [
          { id: "eot-2-d-12.4", event: "eot-2-p-12.0", speaker: 2, time_s: 12.4, fate: "hit", reason: "Hit." },
          { id: "eot-1-d-17.0", event: "eot-1-n-16.5", speaker: 1, time_s: 17, fate: "false_alarm", reason: "False alarm." },
          { id: "eot-1-d-19.0", event: null, speaker: 1, time_s: 19, fate: "ignored", reason: "Ignored." },
        ],
      },
      int: { ...NONE, decisions: [{ id: "int-1-d-11.0", event: null, speaker: 1, time_s: 11, fate: null, reason: "" }] },
    },
  }],
};

test("a clip becomes the texts of the timeline, in the dialogue's own time", () => {
  const texts = textsOf(clip);
  const dialogue = parseDialogue(texts.dialogue);
  assert.deepEqual([dialogue.id, dialogue.duration, dialogue.hasLabels, dialogue.media.samples], ["calls/07", 20, true, 160]);
  assert.deepEqual([...dialogue.tracks[1][0].end, dialogue.tracks[1][0].text[0]], [12, "noon works"]);
  const gold = parseGold(texts.gold);
  assert.deepEqual([gold.events[1].class[0], [...gold.excluded.eot[0].start]], [0, [15]]);
  const models = new Models().take(texts, gold);
  const reasons = new Reasons(() => {});
  for (const answer of reasonsOf(clip)) assert.ok(reasons.take(answer, models));
  const [model] = models;
  const hit = eventOf(model, "eot-2-p-12.0");
  assert.deepEqual([hit.fate, hit.mark, hit.reason, hit.end], ["hit", 12.4, "Hit.", 15]);
  assert.equal(eventOf(model, "eot-1-n-16.5").fate, "false_alarm");
  const loose = eventOf(model, "int-1-d-11.0");
  assert.deepEqual([loose.fate, loose.reason], ["unscored", "no decisions"]);
});

test("without labels there are no tracks and no gold", () => {
  const texts = textsOf({ ...clip, annotations: null, gold: null });
  assert.equal(parseDialogue(texts.dialogue).hasLabels, false);
  assert.equal(parseGold(texts.gold), null);
});

test("the list has every event once, and decisions that belong to none", () => {
  const rows = eventsOf(clip);
  assert.deepEqual(rows.map(({ id, fate, latency }) => [id, fate, latency]), [
    ["int-1-d-11.0", "unscored", null], ["eot-2-p-12.0", "hit", 400], ["eot-1-n-16.5", "false_alarm", null], ["eot-1-d-19.0", "ignored", null],
  ]);
  assert.deepEqual(rows.map(isError), [false, false, true, false]);
});

/** A file of `samples` (pairs), as bytes. */
function wavOf(samples) {
  const bytes = new Uint8Array(44 + samples.length * 2);
  new Int16Array(bytes.buffer, 44).set(samples);
  return bytes;
}

test("samples and peaks are answered in the dialogue's own counts, silent before the clip", async () => {
  const server = new ClipServer(wavOf([100, -1, 200, -2, 32767, -32768]), 5);
  const pcm = new Int16Array(await server.answer("clip/pcm?start=4&stop=9").arrayBuffer());
  assert.deepEqual([...pcm], [0, 0, 100, -1, 200, -2, 32767, -32768]);
  const reply = server.answer("clip/peaks?bin=4");
  assert.equal(reply.headers.get("X-Samples-Per-Bin"), "4");
  const data = new Int8Array(await reply.arrayBuffer());
  assert.deepEqual([...data], [0, 0, 0, 0, 0, 127, -128, 0]);
  const out = new Float32Array(4);
  assert.deepEqual([...peakColumns({ data, bin: 4, bins: 2 }, 1, 0, 4, 2, out)], [0, 0, -1, 0]);
  const growing = server.answer("clip/peaks/growing?first=0");
  assert.deepEqual(["X-Samples-Per-Bin", "X-Samples-Built"].map((name) => growing.headers.get(name)), ["4096", "8"]);
  assert.deepEqual([...new Int8Array(await growing.arrayBuffer())], [0, 127, -128, 0]);
  assert.equal(server.answer("clip/other").status, 404);
});

test("the sound comes out of its pieces as it went in, and they are let go", () => {
  const wav = Uint8Array.from({ length: 100 }, (_, index) => index * 2);
  const removed = [];
  const piece = (from, to) => ({ textContent: Buffer.from(wav.subarray(from, to)).toString("base64"), remove: () => removed.push(from) });
  const document = { querySelectorAll: () => [piece(0, 60), piece(60, 100)] };
  assert.deepEqual(soundOf(document), wav);
  assert.deepEqual(removed, [0, 60]);
  assert.equal(soundOf({ querySelectorAll: () => [] }), null);
});

test("the view keeps its middle in the clip and is not much longer", () => {
  assert.deepEqual(nearestView({ start: 12, end: 14 }, 10, 20), { start: 12, end: 14 });
  assert.deepEqual(nearestView({ start: 0, end: 4 }, 10, 20), { start: 8, end: 12 });
  assert.deepEqual(nearestView({ start: -100, end: 130 }, 10, 20), { start: 9, end: 21 });
});
