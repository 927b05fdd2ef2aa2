import assert from "node:assert/strict";
import { test } from "node:test";

import { fitting, wrap } from "../../viewer/static/export/picture/lines.js";
import { svgContext } from "../../viewer/static/export/picture/svg_context.js";
import { SvgHatch, SvgMarks, SvgRow } from "../../viewer/static/export/picture/svg_marks.js";
import { attribute, escapeText, number } from "../../viewer/static/export/picture/xml.js";

const WIDE = { width: (font, text) => text.length * 5 };
const context = () => svgContext({ width: 100, height: 50, font: "sans-serif", measure: WIDE.width });
const body = (ctx) => ctx.document("t", "d").split("</defs>\n")[1].replace("\n</svg>\n", "");

test("text is text, whatever it holds", () => {
  assert.equal(escapeText(`<b>&"'\u0000\ud800x\u{1F600}`), "&lt;b&gt;&amp;&quot;&#39;\ufffd\ufffdx\u{1F600}");
  assert.equal(attribute('a"\n<'), "a&quot; &lt;");
  assert.equal(number(-0.0001), "0");
  assert.throws(() => number(NaN), /finite/);
});

test("boxes of one colour side by side are one path, and others are not", () => {
  const ctx = context();
  ctx.fillStyle = "#112233";
  ctx.fillRect(0, 0, 1, 5);
  ctx.fillRect(1, 2, 1, 5);
  ctx.fillRect(0, 0, 1, 1);
  ctx.globalAlpha = 0.5;
  ctx.fillRect(9, 0, 1, 1);
  assert.equal(
    body(ctx),
    '<path d="M0 0h1v5h-1ZM1 2h1v5h-1Z" fill="#112233"/>\n<path d="M0 0h1v1h-1Z" fill="#112233"/>\n<path d="M9 0h1v1h-1Z" fill="#112233" opacity="0.5"/>',
  );
});

test("the origin moves, what is saved comes back, and a clip holds until then", () => {
  const ctx = context();
  ctx.save();
  ctx.translate(10, 20);
  ctx.scale(2, 2);
  ctx.beginPath();
  ctx.rect(0, 0, 5, 5);
  ctx.clip();
  ctx.beginPath();
  ctx.moveTo(0, 0);
  ctx.lineTo(1, 1);
  ctx.strokeStyle = "#ff0000";
  ctx.lineWidth = 1.5;
  ctx.stroke();
  ctx.restore();
  ctx.fillRect(0, 0, 1, 1);
  const text = ctx.document("t", "d");
  assert.match(text, /<clipPath id="clip-10-20-10-10"><rect x="10" y="20" width="10" height="10"\/><\/clipPath>/);
  assert.match(text, /<g clip-path="url\(#clip-10-20-10-10\)">\n<path d="M10 20L12 22" fill="none" stroke="#ff0000" stroke-width="3"\/>\n<\/g>\n<path d="M0 0h1v1h-1Z" fill="#000000"\/>/);
});

test("words, marks and hatch are words, shapes used by name, and a pattern that moves with the origin", () => {
  const ctx = context();
  const theme = { hit: "#007D8A", hatch: "#AAB2BC" };
  ctx.font = '500 10px "Segoe UI", sans-serif';
  ctx.fillText('</text><script>alert("x")</script>', 1, 2);
  new SvgMarks(theme).stamp(ctx, "hit", 0.8, 30, 10);
  ctx.translate(13, 3);
  ctx.fillStyle = new SvgHatch(theme.hatch);
  ctx.fillRect(0, 0, 8, 8);
  const text = ctx.document("<a>", "d");
  assert.doesNotMatch(text, /<script|<a>/);
  assert.match(text, /font-weight="500" font-family="&quot;Segoe UI&quot;, sans-serif" fill="#000000" xml:space="preserve">&lt;\/text&gt;/);
  assert.match(text, /<g id="mark-hit"><path d="M0 -5.9L5.4 3.9L-5.4 3.9Z" fill="#007D8A"\/><\/g>/);
  assert.match(text, /<use href="#mark-hit" transform="translate\(30 10\) scale\(0.8\)"\/>/);
  assert.match(text, /<pattern id="hatch-5-3"[^>]* x="5" y="3">/);
});

test("a row of narrow bars is one path for each colour", () => {
  const ctx = context();
  const pixels = new SvgRow();
  const row = pixels.begin(8);
  const [fill, edge] = [pixels.pixel("#aabbcc"), pixels.pixel("#112233")];
  row.set([0, edge, fill, fill, 0, edge, fill, 0]);
  pixels.draw(ctx, 4, 10, 3);
  assert.equal(
    body(ctx),
    '<path d="M0.5 10h0.5v3h-0.5ZM2.5 10h0.5v3h-0.5Z" fill="#112233"/>\n<path d="M1 10h1v3h-1ZM3 10h0.5v3h-0.5Z" fill="#aabbcc"/>',
  );
});

test("a clip within a clip is what both leave, until what was saved comes back", () => {
  const ctx = context();
  const clipTo = (x, y, w, h) => {
    ctx.beginPath();
    ctx.rect(x, y, w, h);
    ctx.clip();
  };
  clipTo(0, 0, 20, 20);
  ctx.save();
  clipTo(10, 5, 30, 5);
  ctx.fillRect(0, 0, 50, 50);
  ctx.restore();
  ctx.fillRect(0, 0, 50, 50);
  const clips = [...ctx.document("t", "d").matchAll(/<g clip-path="url\(#([^)]*)\)">/g)].map(([, id]) => id);
  assert.deepEqual(clips, ["clip-10-5-10-5", "clip-0-0-20-20"]);
});

test("whatever the context does not know is an error, not a gap", () => {
  const ctx = context();
  assert.throws(() => ctx.quadraticCurveTo(0, 0, 1, 1), /found quadraticCurveTo/);
  assert.throws(() => {
    ctx.shadowBlur = 3;
  }, /found shadowBlur/);
  assert.throws(() => ctx.fill({}), /another one/);
  assert.throws(() => ctx.arc(0, 0, 1, 0, 1), /whole circle/);
  assert.throws(() => ctx.scale(1, 2), /one scale/);
  assert.throws(() => {
    ctx.fillStyle = {};
    ctx.fillRect(0, 0, 1, 1);
  }, /a colour or a pattern/);
  assert.throws(() => {
    ctx.font = "bigger";
    ctx.fillText("a", 0, 0);
  }, /found bigger/);
});

test("long texts are broken into lines, long names cut after a letter", () => {
  assert.deepEqual(wrap(WIDE, "f", "aa bb  cc", 25), ["aa bb", "cc"]);
  assert.deepEqual(wrap(WIDE, "f", "a".repeat(12), 30), ["a".repeat(6), "a".repeat(6)]);
  assert.equal(fitting(WIDE, "f", "Speaker", 35), "Speaker");
  assert.equal(fitting(WIDE, "f", "Speakers", 35), "Speake…");
});
