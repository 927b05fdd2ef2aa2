import assert from "node:assert/strict";
import { test } from "node:test";

import { placeShown } from "../../viewer/static/page/address.js";

const place = "split=dev&dialogue=one&model=a&task=eot&event=eot-1-p-1&fate=miss";
const shown = { dialogue: "one", task: "int", model: "b", event: null };

test("task, model and event are those that are shown, the rest stays", () => {
  assert.equal(placeShown(place, shown), "split=dev&dialogue=one&model=b&task=int&fate=miss");
  assert.equal(placeShown(place, { ...shown, event: "int-2-n-3" }), "split=dev&dialogue=one&model=b&task=int&event=int-2-n-3&fate=miss");
});

test("without a timeline, or on another dialogue, the place stays", () => {
  assert.equal(placeShown(place, { ...shown, dialogue: null }), place);
  assert.equal(placeShown(place, { ...shown, dialogue: "two" }), place);
});
