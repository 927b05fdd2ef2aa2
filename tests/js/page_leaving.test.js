import assert from "node:assert/strict";
import { test } from "node:test";

import { handOver, takeOver } from "../../viewer/static/page/leaving.js";

const storage = () => {
  const kept = new Map();
  return { getItem: (name) => kept.get(name) ?? null, setItem: (name, text) => kept.set(name, text), removeItem: (name) => kept.delete(name) };
};

test("a reload begins with what the address had become, once", () => {
  const one = storage();
  handOver("?at=1", "?at=2", one);
  assert.equal(takeOver("?at=1", true, one), "?at=2");
  assert.equal(takeOver("?at=1", true, one), "?at=1");
});

test("a page that is no reload, or of another address, begins with its own", () => {
  for (const [search, isReload] of [["?at=1", false], ["?at=7", true]]) {
    const one = storage();
    handOver("?at=1", "?at=2", one);
    assert.equal(takeOver(search, isReload, one), search);
  }
});

test("a storage that is forbidden or holds nonsense costs nothing", () => {
  const forbidden = { getItem() { throw new Error("no"); }, setItem() { throw new Error("no"); }, removeItem() {} };
  handOver("?a", "?b", forbidden);
  assert.equal(takeOver("?a", true, forbidden), "?a");
  const odd = storage();
  odd.setItem("turnbench-left", "{");
  assert.equal(takeOver("?a", true, odd), "?a");
});
