// @ts-check
/**
 * A drawing context that writes SVG instead of pixels, for exactly the part of Canvas2D that the draw functions use.
 * `svgContext` guards it: whatever it does not know is an error, never a picture with something missing.
 */

import { attribute, escapeText, number } from "./xml.js";

const FONT = /^(?:(\d{3}|normal|bold)\s+)?([\d.]+)px\s+(.+)$/;
const ANCHORS = { start: "start", left: "start", center: "middle", end: "end", right: "end" };

const FIRST = {
  fillStyle: "#000000", strokeStyle: "#000000", lineWidth: 1, lineCap: "butt", lineJoin: "miter", globalAlpha: 1,
  font: "400 10px sans-serif", textAlign: "start", textBaseline: "alphabetic", imageSmoothingEnabled: true,
};

/** A context for a picture `width` by `height`; `measure(font, text)` gives a text's width in pixels. */
export function svgContext(options) {
  const known = new SvgContext(options);
  const refuse = (name) => {
    throw new Error(`SVG: expected what the picture's context can draw, found ${String(name)}`);
  };
  return new Proxy(known, {
    get: (target, name) => (name in target ? bound(target, name) : refuse(name)),
    set: (target, name, value) => {
      if (!(name in target)) refuse(name);
      target[name] = value;
      return true;
    },
  });
}

function bound(target, name) {
  const value = target[name];
  return typeof value === "function" ? value.bind(target) : value;
}

class SvgContext {
  constructor({ width, height, font, measure }) {
    Object.assign(this, FIRST, { width, height, baseFont: font, measure });
    this.elements = [];
    this.definitions = new Map();
    this.stack = [];
    this.dash = [];
    this.clipId = null;
    this.clipBox = null;
    this.openClip = null;
    this.columns = null;
    this.move = { x: 0, y: 0, scale: 1 };
    this.path = [];
  }

  // --- state -------------------------------------------------------------------------------------------

  save() {
    const style = Object.fromEntries(Object.keys(FIRST).map((name) => [name, this[name]]));
    this.stack.push({ ...style, move: { ...this.move }, clipId: this.clipId, clipBox: this.clipBox, dash: this.dash });
  }

  restore() {
    const kept = this.stack.pop();
    if (kept) Object.assign(this, kept);
  }

  translate(x, y) {
    this.move.x += x * this.move.scale;
    this.move.y += y * this.move.scale;
  }

  scale(x, y) {
    if (x !== y) throw new Error(`SVG: expected one scale for both axes, found ${x} and ${y}`);
    this.move.scale *= x;
  }

  setLineDash(dash) {
    this.dash = [...dash];
  }

  /** Clip to the rectangle that is the current path, and to what was clipped to before. */
  clip() {
    if (this.path.length !== 1 || !this.path[0].rect) throw new Error("SVG: expected a clip of one rectangle");
    this.clipBox = common(this.clipBox, this.path[0].rect);
    const [x, y, w, h] = this.clipBox;
    const id = `clip-${[x, y, w, h].map(number).join("-")}`;
    this.define(id, `<clipPath id="${id}"><rect x="${number(x)}" y="${number(y)}" width="${number(w)}" height="${number(h)}"/></clipPath>`);
    this.clipId = id;
  }

  // --- paths -------------------------------------------------------------------------------------------

  beginPath() {
    this.path = [];
  }

  moveTo(x, y) {
    this.path.push({ d: `M${this.at(x, y)}` });
  }

  lineTo(x, y) {
    this.path.push({ d: `${this.path.length > 0 ? "L" : "M"}${this.at(x, y)}` });
  }

  closePath() {
    this.path.push({ d: "Z" });
  }

  rect(x, y, w, h) {
    const box = [...this.point(x, y), w * this.move.scale, h * this.move.scale];
    this.path.push({ d: boxPath(...box), rect: box });
  }

  roundRect(x, y, w, h, radius) {
    const { scale } = this.move;
    const [left, top] = this.point(x, y);
    const [wide, tall] = [w * scale, h * scale];
    const r = Math.min(radius * scale, Math.abs(wide) / 2, Math.abs(tall) / 2);
    const arc = (dx, dy) => `a${number(r)} ${number(r)} 0 0 1 ${number(dx)} ${number(dy)}`;
    this.path.push({
      d: `M${number(left + r)} ${number(top)}h${number(wide - 2 * r)}${arc(r, r)}v${number(tall - 2 * r)}${arc(-r, r)}` +
        `h${number(2 * r - wide)}${arc(-r, -r)}v${number(2 * r - tall)}${arc(r, -r)}Z`,
    });
  }

