import assert from "node:assert/strict";
import { test } from "node:test";

import { ClipRequest } from "../../viewer/static/export/clip_request.js";
import { FORMS, noteOf, whyNot } from "../../viewer/static/export/forms.js";
import { fileName, sizeText } from "../../viewer/static/export/names.js";
import { PIECE_BYTES, PLACE, inScript, offlineParts } from "../../viewer/static/export/offline_file.js";
import { exportRange, rangeLine } from "../../viewer/static/export/range.js";

const dialogue = { duration: 60 };

test("a file's name has only letters, digits, dots and dashes of its dialogue's id", () => {
  assert.equal(fileName("calls/07", 12, 30.5, "wav"), "calls-07_12.000-30.500s.wav");
  assert.equal(fileName("../../etc/passwd", 0, 1, "json"), "etc-passwd_0.000-1.000s.json");
  assert.equal(fileName("<b>\u202e\u0000 né</b>", 0, 1, "png"), "b-né-b_0.000-1.000s.png");
  assert.equal(fileName("???", 0, 1, "svg"), "dialogue_0.000-1.000s.svg");
  assert.equal(fileName("x".repeat(300), 0, 1, "html").length, 60 + "_0.000-1.000s.html".length);
});

test("the range is what was dragged, else what is in view, within the dialogue", () => {
  const view = { start: -3, end: 15 };
  assert.deepEqual(exportRange({ dialogue, range: null, view }), { start: 0, end: 15, view, isDragged: false });
  const range = { start: 10, end: 70 };
  assert.deepEqual(exportRange({ dialogue, range, view }), { start: 10, end: 60, view: range, isDragged: true });
  assert.equal(exportRange({ dialogue, range: null, view: { start: 61, end: 70 } }), null);
  assert.equal(exportRange({ dialogue: null, range: null, view }), null);
});

test("the menu says the range with clocks and where it comes from", () => {
  const view = { start: 12, end: 30.5 };
  assert.equal(rangeLine(exportRange({ dialogue, range: null, view })), "00:12.00 to 00:30.50 (18.50 s): what is in view");
  assert.match(rangeLine(exportRange({ dialogue, range: view, view })), /: the range dragged with Shift$/);
  assert.match(rangeLine(null), /Nothing/);
});

test("a page holds a quarter of an hour at most, sound needs a sound, and a picture has no limit", () => {
  const of = (form) => FORMS.find((one) => one.form === form);
  const media = { sample_rate: 48000 };
  const long = { start: 0, end: 901 };
  assert.match(whyNot(of("html"), long, media), /^At most 15 minutes/);
  assert.equal(whyNot(of("html"), { start: 0, end: 900 }, media), "");
  assert.equal(whyNot(of("html"), long, null), "");
  assert.match(whyNot(of("wav"), { start: 0, end: 1 }, null), /no sound/);
  assert.equal(whyNot(of("svg"), long, null), "");
  assert.equal(whyNot(of("png"), null, media), "Nothing of the dialogue is in view.");
  assert.equal(noteOf(of("wav"), { start: 0, end: 60 }, media), "both channels as recorded, 11.5 MB");
  assert.match(noteOf(of("html"), { start: 0, end: 60 }, media), /about 15\.8 MB$/);
  assert.equal(sizeText(120), "1 KB");
});

test("a clip cannot end the script it stands in", () => {
  const hostile = { title: '</script><script>alert("x")</script><!--\u2028' };
  const text = inScript(JSON.stringify(hostile));
  assert.doesNotMatch(text, /<|\u2028/);
  assert.deepEqual(JSON.parse(text), hostile);
});

test("the page gets its clip and its sound, piece by piece, where it has room for them", async () => {
  const wav = Uint8Array.from({ length: PIECE_BYTES + 4 }, (_, index) => (index * 7) % 256);
  const text = (await offlineParts(`<body>${PLACE}</body>`, '{"a":1}', wav)).join("");
  const pieces = [...text.matchAll(/class="sound">([^<]*)</g)].map(([, base64]) => Buffer.from(base64, "base64"));
  assert.equal(pieces.length, 2);
  assert.deepEqual(new Uint8Array(Buffer.concat(pieces)), wav);
  assert.match(text, /^<body><script type="application\/json" id="clip">\{"a":1\}<\/script>/);
  assert.match(text, /<\/body>$/);
  await assert.rejects(offlineParts("<body></body>", "{}", null), /no place for its clip/);
});

test("an answer goes to whom it belongs, an error is one, and silence ends", async () => {
  const sent = [];
  const request = new ClipRequest((message) => sent.push(message), 20);
  const first = request.ask(1, 2);
  const second = request.ask(3, 4);
  assert.deepEqual(sent[1], { type: "clip", nonce: 2, start_s: 3, stop_s: 4 });
  request.hear({ type: "clip", nonce: 2, clip: "second", error: "" });
  request.hear({ type: "other", nonce: 1, clip: "no" });
  request.hear({ type: "clip", nonce: 1, clip: null, error: "range: none" });
  assert.equal(await second, "second");
  await assert.rejects(first, /range: none/);
  await assert.rejects(request.ask(5, 6), /did not answer/);
});
