// What is known of a thing beyond what its look says. No DOM, no clock.

import type { Value } from "../model/reference";
import type { Thing } from "../model/table";
import type { Roles } from "./classify";
import { titleOf } from "./facts";
import { number, words } from "./words";

export interface Known {
  /** Names with their values. */
  pairs: [string, string][];
  /** What holds, by its name alone; what does not hold is left out. */
  flags: string[];
}

/** What nothing hides and the face does not say. */
export function attributesOf(thing: Thing, roles: Roles): Known {
  const known: Known = { pairs: [], flags: [] };
  for (const [name, value] of Object.entries(thing.attributes ?? {})) {
    const key = `${thing.class}.${name}`;
    if (value === null || Array.isArray(value) || roles.hidden.has(key)) continue;
    const title = roles.titles.get(key) ?? words(name);
    if ("bool" in value) {
      if (value.bool) known.flags.push(title);
      continue;
    }
    const said = saidBy(value, roles);
    // Of numbers nothing tells which of several equal ones a corner shows.
    if (said && ("num" in value || !isOnFace(thing, said))) known.pairs.push([title, said]);
  }
  return known;
}

function saidBy(value: Exclude<Value, null | Value[]>, roles: Roles): string {
  if ("num" in value) return number(value.num);
  if ("text" in value) return value.text;
  return "case" in value ? (roles.cases.get(value.case.join("."))?.title ?? words(value.case[1])) : "";
}

/** Whether the card says it already, as its title, its text or in a corner. */
function isOnFace(thing: Thing, text: string): boolean {
  const { look } = thing;
  const said = [titleOf(thing), look?.text, look?.face?.suit, look?.face?.rank];
  const all = [...said, ...(look?.corners ?? []), ...(look?.badges ?? [])];
  return all.some((one) => one?.trim().toLowerCase() === text.trim().toLowerCase());
}

/** Whether there is more to be read of a thing than its title, or the face of a card of a pack. */
export function hasMore(thing: Thing, roles: Roles): boolean {
  const { look } = thing;
  if (look?.text || look?.corners?.some(Boolean) || look?.badges?.some(Boolean)) return true;
  if (look?.face) return false;
  const { pairs, flags } = attributesOf(thing, roles);
  // A thing may be called by the number that it has.
  return flags.length > 0 || pairs.some(([, said]) => said !== titleOf(thing));
}