  /** A whole circle; the draw functions use no other arc. */
  arc(x, y, radius, from, to) {
    if (Math.abs(Math.abs(to - from) - 2 * Math.PI) > 1e-9) throw new Error("SVG: expected a whole circle, found a part of one");
    const r = radius * this.move.scale;
    const [cx, cy] = this.point(x, y);
    const half = (dx) => `a${number(r)} ${number(r)} 0 1 1 ${number(dx)} 0`;
    this.path.push({ d: `M${number(cx - r)} ${number(cy)}${half(2 * r)}${half(-2 * r)}Z` });
  }

  fill(...others) {
    this.refuseOthers(others);
    this.draw(this.path, `fill="${this.paint(this.fillStyle)}"`);
  }

  stroke(...others) {
    this.refuseOthers(others);
    this.draw(this.path, this.strokeAttributes());
  }

  /** A path of the browser's own cannot be read. */
  refuseOthers(others) {
    if (others.length > 0) throw new Error("SVG: expected the context's own path, found another one");
  }

  draw(path, attributes) {
    if (path.length === 0) return;
    this.add(`<path d="${path.map(({ d }) => d).join("")}" ${attributes}${this.opacity()}/>`);
  }

  strokeAttributes() {
    const caps = this.lineCap === "butt" ? "" : ` stroke-linecap="${attribute(this.lineCap)}"`;
    const joins = this.lineJoin === "miter" ? "" : ` stroke-linejoin="${attribute(this.lineJoin)}"`;
    const dash = this.dash.length > 0 ? ` stroke-dasharray="${this.dash.map((one) => number(one * this.move.scale)).join(" ")}"` : "";
    return `fill="none" stroke="${this.paint(this.strokeStyle)}" stroke-width="${number(this.lineWidth * this.move.scale)}"${caps}${joins}${dash}`;
  }

  // --- boxes -------------------------------------------------------------------------------------------

  /** Boxes of one colour side by side, as a waveform's columns are, become one path. */
  fillRect(x, y, w, h) {
    const [left, top] = this.point(x, y);
    const [wide, tall] = [w * this.move.scale, h * this.move.scale];
    if (wide === 0 || tall === 0) return;
    const key = `fill="${this.paint(this.fillStyle)}"${this.opacity()}`;
    const open = this.columns;
    const isNext = open && open.key === key && open.clipId === this.clipId && left >= open.reach - 1e-6;
    if (!isNext) {
      this.flush();
      this.columns = { key, clipId: this.clipId, reach: -Infinity, parts: [] };
    }
    this.columns.parts.push(boxPath(left, top, wide, tall));
    this.columns.reach = left + Math.max(wide, 0);
  }

  strokeRect(x, y, w, h) {
    const box = boxPath(...this.point(x, y), w * this.move.scale, h * this.move.scale);
    this.draw([{ d: box }], this.strokeAttributes());
  }

  // --- text and pictures -------------------------------------------------------------------------------

  measureText(text) {
    return { width: this.measure(this.font, text) };
  }

  fillText(text, x, y) {
    const found = FONT.exec(this.font);
    if (!found || this.textBaseline !== "alphabetic") throw new Error(`SVG: expected a weight, a size in px and a family on the base line, found ${this.font}, ${this.textBaseline}`);
    const [, weight = "400", size, family] = found;
    const [left, base] = this.point(x, y);
    const anchor = ANCHORS[this.textAlign];
    const own = family === this.baseFont ? "" : ` font-family="${attribute(family)}"`;
    this.add(
      `<text x="${number(left)}" y="${number(base)}" font-size="${number(Number(size) * this.move.scale)}" font-weight="${weight}"${own}` +
        `${anchor === "start" ? "" : ` text-anchor="${anchor}"`} fill="${this.paint(this.fillStyle)}"${this.opacity()} xml:space="preserve">${escapeText(text)}</text>`,
    );
  }

