// @ts-check
/** Finding entries of the glossary. */

const plain = (text) => text.toLowerCase().replace(/[^a-z0-9]+/g, " ").trim();

/** The entry that a term of the page names: by its id, else by its name or abbreviation; or null. */
export function entryOf(sections, name) {
  const all = sections.flatMap(({ terms }) => terms);
  const wanted = plain(name);
  if (!wanted) return null;
  const byName = [...all].reverse().find((one) => plain(one.name) === wanted);
  return all.find(({ id }) => id === name) ?? byName ?? all.find((one) => plain(one.short) === wanted) ?? null;
}

/** The sections with the entries that hold every word of a query, those named so first; empty sections are left out. */
export function search(sections, query) {
  const words = plain(query).split(" ").filter(Boolean);
  if (words.length === 0) return sections;
  const found = sections.map(({ name, terms }) => ({ name, terms: terms.filter((term) => hasAll(term, words)).sort(byName(words)) }));
  return found.filter(({ terms }) => terms.length > 0);
}

const hasAll = ({ name, short, text, roles }, words) => {
  const all = plain([name, short, text, ...roles].join(" "));
  return words.every((word) => all.includes(word));
};

const byName = (words) => (one, other) => {
  const rank = ({ name, short }) => (words.every((word) => plain(`${name} ${short}`).includes(word)) ? 0 : 1);
  return rank(one) - rank(other);
};
