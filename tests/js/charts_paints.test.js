import assert from "node:assert/strict";
import test from "node:test";

import { paintsOf } from "../../viewer/static/charts/paints.js";

const COLOURS = { hit: "#007D8A", fa: "#BE3B00" };
const colourOf = (token) => COLOURS[token];

test("a model with a paint tag gets its tokens' colours, in either form of a tag", () => {
  const plain = { tags: [{ paint: { fill_color: "hit" } }] };
  const mapped = { tags: ["other", new Map([["paint", new Map([["line_color", "fa"]])]])] };
  assert.deepEqual(paintsOf([plain, { tags: [] }, mapped], colourOf), [
    { target: plain, values: { fill_color: "#007D8A" } },
    { target: mapped, values: { line_color: "#BE3B00" } },
  ]);
});

test("what has no paint is left as it is", () => {
  assert.deepEqual(paintsOf([{ tags: [null, 3, { other: {} }] }, { tags: undefined }], colourOf), []);
});
