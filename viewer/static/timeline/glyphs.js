// @ts-check
/** The mark of every fate, one table for canvas, legend and card. Shape first, colour second. */

const RING = (r) => `M${-r} 0A${r} ${r} 0 1 1 ${r} 0A${r} ${r} 0 1 1 ${-r} 0Z`;
const CROSS = (r) => `M${-r} ${-r}L${r} ${r}M${-r} ${r}L${r} ${-r}`;

/** Paths around (0, 0); `fill` and `stroke` are colour tokens. */
export const GLYPHS = {
  hit: { d: "M0 -5.9L5.4 3.9L-5.4 3.9Z", fill: "hit" },
  false_alarm: { d: CROSS(4.4), stroke: "fa", width: 2.4 },
  repeat: { d: CROSS(2.7), stroke: "fa", width: 1.8 },
  miss: { d: RING(4.8), fill: "surface", stroke: "miss", width: 2.2 },
  redundant: { d: RING(2.4), fill: "redundant" },
  masked: { d: "M0 -7V7", stroke: "masked", width: 2 },
  ignored: { d: "M0 -5V5", stroke: "ignored", width: 1.5 },
  unscored: { d: "M0 -7V7", stroke: "ink-3", width: 1.5 },
  quiet: { d: "M-6 -4.5H6V4.5H-6Z", fill: "surface", stroke: "quiet", width: 1 },
};

const BOX_PX = 18;

/** Glyphs drawn once per theme, scale and screen, so that a frame only copies pixels. */
export class Sprites {
  constructor(theme, ratio) {
    this.theme = theme;
    this.ratio = ratio;
    this.made = new Map();
  }

  /** Stamp a fate's mark centred on (x, y). */
  stamp(ctx, fate, scale, x, y) {
    const key = `${fate}@${scale}`;
    let sprite = this.made.get(key);
    if (!sprite) {
      sprite = this.make(GLYPHS[fate] ?? GLYPHS.unscored, scale);
      this.made.set(key, sprite);
    }
    // On whole pixels of the screen a sprite is copied; between them it would be resampled.
    const left = Math.round((x - BOX_PX / 2) * this.ratio) / this.ratio;
    const top = Math.round((y - BOX_PX / 2) * this.ratio) / this.ratio;
    ctx.drawImage(sprite, left, top, BOX_PX, BOX_PX);
  }

  make({ d, fill, stroke, width }, scale) {
    const canvas = document.createElement("canvas");
    canvas.width = Math.ceil(BOX_PX * this.ratio);
    canvas.height = canvas.width;
    const ctx = canvas.getContext("2d");
    ctx.scale(canvas.width / BOX_PX, canvas.width / BOX_PX);
    ctx.translate(BOX_PX / 2, BOX_PX / 2);
    ctx.scale(scale, scale);
    paint(ctx, new Path2D(d), fill && this.theme[fill], stroke && this.theme[stroke], width);
    return canvas;
  }
}

function paint(ctx, path, fill, stroke, width) {
  ctx.lineCap = "round";
  ctx.lineJoin = "round";
  if (fill) {
    ctx.fillStyle = fill;
    ctx.fill(path);
  }
  if (stroke) {
    ctx.strokeStyle = stroke;
    ctx.lineWidth = width;
    ctx.stroke(path);
  }
}

/** The same mark as an SVG element that follows the theme by itself. */
export function glyphElement(fate, size = 14) {
  const { d, fill, stroke, width } = GLYPHS[fate] ?? GLYPHS.unscored;
  const svg = svgElement("svg", { width: size, height: size, viewBox: "-7 -7 14 14", "aria-hidden": "true", class: "glyph" });
  const path = svgElement("path", { d });
  path.style.fill = fill ? `var(--${fill})` : "none";
  if (stroke) {
    path.style.stroke = `var(--${stroke})`;
    path.style.strokeWidth = String(width);
    path.style.strokeLinecap = "round";
  }
  svg.append(path);
  return svg;
}

/** A 16-px icon from stroke paths in the current text colour. */
export function iconElement(d, isFilled = false) {
  const svg = svgElement("svg", { width: 16, height: 16, viewBox: "0 0 16 16", "aria-hidden": "true", class: "icon" });
  const path = svgElement("path", { d });
  if (isFilled) path.classList.add("filled");
  svg.append(path);
  return svg;
}

function svgElement(name, attributes) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  return element;
}
