import assert from "node:assert/strict";
import { test } from "node:test";

import { overviewPart, wheelFactor, wheelMeaning } from "../../viewer/static/timeline/gestures.js";
import { placeCard } from "../../viewer/static/timeline/hover_card.js";
import { Ruler, detailOf } from "../../viewer/static/timeline/labels.js";

const wheel = (more) => ({ ctrlKey: false, metaKey: false, shiftKey: false, deltaX: 0, deltaY: 100, ...more });

test("a plain wheel scrolls lanes that overflow and zooms where they do not", () => {
  assert.equal(wheelMeaning(wheel(), true), "scroll");
  assert.equal(wheelMeaning(wheel(), false), "zoom");
});

test("ctrl, cmd and pinch zoom; shift and sideways pan", () => {
  assert.equal(wheelMeaning(wheel({ ctrlKey: true }), true), "zoom");
  assert.equal(wheelMeaning(wheel({ metaKey: true }), true), "zoom");
  assert.equal(wheelMeaning(wheel({ shiftKey: true }), true), "pan");
  assert.equal(wheelMeaning(wheel({ deltaX: -120, deltaY: 3 }), true), "pan");
});

test("turning the wheel back undoes the zoom, and one notch is bounded", () => {
  assert.ok(Math.abs(wheelFactor(80, false) * wheelFactor(-80, false) - 1) < 1e-12);
  assert.equal(wheelFactor(5000, false), wheelFactor(120, false));
  assert.ok(wheelFactor(-100, false) < 1);
});

test("the overview's edges can be taken even when the viewport is narrow", () => {
  assert.equal(overviewPart(100, 100, 200), "left");
  assert.equal(overviewPart(204, 100, 200), "right");
  assert.equal(overviewPart(150, 100, 200), "body");
  assert.equal(overviewPart(50, 100, 200), "outside");
  assert.equal(overviewPart(104, 100, 108), "body");
});

test("a viewport of two pixels, as at two hours, is moved by its middle and resized beside it", () => {
  assert.deepEqual([386, 392, 396, 402, 406, 416].map((x) => overviewPart(x, 398, 400)), ["outside", "left", "body", "body", "right", "outside"]);
});

test("a card stands below its mark, above it near the bottom, beside it where neither fits", () => {
  const size = { width: 304, height: 110 };
  const covers = (place, mark) => place.left < mark.x + mark.half && place.left + size.width > mark.x - mark.half
    && place.top < mark.y + mark.half && place.top + size.height > mark.y - mark.half;
  for (const bounds of [{ width: 980, height: 900 }, { width: 980, height: 150 }]) {
    for (let x = 0; x <= 980; x += 49) {
      for (let y = 0; y <= bounds.height; y += 25) {
        const mark = { x, y, half: 10 };
        const place = placeCard(mark, size, bounds);
        assert.ok(!covers(place, mark), JSON.stringify([mark, place]));
        assert.ok(place.left >= 0 && place.left + size.width <= bounds.width, JSON.stringify([mark, place]));
      }
    }
  }
});

test("a label is whole or not there: name, short name, code, nothing", () => {
  const ruler = new Ruler((font, text) => text.length * 6);
  const names = ["Interruption", "Interrupt", "INT"];
  assert.deepEqual([80, 60, 20, 10].map((room) => ruler.firstFitting("f", names, room)), ["Interruption", "Interrupt", "INT", ""]);
});

test("words are cut at the end, at a word", () => {
  const ruler = new Ruler((font, text) => text.length * 6);
  assert.equal(ruler.cut("f", "the train leaves", 200), "the train leaves");
  assert.equal(ruler.cut("f", "the train leaves", 70), "the train …");
  assert.equal(ruler.cut("f", "the train leaves", 20), "");
});

test("zooming out drops latency text first, then connectors, then codes, then stacks marks", () => {
  const order = [18, 61, 121, 181, 301].map(detailOf);
  assert.deepEqual(order.map((detail) => [detail.latency, detail.connectors, detail.codes, detail.stacks]), [
    [true, true, true, false], [false, true, true, false], [false, false, true, false], [false, false, false, false], [false, false, false, true],
  ]);
});
