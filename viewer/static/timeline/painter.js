// @ts-check
/** Canvases, sizes and frames: one animation frame at a time, only what changed is drawn. */

import { timeToPx } from "./axis.js";
import { drawLanes } from "./draw_lanes.js";
import { OVERVIEW_PAD_PX, OVERVIEW_PX, drawOverview } from "./draw_overview.js";
import { RULER_PX, drawRuler, rulerLabels, rulerUnit } from "./draw_ruler.js";
import { setText } from "./dom.js";
import { Sprites } from "./glyphs.js";
import { Ruler, detailOf } from "./labels.js";
import { GUTTER_PX } from "./lanes.js";
import { PixelRow } from "./pixel_row.js";
import { readTheme } from "./theme.js";

const KEPT_FRAMES = 240;

/** Draws one timeline's canvases from its state. */
export class Painter {
  /** `parts` are the shell's, `state()` gives what is to be drawn. */
  constructor(parts, state, onPainted) {
    this.parts = parts;
    this.state = state;
    this.onPainted = onPainted;
    this.frames = [];
    this.drawn = 0;
    this.width = 0;
    this.ratio = 0;
    this.handle = 0;
    this.isOverviewDirty = true;
    this.hidden = null;
    this.pixels = new PixelRow();
    const context = document.createElement("canvas").getContext("2d");
    this.ruler = new Ruler((font, text) => {
      context.font = font;
      return context.measureText(text).width;
    });
    this.readTheme();
  }

  /** Read the colours again; sprites and hatch follow. */
  readTheme() {
    this.theme = readTheme(this.parts.stage.isConnected ? this.parts.stage : document.documentElement);
    this.ratio = 0;
    this.requestAll();
  }

  /** Draw lanes and ruler in the next frame. */
  request() {
    if (!this.handle) this.handle = requestAnimationFrame(() => this.draw());
  }

  /** Draw everything, the overview too. */
  requestAll() {
    this.isOverviewDirty = true;
    this.request();
  }

  /** Fit the canvases to the room there is; true when something changed. */
  fit(layout) {
    const ratio = Math.min(window.devicePixelRatio || 1, 3);
    const width = Math.max(this.parts.scroller.clientWidth - GUTTER_PX, 50);
    // The grid runs down to the legend, also where the lanes end before it.
    const height = Math.max(layout.height, this.parts.scroller.clientHeight);
    const isNewRatio = ratio !== this.ratio;
    if (!isNewRatio && width === this.width && height === this.height) return false;
    this.ratio = ratio;
    this.width = width;
    this.height = height;
    this.isOverviewDirty = true;
    resize(this.parts.lanes, width, height, ratio);
    resize(this.parts.ruler, width, RULER_PX, ratio);
    resize(this.parts.overview, width, OVERVIEW_PX, ratio);
    this.parts.overlay.style.width = `${width}px`;
    if (isNewRatio) this.remakeSprites();
    return true;
  }

  remakeSprites() {
    this.sprites = new Sprites(this.theme, this.ratio);
    this.hatch = makeHatch(this.parts.lanes.getContext("2d"), this.theme.hatch, this.ratio);
  }

  /** What the draw functions need, made once a frame. */
  frame() {
    const state = this.state();
    const scale = this.width / (state.view.end - state.view.start);
    const { start } = state.view;
    return {
      ...state, width: this.width, height: this.height, ratio: this.ratio, theme: this.theme, sprites: this.sprites, hatch: this.hatch,
      again: () => this.request(), ruler: this.ruler, pixels: this.pixels, detail: detailOf(state.view.end - start),
      px: (time) => (time - start) * scale,
    };
  }

  draw() {
    this.handle = 0;
    const { dialogue, layout } = this.state();
    if (!dialogue || !this.parts.stage.isConnected) return;
    const began = performance.now();
    this.fit(layout);
    const frame = this.frame();
    drawLanes(this.context(this.parts.lanes), frame, layout);
    this.labels = rulerLabels(frame);
    drawRuler(this.context(this.parts.ruler), frame, this.labels, this.hidden);
    if (this.isOverviewDirty) {
      drawOverview(this.context(this.parts.overview), frame);
      this.isOverviewDirty = false;
    }
    this.placeViewport(frame);
    setText(this.parts.unit, rulerUnit(frame));
    this.drawn += 1;
    this.frames.push(performance.now() - began);
    if (this.frames.length > KEPT_FRAMES) this.frames.shift();
    this.onPainted(frame);
  }