  /** A canvas as it is, such as a spectrogram, or the part of it that nine numbers say. */
  drawImage(canvas, ...place) {
    if (place.length !== 4 && place.length !== 8) throw new Error(`SVG: expected a place, or a part and a place, found ${place.length} numbers`);
    const shown = place.length === 8 ? partOf(canvas, ...place.slice(0, 4)) : canvas;
    const [x, y, w, h] = place.slice(-4);
    const [left, top] = this.point(x, y);
    const { scale } = this.move;
    const smooth = this.imageSmoothingEnabled ? "" : ' style="image-rendering:pixelated"';
    this.add(
      `<image x="${number(left)}" y="${number(top)}" width="${number(w * scale)}" height="${number(h * scale)}" preserveAspectRatio="none"` +
        `${this.opacity()}${smooth} href="${attribute(shown.toDataURL("image/png"))}"/>`,
    );
  }

  /** A definition used by name, centred on (x, y). */
  use(id, x, y, scale) {
    const [left, top] = this.point(x, y);
    this.add(`<use href="#${attribute(id)}" transform="translate(${number(left)} ${number(top)}) scale(${number(scale * this.move.scale)})"${this.opacity()}/>`);
  }

  define(id, xml) {
    this.definitions.set(id, xml);
  }

  // --- the document ------------------------------------------------------------------------------------

  /** A colour, or a pattern: `{patternAt(x, y)}` gives id and definition of its tile for a place. */
  paint(style) {
    if (typeof style === "string") return attribute(style);
    if (!style?.patternAt) throw new Error("SVG: expected a colour or a pattern of the picture, found something else");
    const { id, xml } = style.patternAt(this.move.x, this.move.y);
    this.define(id, xml);
    return `url(#${id})`;
  }

  opacity() {
    return this.globalAlpha === 1 ? "" : ` opacity="${number(this.globalAlpha)}"`;
  }

  point(x, y) {
    const { move } = this;
    return [x * move.scale + move.x, y * move.scale + move.y];
  }

  at(x, y) {
    return this.point(x, y).map(number).join(" ");
  }

  flush() {
    const { columns } = this;
    this.columns = null;
    if (columns) this.append(`<path d="${columns.parts.join("")}" ${columns.key}/>`, columns.clipId);
  }

  add(xml) {
    this.flush();
    this.append(xml, this.clipId);
  }

  append(xml, clipId) {
    if (clipId !== this.openClip) {
      if (this.openClip) this.elements.push("</g>");
      if (clipId) this.elements.push(`<g clip-path="url(#${clipId})">`);
      this.openClip = clipId;
    }
    this.elements.push(xml);
  }

  /** The whole picture as a text; `title` is its name, `description` what it shows. */
  document(title, description) {
    this.flush();
    if (this.openClip) this.elements.push("</g>");
    this.openClip = null;
    const size = `width="${number(this.width)}" height="${number(this.height)}" viewBox="0 0 ${number(this.width)} ${number(this.height)}"`;
    return [
      '<?xml version="1.0" encoding="UTF-8"?>',
      `<svg xmlns="http://www.w3.org/2000/svg" ${size} role="img" font-family="${attribute(this.baseFont)}">`,
      `<title>${escapeText(title)}</title>`, `<desc>${escapeText(description)}</desc>`,
      `<defs>${[...this.definitions.values()].join("")}</defs>`, ...this.elements, "</svg>", "",
    ].join("\n");
  }
}

function boxPath(x, y, w, h) {
  return `M${number(x)} ${number(y)}h${number(w)}v${number(h)}h${number(-w)}Z`;
}

/** What two boxes `[x, y, w, h]` have in common. */
function common(one, other) {
  if (!one) return other;
  const x = Math.max(one[0], other[0]);
  const y = Math.max(one[1], other[1]);
  const right = Math.min(one[0] + one[2], other[0] + other[2]);
  const bottom = Math.min(one[1] + one[3], other[1] + other[3]);
  return [x, y, Math.max(right - x, 0), Math.max(bottom - y, 0)];
}

function partOf(canvas, x, y, w, h) {
  const part = canvas.ownerDocument.createElement("canvas");
  part.width = w;
  part.height = h;
  part.getContext("2d").drawImage(canvas, x, y, w, h, 0, 0, w, h);
  return part;
}
