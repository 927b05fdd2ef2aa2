// @ts-check
/** Many narrow bars of a lane as one row of pixels, drawn once: a rectangle for each would cost a frame more than it has. */

/** Fill the pixels that [x0, x1) touches by rounding; at least one. */
export function fillPixels(row, x0, x1, colour) {
  const from = Math.max(0, Math.round(x0));
  const to = Math.min(row.length, Math.max(Math.round(x1), from + 1));
  if (to > from) row.fill(colour, from, to);
}

/** A colour "#rrggbb" as one pixel's number, red in the lowest byte, opaque. */
export function pixelOf(colour) {
  const [, red, green, blue] = /^#(..)(..)(..)$/.exec(colour) ?? [];
  if (!blue) throw new Error(`pixelOf: expected a colour like #18202b, found ${colour}`);
  return (0xff000000 | (parseInt(blue, 16) << 16) | (parseInt(green, 16) << 8) | parseInt(red, 16)) >>> 0;
}

/** One row, as wide as the screen has pixels, kept from lane to lane and from frame to frame. */
export class PixelRow {
  constructor() {
    this.width = 0;
    this.known = new Map();
  }

  /** An empty row of so many pixels. */
  begin(width) {
    if (width !== this.width) {
      this.width = width;
      this.canvas = document.createElement("canvas");
      this.canvas.width = width;
      this.canvas.height = 1;
      this.context = this.canvas.getContext("2d", { willReadFrequently: true });
      this.image = this.context.createImageData(width, 1);
      this.row = new Uint32Array(this.image.data.buffer);
    }
    this.row.fill(0);
    return this.row;
  }

  /** The number of any CSS colour. */
  pixel(colour) {
    let found = this.known.get(colour);
    if (found === undefined) {
      this.context.fillStyle = colour; // the browser reads every way of writing one, and gives back #rrggbb
      found = pixelOf(this.context.fillStyle);
      this.known.set(colour, found);
    }
    return found;
  }

  /** Draw the row over a lane's height. */
  draw(ctx, width, y, height) {
    this.context.putImageData(this.image, 0, 0);
    ctx.imageSmoothingEnabled = false;
    ctx.drawImage(this.canvas, 0, 0, this.width, 1, 0, y, width, height);
    ctx.imageSmoothingEnabled = true;
  }
}
