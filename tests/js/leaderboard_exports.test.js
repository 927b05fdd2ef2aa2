// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";
import { boardFileName, FORMS } from "../../viewer/static/leaderboard/exports.js";

test("a file bears the split's name, whatever is in it", () => {
  assert.equal(boardFileName("demo-dev", "csv"), "leaderboard-demo-dev.csv");
  assert.equal(boardFileName("../a b/c", "html"), "leaderboard-a-b-c.html");
  assert.equal(boardFileName("///", "svg"), "leaderboard-split.svg");
});

test("each form is there once", () => {
  const forms = FORMS.map(({ form }) => form);
  assert.deepEqual([...new Set(forms)].sort(), ["csv", "html", "json", "latex", "png", "svg"]);
});
