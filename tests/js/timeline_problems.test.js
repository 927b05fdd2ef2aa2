import assert from "node:assert/strict";
import { test } from "node:test";

import { problemsLine, sortedProblems } from "../../viewer/static/timeline/problems.js";

const warning = (text) => ({ severity: "warning", text });

test("errors stand before warnings, each group in its order", () => {
  const entries = sortedProblems([warning("w1"), { severity: "error", text: "e1" }, warning("w2"), "e2"]);
  assert.deepEqual(entries.map(({ text }) => text), ["e1", "e2", "w1", "w2"]);
  assert.deepEqual(entries.map(({ isError }) => isError), [true, true, false, false]);
});

test("a plain text, and a severity that is not known, are errors", () => {
  assert.deepEqual(sortedProblems(["x", { text: "y" }]).map(({ isError }) => isError), [true, true]);
  assert.deepEqual(sortedProblems(undefined), []);
});

test("the line counts what there is", () => {
  const line = (...raw) => problemsLine(sortedProblems(raw));
  assert.equal(line("a", "b", warning("c")), "2 errors, 1 warning in this dialogue's files");
  assert.equal(line(warning("c"), warning("d")), "2 warnings in this dialogue's files");
  assert.equal(line("a"), "1 error in this dialogue's files");
});
