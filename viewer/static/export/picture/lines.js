// @ts-check
/** Text that fits a room: broken into lines, or cut. */

const ELLIPSIS = "…";

/** A text in lines that fit; a word that is longer than a line is broken. */
export function wrap(ruler, font, text, room) {
  const lines = [];
  let line = "";
  for (const word of text.split(/\s+/).filter(Boolean).flatMap((one) => pieces(ruler, font, one, room))) {
    const longer = line ? `${line} ${word}` : word;
    if (line && ruler.width(font, longer) > room) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return line ? [...lines, line] : lines;
}

function pieces(ruler, font, word, room) {
  if (ruler.width(font, word) <= room) return [word];
  const letters = [...word];
  const half = Math.ceil(letters.length / 2);
  if (letters.length < 2) return [word];
  return [letters.slice(0, half).join(""), letters.slice(half).join("")].flatMap((part) => pieces(ruler, font, part, room));
}

/** A name cut after any letter, with an ellipsis. */
export function fitting(ruler, font, text, room) {
  if (ruler.width(font, text) <= room) return text;
  const letters = [...text];
  while (letters.length > 0 && ruler.width(font, letters.join("") + ELLIPSIS) > room) letters.pop();
  return letters.join("") + ELLIPSIS;
}
