// @ts-check
/** Colours of heat map tiles on which text can be read; pure, so that Node tests it. */

const LEAST_CONTRAST = 4.5;
const STEPS = 100;

/**
 * The ground of a tile and whether its text is the inverse one.
 *
 * Between light and dark ends lies a stretch on which neither text is readable: a tile that would fall there
 * takes the nearest ground that is.
 * @param {number} part where on the ramp, 0 to 1
 * @param {{low: string, high: string, ink: string, inverse: string}} theme colours as `#rrggbb`
 * @returns {{ground: string, isInverse: boolean}}
 */
export function heatTile(part, { low, high, ink, inverse }) {
  const ends = [rgb(low), rgb(high)];
  const texts = [rgb(ink), rgb(inverse)];
  const at = Math.round(Math.max(0, Math.min(1, part)) * STEPS);
  for (let away = 0; away <= STEPS; away += 1) {
    for (const step of [at - away, at + away]) {
      if (step < 0 || step > STEPS) continue;
      const ground = mixed(ends, step / STEPS);
      const [plain, turned] = texts.map((text) => contrast(text, ground));
      if (Math.max(plain, turned) >= LEAST_CONTRAST) return { ground: hex(ground), isInverse: turned > plain };
    }
  }
  return { ground: low, isInverse: false };
}

/** The contrast ratio of two colours, each `[red, green, blue]` of 0 to 255. */
export function contrast(one, other) {
  const [high, low] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (high + 0.05) / (low + 0.05);
}

/** `#rrggbb` as numbers. */
export function rgb(text) {
  return [1, 3, 5].map((at) => Number.parseInt(text.slice(at, at + 2), 16));
}

function hex(colour) {
  return `#${colour.map((one) => one.toString(16).padStart(2, "0")).join("")}`;
}

function mixed([low, high], part) {
  return low.map((one, channel) => Math.round(one + (high[channel] - one) * part));
}

function luminance(colour) {
  const [red, green, blue] = colour.map((one) => {
    const part = one / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
