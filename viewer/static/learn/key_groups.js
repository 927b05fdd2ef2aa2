// @ts-check
/** The table of keys in groups, as the sheet lists them. */

/** Keys of the page that are no action of the timeline. */
const PAGE_KEYS = [
  { keys: ["\\"], group: "View", label: "\\", also: "b", help: "left rail" },
  { keys: ["?"], group: "Help", label: "?", help: "this sheet" },
];

/** `[{name, keys}]` in the order in which the groups first occur; a key of the page that the table has is not listed twice. */
export function keyGroups(table) {
  const listed = new Set(table.map(({ label }) => label));
  const all = [...table, ...PAGE_KEYS.filter(({ label }) => !listed.has(label))];
  const groups = new Map();
  for (const entry of all) {
    const name = entry.group ?? "Other";
    groups.set(name, [...(groups.get(name) ?? []), entry]);
  }
  return [...groups].map(([name, keys]) => ({ name, keys }));
}
