// @ts-check
/** The address: Python's place and this browser's look. A new place is a step of history, a moved look is not. */

import { handOver } from "./leaving.js";
import { FIELDS, look } from "./look.js";

/**
 * Keep the browser's address in step with place and look, and report where the back button leads.
 * @param {{model: any, signal: AbortSignal}} context
 */
export function mount({ model, signal }) {
  let place = placeOf(location.search);
  const write = (isStep) => {
    const query = [place, look.query().toString().replaceAll("%2C", ",").replaceAll("%3A", ":")].filter(Boolean).join("&");
    const target = location.pathname + (query ? `?${query}` : "");
    if (target === location.pathname + location.search) return;
    // What the tour shows and puts back is no step of the user's.
    if (isStep && !("tour" in document.documentElement.dataset)) history.pushState(null, "", target);
    else history.replaceState(null, "", target);
  };
  const show = () => {
    if (!model.content) return;
    const { query, is_step: isStep } = JSON.parse(model.content);
    // The watch over the connection is no part of Panel's modules and has no look of its own.
  document.addEventListener("turnbench:leave", () => look.settle(), { signal });
  // What was changed a moment ago belongs to the place that is left.
    if (isStep) write(false);
    place = query;
    write(isStep);
  };
  const goBack = () => {
    look.take(location.search);
    place = placeOf(location.search);
    model.send_msg({ type: "address", search: location.search });
  };
  model.on("content", show);
  show();
  look.onWrite(() => write(false), signal);
  look.onSettle(() => {
    if (document.documentElement.dataset.connection === "lost") place = placeShown(place, shownNow());
  }, signal);
  window.addEventListener("popstate", goBack, { signal });
  const leave = () => {
    const from = location.search;
    look.settle();
    handOver(from, location.search);
  };
  // What was changed a moment ago is not lost with the page. A reload asks for the address of the first of these.
  for (const name of ["beforeunload", "pagehide"]) window.addEventListener(name, leave, { signal });
}

/** What the timeline shows of the place: without a server, nobody else knows. */
function shownNow() {
  const shown = { dialogue: null, task: null, model: null, event: null };
  document.dispatchEvent(new CustomEvent("turnbench:shown", { detail: shown }));
  return shown;
}

/** A place as it is shown: task, model and event can be changed while the server is away. */
export function placeShown(place, { dialogue, task, model, event }) {
  const query = new URLSearchParams(place);
  if (dialogue === null || dialogue !== query.get("dialogue")) return place;
  for (const [name, value] of Object.entries({ task, model, event })) {
    if (value) query.set(name, value);
    else if (name === "event") query.delete(name);
  }
  return query.toString();
}

/** The part of an address that is Python's. */
function placeOf(search) {
  const query = new URLSearchParams(search);
  for (const name of Object.keys(FIELDS)) query.delete(name);
  return query.toString();
}
