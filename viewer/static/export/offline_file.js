// @ts-check
/** The offline page with its clip: the page's text, the clip as JSON, the sound as base64 in pieces. */

/** Where the server's page has room for the clip. */
export const PLACE = "<!--turnbench:clip-->";

/** A multiple of three, so that pieces end without padding and a text of any length can be read piece by piece. */
export const PIECE_BYTES = 3 * 2 ** 18;
const STRIDE = 0x8000;
/** Pieces between two breaths of the page. */
const PIECES_AT_ONCE = 16;

/**
 * The parts of the file, for a Blob: never one long text, which a browser limits to half a billion characters.
 * `wav` is the clip's file, or null.
 */
export async function offlineParts(page, clipText, wav) {
  const [before, after, ...rest] = page.split(PLACE);
  if (after === undefined || rest.length > 0) throw new Error("The offline page has no place for its clip: reload this page.");
  const parts = [before, `<script type="application/json" id="clip">${inScript(clipText)}</script>\n`];
  for (let start = 0; wav && start < wav.length; start += PIECE_BYTES) {
    if (start % (PIECES_AT_ONCE * PIECE_BYTES) === 0) await new Promise((done) => setTimeout(done));
    parts.push('<script type="text/plain" class="sound">', base64(wav.subarray(start, start + PIECE_BYTES)), "</script>\n");
  }
  parts.push(after);
  return parts;
}

/** JSON that can stand in a script element: no text of a corpus can end it, or open a comment. */
export function inScript(json) {
  return json.replaceAll("<", "\\u003c").replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029");
}

function base64(bytes) {
  if (bytes.toBase64) return bytes.toBase64();
  const letters = [];
  for (let start = 0; start < bytes.length; start += STRIDE) letters.push(String.fromCharCode(...bytes.subarray(start, start + STRIDE)));
  return btoa(letters.join(""));
}
