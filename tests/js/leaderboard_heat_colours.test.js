// @ts-check
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { contrast, heatTile, rgb } from "../../viewer/static/leaderboard/heat_colours.js";

const TOKENS = readFileSync(new URL("../../viewer/static/tokens.css", import.meta.url), "utf8");

/** The tokens of a theme's block. */
function themeOf(name) {
  const block = TOKENS.slice(TOKENS.indexOf(`[data-theme="${name}"]`));
  const of = (token) => block.match(new RegExp(`--${token}: (#[0-9A-F]{6})`))?.[1] ?? "";
  const ramp = (low, high) => ({ low: of(low), high: of(high), ink: of("ink"), inverse: of("surface") });
  return [ramp("heat-lo", "heat-hi"), ramp("heat-lo-fp", "heat-hi-fp")];
}

for (const name of ["light", "dark", "contrast-light", "contrast-dark"]) {
  test(`every tile of the theme ${name} has text that can be read`, () => {
    for (const theme of themeOf(name)) {
      for (let step = 0; step <= 20; step += 1) {
        const { ground, isInverse } = heatTile(step / 20, theme);
        const text = rgb(isInverse ? theme.inverse : theme.ink);
        assert.ok(contrast(text, rgb(ground)) >= 4.5, `${step}: ${ground}`);
      }
    }
  });
}

test("a ramp begins and ends in its tokens, and grows", () => {
  const [theme] = themeOf("light");
  const lights = Array.from({ length: 21 }, (_, step) => contrast([255, 255, 255], rgb(heatTile(step / 20, theme).ground)));
  assert.equal(heatTile(0, theme).ground, theme.low.toLowerCase());
  assert.equal(heatTile(1, theme).ground, theme.high.toLowerCase());
  assert.deepEqual([...lights].sort((a, b) => a - b), lights);
});

test("what lies beyond the ramp takes its ends", () => {
  const [theme] = themeOf("light");
  assert.deepEqual(heatTile(-1, theme), heatTile(0, theme));
  assert.deepEqual(heatTile(7, theme), heatTile(1, theme));
});
