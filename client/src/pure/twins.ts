// Things that stand for one another: of several that are alike in one place, moves may name only one. No DOM, no clock.

import type { Table, Thing } from "../model/table";

/** Of each thing that is like one of `keys` in the same place, and not among them, the key of that one. */
export function twinsOf(table: Table, keys: ReadonlySet<string>): ReadonlyMap<string, string> {
  const twins = new Map<string, string>();
  for (const all of table.at.values()) {
    const named = all.filter((id) => id !== null && keys.has(`t${id}`));
    if (named.length === 0 || named.length === all.length) continue;
    const by = new Map<string, string>();
    for (const id of named) {
      const is = likeness(table.things.get(id!));
      if (is !== null && !by.has(is)) by.set(is, `t${id}`);
    }
    for (const id of all) {
      if (id === null || keys.has(`t${id}`)) continue;
      const twin = by.get(likeness(table.things.get(id)) ?? "");
      if (twin) twins.set(`t${id}`, twin);
    }
  }
  return twins;
}

/** The same text for things that nothing tells apart; null where a thing is not known. */
function likeness(thing: Thing | undefined): string | null {
  if (thing?.class === undefined) return null;
  const { class: of, text, owners, attributes, look } = thing;
  const named = Object.entries(attributes ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([of, text, owners ?? [], named, look ?? null]);
}

/** With all that stands for something in it. */
export function withTwins(
  keys: ReadonlySet<string>,
  twins: ReadonlyMap<string, string>,
): ReadonlySet<string> {
  const more = [...twins].filter(([, listed]) => keys.has(listed)).map(([key]) => key);
  return more.length ? new Set([...keys, ...more]) : keys;
}
