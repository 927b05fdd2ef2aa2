import assert from "node:assert/strict";
import { test } from "node:test";

import { Look } from "../../viewer/static/page/look.js";

const storage = () => {
  const kept = new Map();
  return { recall: (name) => kept.get(name) ?? null, remember: (name, text) => kept.set(name, text) };
};
const looked = (search, kept = storage()) => {
  const look = new Look(kept);
  look.take(search);
  return look;
};

test("an address brings every value back that it was written from", () => {
  const one = looked("");
  one.set("t", { start: 12.3456, end: 18 });
  one.set("at", 14.5);
  one.set("solo", "2");
  one.set("speed", 0.75);
  one.set("follow", "page");
  one.set("find", "a & b=c");
  const query = one.query().toString();
  const other = looked(`?${query}`);
  assert.deepEqual(other.get("t"), { start: 12.346, end: 18 });
  assert.deepEqual(["at", "solo", "speed", "follow", "find"].map((name) => other.get(name)), [14.5, "2", 0.75, "page", "a & b=c"]);
  assert.equal(other.query().toString(), query);
});

test("what is usual is left out, what makes no sense is not taken", () => {
  const look = looked("?t=5,1&speed=9&solo=3&at=x&lanes=wave&mute=12&before=");
  assert.equal(look.query().toString(), "lanes=wave&mute=12");
  assert.equal(look.get("speed"), 1);
  assert.equal(look.get("t"), null);
});

test("the next visit starts with what is kept; a link that says otherwise wins", () => {
  const kept = storage();
  const first = looked("", kept);
  first.set("lanes", "wave,gold");
  first.set("solo", "1");
  first.set("speed", 1.5);
  const next = looked("", kept);
  assert.deepEqual([next.get("lanes"), next.get("solo"), next.get("speed")], ["wave,gold", "", 1.5]);
  assert.equal(looked("?speed=2", kept).get("speed"), 2);
});

test("who follows a name hears of each change once, also of the back button's", () => {
  const look = looked("");
  const heard = [];
  const life = new AbortController();
  look.watch("solo", (value) => heard.push(value), life.signal);
  look.set("solo", "1");
  look.set("solo", "1");
  look.take("?solo=2");
  look.take("?solo=2&at=4");
  look.take("");
  life.abort();
  look.set("solo", "1");
  assert.deepEqual(heard, ["1", "2", ""]);
});

test("a value at its default goes back into memory, so that it can be chosen again", () => {
  const kept = storage();
  const look = looked("", kept);
  look.set("follow", "off");
  look.set("follow", "centred");
  assert.equal(looked("", kept).get("follow"), "centred");
});
