// @ts-check
/** What other parts of the page may ask of a component: where its parts are, to be quiet, to be as before. */

const guides = new Map();

/** Offer a component's guide until `signal` aborts. */
export function offerGuide(name, guide, signal) {
  guides.set(name, guide);
  signal.addEventListener("abort", () => {
    if (guides.get(name) === guide) guides.delete(name);
  });
}

/** The guide of a component that is on the page, else null. */
export function guideOf(name) {
  return guides.get(name) ?? null;
}
