// @ts-check
/** The lower right rail: playlist and transcript as two tabs. */

import { look } from "../page/look.js";
import { guardKeys, h, set } from "./dom.js";
import { mountPlaylist } from "./playlist.js";
import { mountTranscript } from "./transcript.js";

const TABS = [
  { name: "playlist", title: "Playlist" },
  { name: "transcript", title: "Transcript" },
];

/** Mount both tabs in `root`; the page's look says which of them is shown. */
export function mount({ model, root, signal }) {
  root.className = "rail side";
  const tabs = TABS.map(({ name, title }) => tab(name, title));
  const panels = TABS.map(({ name }) => h("div", { class: "panel", id: `side-${name}`, role: "tabpanel", "aria-labelledby": `tab-${name}` }));
  const list = h("div", { class: "tabs", role: "tablist", "aria-label": "Events and words" }, ...tabs);
  const transcript = mountTranscript({ root: panels[1], signal });
  const playlist = mountPlaylist({ model, root: panels[0], signal });
  const asides = [playlist.aside, transcript.aside];
  root.append(h("div", { class: "line side-head" }, list, ...asides), ...panels);
  list.addEventListener("keydown", (event) => stepTabs(event, tabs), { signal });
  guardKeys(list, signal);
  const show = () => {
    TABS.forEach(({ name }, index) => {
      const isShown = look.get("side") === name;
      set(tabs[index], "aria-selected", String(isShown));
      set(tabs[index], "tabindex", isShown ? "0" : "-1");
      panels[index].hidden = asides[index].hidden = !isShown;
    });
    transcript.show(look.get("side") === "transcript");
    if (look.get("side") === "playlist") playlist.show();
  };
  look.watch("side", show, signal);
  show();
}

function tab(name, title) {
  return h(
    "button",
    { type: "button", class: "tab", role: "tab", id: `tab-${name}`, "aria-controls": `side-${name}`, onclick: () => look.set("side", name) },
    title,
  );
}

/** Arrows go from tab to tab, as in every tab list. */
function stepTabs(event, tabs) {
  const at = tabs.indexOf(event.target);
  const target = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: tabs.length - 1 }[event.key];
  if (at < 0 || target === undefined) return;
  const next = tabs[(target + tabs.length) % tabs.length];
  next.focus();
  next.click();
  event.preventDefault();
  event.stopPropagation();
}
