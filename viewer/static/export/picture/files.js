// @ts-check
/** The picture as a file: PNG at twice its size or the screen's, SVG as vectors. */

import { Sprites } from "../../timeline/glyphs.js";
import { detailOf } from "../../timeline/labels.js";
import { makeHatch } from "../../timeline/painter.js";
import { PixelRow } from "../../timeline/pixel_row.js";
import { TASK_NAMES } from "../../timeline/scene.js";
import { drawPicture, pictureSize } from "./picture.js";
import { svgContext } from "./svg_context.js";
import { SvgHatch, SvgMarks, SvgRow } from "./svg_marks.js";

const RATIO = 2;
/** The first spectrogram on a machine takes up to a minute. */
const WAIT_MS = 90000;
const POLL_MS = 50;

/** The picture of a range as a PNG. */
export async function pngOf(timeline, range, clip) {
  const canvas = await pngCanvas(timeline, range, clip);
  const blob = await new Promise((done) => canvas.toBlob(done, "image/png"));
  if (!blob) throw new Error("The browser could not make the picture: make the window smaller.");
  return blob;
}

/** The picture of a range as a canvas. */
export async function pngCanvas(timeline, range, clip) {
  const ratio = Math.max(window.devicePixelRatio || 1, RATIO);
  const canvas = document.createElement("canvas");
  const ctx = canvas.getContext("2d", { alpha: false });
  const { theme } = timeline.painter;
  const frame = frameOf(timeline, range, { ratio, sprites: new Sprites(theme, ratio), hatch: makeHatch(ctx, theme.hatch, ratio), pixels: new PixelRow() });
  await settle(() => {
    const size = pictureSize(frame, frame.layout, textsOf(frame, clip));
    canvas.width = Math.round(size.width * ratio);
    canvas.height = Math.round(size.height * ratio);
    ctx.scale(ratio, ratio);
    drawPicture(ctx, frame, frame.layout, size);
  }, frame);
  return canvas;
}

/** The picture of a range as an SVG document. */
export async function svgOf(timeline, range, clip) {
  const { theme, ruler } = timeline.painter;
  const frame = frameOf(timeline, range, { ratio: RATIO, sprites: new SvgMarks(theme), hatch: new SvgHatch(theme.hatch), pixels: new SvgRow() });
  let text = "";
  await settle(() => {
    const texts = textsOf(frame, clip);
    const size = pictureSize(frame, frame.layout, texts);
    const ctx = svgContext({ ...size, font: theme.font, measure: (font, words) => ruler.width(font, words) });
    drawPicture(ctx, frame, frame.layout, size);
    text = ctx.document(clip.sentence, texts.join(" "));
  }, frame);
  return new Blob([text], { type: "image/svg+xml" });
}

/** What the draw functions need, for the range instead of the view; a dragged range does not tint itself. */
function frameOf({ painter }, { view }, drawn) {
  const shown = painter.frame();
  const scale = shown.width / (view.end - view.start);
  const frame = {
    ...shown, ...drawn, view, height: shown.layout.height, detail: detailOf(view.end - view.start),
    selected: { event: shown.selected.event, range: null }, px: (time) => (time - view.start) * scale, isUnfinished: false,
  };
  // A draw function that has done as much as one frame of the screen may asks to be called again.
  frame.again = () => {
    frame.isUnfinished = true;
  };
  return frame;
}

/** Draw, and again as long as something drawn has asked for sound or signals that are on their way. */
async function settle(draw, frame) {
  const until = performance.now() + WAIT_MS;
  for (;;) {
    frame.isUnfinished = false;
    draw();
    if (!frame.isUnfinished && !isWaiting(frame)) return;
    if (performance.now() > until) throw new Error("The sound for the picture did not arrive. Is the connection up?");
    await new Promise((done) => setTimeout(done, POLL_MS));
  }
}

/** Whether samples, signals or the first peaks are on their way; peaks that are still being built say so in the picture. */
function isWaiting({ waveform, signals }) {
  const isSilent = waveform.state === "loading" && !waveform.levels;
  const isClose = (waveform.chunks?.pending.size ?? 0) > 0;
  return isSilent || isClose || signals.flying.size > 0 || signals.since.size > 0 || signals.describing !== null;
}

/** What stands below the picture: what it shows, whose verdicts, and the corpus's notice. */
function textsOf({ active: model, task }, { sentence, settings, corpus, version, protocol }) {
  const verdicts = model ? `${TASK_NAMES[task]} decisions of ${model.title}` : "no model";
  const licence = corpus.licence ? `Licence: ${corpus.licence}.` : "";
  return [
    `${sentence} · ${verdicts} · ${settings.sentence}`,
    [`${corpus.title}, ${corpus.split}.`, corpus.notice, licence, `TurnBench Viewer ${version}, protocol ${protocol}.`].filter(Boolean).join(" "),
  ];
}