  context(canvas) {
    const context = canvas.getContext("2d", { alpha: false });
    context.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
    return context;
  }

  /** Pixels of the view on the overview. */
  overviewPx(time) {
    const { dialogue } = this.state();
    return timeToPx({ start: 0, end: dialogue.duration }, this.width - OVERVIEW_PAD_PX, time);
  }

  overviewTime(px) {
    return (px / (this.width - OVERVIEW_PAD_PX)) * this.state().dialogue.duration;
  }

  /** A view's edges on the overview, and what of it lies within the dialogue. */
  viewportPx(view) {
    const [x0, x1] = [this.overviewPx(view.start), this.overviewPx(view.end)];
    return { x0, x1, left: Math.max(x0, 0), right: Math.min(x1, this.width - OVERVIEW_PAD_PX) };
  }

  placeViewport({ view }) {
    const { left: x0, right: x1 } = this.viewportPx(view);
    this.parts.viewport.style.transform = `translateX(${x0}px)`;
    this.parts.viewport.style.width = `${Math.max(x1 - x0, 4)}px`;
  }

  /** Move playhead and tag; the ruler is drawn again only when the tag covers other labels than before. */
  placePlayhead(time, text) {
    const { dialogue, view } = this.state();
    if (!dialogue || !this.width) return;
    const x = timeToPx(view, this.width, time);
    const isVisible = x >= -1 && x <= this.width + 1;
    this.parts.playhead.style.transform = `translateX(${x}px)`;
    this.parts.playhead.hidden = !isVisible;
    this.parts.tag.hidden = !isVisible;
    this.parts.glance.style.transform = `translateX(${this.overviewPx(time)}px)`;
    if (!isVisible) {
      this.hideUnder(null);
      return;
    }
    if (this.parts.tag.textContent !== text) this.parts.tag.textContent = text;
    if (this.tagLength !== text.length) {
      this.tagWidth = this.parts.tag.offsetWidth;
      // Before the first layout there is no width to keep.
      this.tagLength = this.tagWidth > 0 ? text.length : 0;
    }
    const left = x - this.tagWidth - 5 >= 0 ? x - this.tagWidth - 5 : x + 5;
    this.parts.tag.style.transform = `translateX(${left}px)`;
    this.hideUnder([Math.min(left, x - 6), Math.max(left + this.tagWidth, x + 6)]);
  }

  /** Leave out the ruler labels that the tag touches; most moves of the playhead touch the same ones. */
  hideUnder(range) {
    this.hidden = range;
    const touched = range && this.labels?.filter(({ x, width }) => x + 2 < range[1] && x + width + 6 > range[0]);
    const key = touched?.map(({ time }) => time).join() ?? "";
    if (key === this.touched) return;
    this.touched = key;
    if (this.handle || !this.sprites) return;
    const frame = this.frame();
    drawRuler(this.context(this.parts.ruler), frame, this.labels, this.hidden);
  }

  dispose() {
    cancelAnimationFrame(this.handle);
  }
}

function resize(canvas, width, height, ratio) {
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(height * ratio);
  canvas.style.width = `${width}px`;
  canvas.style.height = `${height}px`;
}

/** A 45° hatch that keeps its width on any screen. */
export function makeHatch(context, colour, ratio) {
  const size = 8;
  const tile = document.createElement("canvas");
  tile.width = size * ratio;
  tile.height = size * ratio;
  const pen = tile.getContext("2d");
  pen.scale(ratio, ratio);
  pen.strokeStyle = colour;
  pen.lineWidth = 1.2;
  for (const shift of [-size, 0, size]) {
    pen.moveTo(shift - 1, size + 1);
    pen.lineTo(shift + size + 1, -1);
  }
  pen.stroke();
  const pattern = context.createPattern(tile, "repeat");
  pattern.setTransform(new DOMMatrix().scale(1 / ratio));
  return pattern;
}
