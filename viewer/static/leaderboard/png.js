// @ts-check
/** An SVG document as a PNG at twice its size. */

const RATIO = 2;

/** @param {string} text an SVG document with its width and height */
export async function pngOfSvg(text) {
  const image = new Image();
  const address = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
  try {
    image.src = address;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = Math.ceil(image.naturalWidth * RATIO);
    canvas.height = Math.ceil(image.naturalHeight * RATIO);
    const context = canvas.getContext("2d", { alpha: false });
    if (!context) throw new Error("The browser could not make the picture.");
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise((done) => canvas.toBlob(done, "image/png"));
    if (!blob) throw new Error("The browser could not make the picture.");
    return blob;
  } finally {
    URL.revokeObjectURL(address);
  }
}
