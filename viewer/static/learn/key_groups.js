// @ts-check
/** The table of keys in groups, as the sheet lists them. */

/** `[{name, keys}]` in the order in which the groups first occur. */
export function keyGroups(table) {
  const groups = new Map();
  for (const entry of table) {
    const name = entry.group ?? "Other";
    groups.set(name, [...(groups.get(name) ?? []), entry]);
  }
  return [...groups].map(([name, keys]) => ({ name, keys }));
}
