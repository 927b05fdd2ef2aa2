// @ts-check
/** The page of one clip, without a server: the app's own timeline over the clip that the page carries. */

import { keepTheme } from "../rails/theme.js";
import { make } from "../timeline/dom.js";
import { listenToKeys } from "../timeline/keys.js";
import { exposeForTests } from "../timeline/test_handle.js";
import { watchTheme } from "../timeline/theme.js";
import { Timeline } from "../timeline/timeline.js";
import { eventsOf } from "./clip_events.js";
import { reasonsOf, textsOf } from "./clip_texts.js";
import { keepToClip } from "./keep_to_clip.js";
import { ClipServer, soundOf } from "./sound.js";
import { VerdictList } from "./verdict_list.js";

const clip = JSON.parse(document.getElementById("clip").textContent);
const wav = clip.audio && soundOf(document);
const range = { start: clip.range.start_s, end: clip.range.stop_s };

document.title = `${clip.sentence} – TurnBench clip`;
if (wav) {
  const server = new ClipServer(wav, clip.range.start_sample);
  // The timeline asks as it asks a server; here the page itself answers.
  window.fetch = async (address) => server.answer(String(address));
}

// As the system has it, until the key `t` says otherwise.
keepTheme(() => {}, new AbortController().signal);

const root = make("div", "timeline");
const page = document.getElementById("page");
build();

function build() {
  page.append(headOf(clip), root);
  const made = new Timeline(root, { send: () => {}, resolve: (url) => url });
  keepToClip(made, range);
  made.apply(textsOf(clip));
  for (const answer of reasonsOf(clip)) made.takeReasons(answer);
  made.navigator.show(range.start, range.end);
  made.seek(range.start);
  // The glossary is the app's; here its terms are plain words.
  for (const word of root.querySelectorAll(".legend .term")) word.toggleAttribute("inert", true);
  const list = new VerdictList(eventsOf(clip), clip.models, (row) => open(made, row));
  page.append(list.element, footOf(clip));
  document.addEventListener("turnbench:step", (event) => list.step(/** @type {CustomEvent} */ (event).detail.step));
  listenToKeys((action, value) => made.perform(action, value));
  watchTheme(() => made.painter.readTheme());
  exposeForTests(made);
}

/** Show a row's event in its model's lane, and play it. */
function open(made, { id, model }) {
  made.setModel(model);
  made.selecting.select(id, { play: true, model });
}

function headOf({ corpus, sentence, dialogue }) {
  const licence = corpus.licence ? `Licence: ${corpus.licence}.` : "";
  return make("header", "clip-head", [
    make("h1", "", sentence), make("p", "", `${corpus.title}, ${corpus.split} · ${dialogue.type}`),
    make("p", "notice", [corpus.notice, licence].filter(Boolean).join(" ")),
  ]);
}

function footOf({ settings, version, protocol, audio, range: part }) {
  const samples = audio && `Sound: samples ${part.start_sample} to ${part.stop_sample} at ${audio.sample_rate} Hz of recording ${audio.key}.`;
  const facts = [settings.sentence, samples, `TurnBench Viewer ${version}, protocol ${protocol}.`];
  return make("footer", "clip-foot", facts.filter(Boolean).map((fact) => make("p", "", fact)));
}
