// @ts-check
/** What a canvas draws from pixels made before, as shapes of an SVG picture: marks, hatch, rows of narrow bars. */

import { GLYPHS } from "../../timeline/glyphs.js";
import { pixelOf } from "../../timeline/pixel_row.js";
import { attribute, number } from "./xml.js";

const HATCH_PX = 8;

/** Stamps fates like `Sprites`, but as shapes. */
export class SvgMarks {
  constructor(theme) {
    this.theme = theme;
  }

  stamp(ctx, fate, scale, x, y) {
    const name = fate in GLYPHS ? fate : "unscored";
    const id = `mark-${name}`;
    ctx.define(id, `<g id="${id}">${this.shape(GLYPHS[name])}</g>`);
    ctx.use(id, x, y, scale);
  }

  shape({ d, fill, stroke, width }) {
    const inside = fill ? attribute(this.theme[fill]) : "none";
    const line = stroke ? ` stroke="${attribute(this.theme[stroke])}" stroke-width="${number(width)}" stroke-linecap="round" stroke-linejoin="round"` : "";
    return `<path d="${attribute(d)}" fill="${inside}"${line}/>`;
  }
}

/** The 45° hatch; a canvas lays its tiles from the moved origin, so the tile moves along. */
export class SvgHatch {
  constructor(colour) {
    this.colour = colour;
  }

  patternAt(x, y) {
    const [dx, dy] = [x, y].map((one) => ((one % HATCH_PX) + HATCH_PX) % HATCH_PX);
    const id = `hatch-${number(dx)}-${number(dy)}`;
    const lines = [-HATCH_PX, 0, HATCH_PX].map((shift) => `M${shift - 1} ${HATCH_PX + 1}L${shift + HATCH_PX + 1} -1`).join("");
    return {
      id,
      xml: `<pattern id="${id}" width="${HATCH_PX}" height="${HATCH_PX}" patternUnits="userSpaceOnUse" x="${number(dx)}" y="${number(dy)}">` +
        `<path d="${lines}" fill="none" stroke="${attribute(this.colour)}" stroke-width="1.2"/></pattern>`,
    };
  }
}

/** Rows of narrow bars like `PixelRow`, drawn as one path for each colour. */
export class SvgRow {
  constructor() {
    this.colours = new Map();
  }

  begin(width) {
    this.row = new Uint32Array(width);
    return this.row;
  }

  pixel(colour) {
    const number = pixelOf(colour);
    this.colours.set(number, colour);
    return number;
  }

  draw(ctx, width, y, height) {
    const { row } = this;
    const step = width / row.length;
    const runs = new Map();
    for (let from = 0, to = 0; from < row.length; from = to) {
      while (to < row.length && row[to] === row[from]) to += 1;
      if (row[from] !== 0) runs.set(row[from], [...(runs.get(row[from]) ?? []), [from * step, (to - from) * step]]);
    }
    for (const [number, boxes] of runs) {
      ctx.fillStyle = this.colours.get(number);
      for (const [x, w] of boxes) ctx.fillRect(x, y, w, height);
    }
  }
}
