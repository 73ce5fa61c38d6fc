// The order of what has no positions in a zone: as its look sorts it, or one's own hand by kind, by value, or as one has
// laid it. No DOM, no clock.

import type { SortKey } from "../model/legend";
import type { Value } from "../model/reference";
import type { Table } from "../model/table";
import type { Roles } from "./classify";

export type Order = "dealt" | "suit" | "rank";

export const ORDERS: readonly Order[] = ["dealt", "suit", "rank"];

/** Things in the order in which somebody laid them. */
export type Laid = readonly number[];

/** An order after a thing was laid before another one, or with null behind all. */
export function laid(now: readonly (number | null)[], id: number, before: number | null): Laid {
  const others = now.filter((other): other is number => other !== null && other !== id);
  const at = before === null ? -1 : others.indexOf(before);
  return at < 0 ? [...others, id] : [...others.slice(0, at), id, ...others.slice(at)];
}

/** Things as they were laid; those that came later stand behind, as they were dealt. */
export function asLaid(ids: readonly (number | null)[], order: Laid): (number | null)[] {
  const has = new Set(ids);
  const known = new Set(order);
  return [...order.filter((id) => has.has(id)), ...ids.filter((id) => id === null || !known.has(id))];
}

/** Things as the look of a zone sorts them, by the number of that order; what is not known comes last. */
export function asSorted(table: Table, ids: readonly (number | null)[], sort: number): (number | null)[] {
  const keyed = ids.map((id, i) => {
    const look = id === null ? undefined : table.things.get(id)?.look;
    return { id, i, keys: look?.keys?.[sort] ?? [] };
  });
  keyed.sort((a, b) => {
    const missing = Number(a.id === null) - Number(b.id === null);
    return missing || compareKeys(a.keys, b.keys) || a.i - b.i;
  });
  return keyed.map(({ id }) => id);
}

function compareKeys(a: readonly SortKey[], b: readonly SortKey[]): number {
  for (let i = 0; i < Math.max(a.length, b.length); i++) {
    const [x, y] = [a[i] ?? null, b[i] ?? null];
    if (x === y) continue;
    if (x === null || y === null) return x === null ? 1 : -1;
    if (typeof x === "number" && typeof y === "number") return x - y;
    return String(x) < String(y) ? -1 : 1;
  }
  return 0;
}

/** What is compared, first things first: numbers, and texts where numbers say nothing. */
type Key = (number | string)[];

/** The things of a hand in an order; what is not known comes last. Equal ones stay as they were dealt. */
export function inOrder(
  roles: Roles,
  table: Table,
  ids: readonly (number | null)[],
  order: Order,
): (number | null)[] {
  if (order === "dealt") return [...ids];
  const keyed = ids.map((id, i) => ({ id, i, key: keyOf(roles, table, id, order) }));
  keyed.sort((a, b) => compare(a.key, b.key) || a.i - b.i);
  return keyed.map(({ id }) => id);
}

function keyOf(roles: Roles, table: Table, id: number | null, order: Order): Key {
  const thing = id === null ? undefined : table.things.get(id);
  if (!thing?.class) return [1];
  const known = Object.entries(thing.attributes ?? {}).filter(
    ([name]) => !roles.hidden.has(`${thing.class}.${name}`),
  );
  const values = known.flatMap(([, value]) => rankOf(roles, value));
  const turned = order === "rank" ? [...values].reverse() : values;
  return [0, ...turned, thing.text ?? ""];
}

/** Where a value stands among its like: a case by its place in the enumeration. */
function rankOf(roles: Roles, value: Value): number[] {
  if (value === null || Array.isArray(value)) return [];
  if ("num" in value) return [value.num];
  if (!("case" in value)) return [];
  const [of, name] = value.case;
  return [roles.legend.enums.find((e) => e.name === of)?.cases.indexOf(name) ?? 0];
}

function compare(a: Key, b: Key): number {
  for (let i = 0; i < Math.min(a.length, b.length); i++) {
    const [x, y] = [a[i]!, b[i]!];
    if (x === y) continue;
    if (typeof x === "number" && typeof y === "number") return x - y;
    return String(x) < String(y) ? -1 : 1;
  }
  return a.length - b.length;
}
