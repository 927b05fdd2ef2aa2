// @ts-check
/** Names of files: from a dialogue's id and the clip's times, of characters that every system takes. */

const LONGEST_ID = 60;

/** `calls/07`, 12 to 30.5 s, `wav`: "calls-07_12.000-30.500s.wav". */
export function fileName(id, start, end, ending) {
  return `${safeName(id) || "dialogue"}_${start.toFixed(3)}-${end.toFixed(3)}s.${ending}`;
}

/** A name of the corpus as a part of a file's name: "calls-07"; empty if nothing of it can stand there. */
export function safeName(id) {
  const safe = String(id).normalize("NFKC").replace(/[^\p{L}\p{N}._-]+/gu, "-").replace(/^[.-]+|[.-]+$/g, "");
  return [...safe].slice(0, LONGEST_ID).join("");
}

/** A size in words: "850 KB", "15.3 MB". */
export function sizeText(bytes) {
  if (bytes < 1e6) return `${Math.max(1, Math.round(bytes / 1e3))} KB`;
  return `${(bytes / 1e6).toFixed(bytes < 1e8 ? 1 : 0)} MB`;
}
