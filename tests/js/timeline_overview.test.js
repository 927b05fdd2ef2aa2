import assert from "node:assert/strict";
import { test } from "node:test";

import { columnLength, densityColumns, drawOverview, outcomeTimes } from "../../viewer/static/timeline/draw_overview.js";

const unit = (misses, hits, alarms, quiet) => ({
  positives: { time: [...misses, ...hits], decision: [...misses.map(() => null), ...hits.map((time) => time + 0.2)] },
  negatives: { start: quiet.map((time) => time - 1), end: quiet.map((time) => time + 1), fired: quiet.map(() => 0) },
  decisions: { time: alarms, fate: alarms.map(() => "false_alarm") },
});

/** A context that remembers which colour fills which rectangle. */
const pen = () => {
  const rects = [];
  return { rects, fillStyle: "", globalAlpha: 1, font: "", fillRect(x, y, w, h) { rects.push({ colour: this.fillStyle, x, y, w, h }); }, fillText() {}, measureText: () => ({ width: 20 }) };
};
const frameOf = (duration, units) => ({
  theme: new Proxy({}, { get: (_, name) => name }), width: 876, task: "eot", gold: null, waveform: { levels: null },
  dialogue: { duration, tracks: [[], []] }, active: { tasks: { eot: units } },
});

test("each outcome of both speakers has its time: a quiet span its middle", () => {
  const times = outcomeTimes([unit([1], [2], [3], [4]), unit([], [], [9], [])]);
  assert.deepEqual(times, { hit: [2], miss: [1], false_alarm: [3, 9], quiet: [4] });
});

test("no event is lost in the columns, and none of them touch", () => {
  const times = Array.from({ length: 5000 }, (_, i) => (i * 7919) % 7200);
  const columns = densityColumns(times, (time) => (time / 7200) * 860);
  assert.equal(columns.reduce((sum, { count }) => sum + count, 0), 5000);
  columns.reduce((before, column) => {
    assert.ok(column.x - before.x >= 3);
    return column;
  });
});

test("the more events, the longer the column, within the strip", () => {
  assert.equal(columnLength(1, 10), 10);
  assert.ok(columnLength(2, 10) > columnLength(1, 10));
  assert.equal(columnLength(1e6, 10), 22);
});

test("a single miss and a single alarm in two hours are 3 px wide, on their sides of the line, on top of what was right", () => {
  const ctx = pen();
  const hits = Array.from({ length: 3000 }, (_, i) => i * 2.4);
  drawOverview(ctx, frameOf(7200, [unit([3600], hits, [3601], hits), unit([], [], [], [])]));
  const of = (colour) => ctx.rects.filter((rect) => rect.colour === colour);
  const [miss] = of("miss");
  const [alarm] = of("fa");
  assert.deepEqual([of("miss").length, of("fa").length, miss.w, alarm.w], [1, 1, 3, 3]);
  assert.ok(miss.y + miss.h <= 52 && alarm.y >= 52);
  assert.ok(Math.abs(miss.x + 1.5 - 430) <= 0.5 && Math.abs(alarm.x + 1.5 - 430) <= 0.7);
  const last = (colour) => ctx.rects.findLastIndex((rect) => rect.colour === colour);
  assert.ok(last("hit") < last("miss") && last("quiet") < last("fa"));
  for (const { x, y, w, h } of [...of("hit"), ...of("quiet")]) assert.ok(x >= -2 && x + w <= 863 && y >= 26 && y + h <= 76);
});
