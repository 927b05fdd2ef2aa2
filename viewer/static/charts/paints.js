// @ts-check
/** Which colours of a figure's models are tokens; pure, so that Node tests it. */

/**
 * The models to paint and their colours: `{target, values}`.
 * @param {Iterable<{tags: unknown[]}>} models those of a figure; a tag `{paint: {property: token}}` names a model's colours
 * @param {(token: string) => string} colourOf a token's colour in the present theme
 */
export function paintsOf(models, colourOf) {
  const found = [];
  for (const target of models) {
    const paints = (target.tags ?? []).map(asObject).filter((tag) => tag.paint).map((tag) => asObject(tag.paint));
    if (paints.length === 0) continue;
    const entries = paints.flatMap((paint) => Object.entries(paint));
    found.push({ target, values: Object.fromEntries(entries.map(([name, token]) => [name, colourOf(String(token))])) });
  }
  return found;
}

/** A tag as a plain object: Bokeh keeps maps where Python had dictionaries. */
function asObject(tag) {
  if (tag instanceof Map) return Object.fromEntries(tag);
  return tag !== null && typeof tag === "object" ? tag : {};
}
