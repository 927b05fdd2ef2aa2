// @ts-check
/** Columns of numbers that come as base64 of little-endian bytes. */

/** The bytes of a base64 text. */
function bytesOf(text) {
  const raw = atob(text);
  const bytes = new Uint8Array(raw.length);
  for (let i = 0; i < raw.length; i += 1) bytes[i] = raw.charCodeAt(i);
  return bytes;
}

/** Unsigned numbers of 16 bits. */
export function sixteenBits(text) {
  return column(text, 2, Uint16Array, (view, at) => view.getUint16(at, true));
}

/** Signed numbers of 32 bits. */
export function thirtyTwoBits(text) {
  return column(text, 4, Int32Array, (view, at) => view.getInt32(at, true));
}

function column(text, size, Kind, read) {
  const bytes = bytesOf(text);
  const view = new DataView(bytes.buffer);
  const values = new Kind(bytes.length / size);
  for (let i = 0; i < values.length; i += 1) values[i] = read(view, i * size);
  return values;
}
