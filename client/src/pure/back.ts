// Finding a table again after a move was taken back: the server tells the whole table anew, and not how far it went
// back. No DOM, no clock.

import type { Table } from "../model/table";

/** Where the last of these tables stands that is like this one, whatever numbers and orders they came with; -1 for none. */
export function lastLike(tables: readonly Table[], table: Table): number {
  if (tables.length === 0) return -1;
  const now = written(table);
  // Most tables differ in how much there is; only those that do not are written out.
  const isLike = (past: Table) =>
    past.things.size === table.things.size &&
    past.course.active === table.course.active &&
    written(past) === now;
  return tables.findLastIndex(isLike);
}

/** A table as one text, the same for tables that are alike, in whatever order they came to be. */
function written({ things, at, held, facts, seats, course, over }: Table): string {
  const places = [...at].filter(([, all]) => all.length).map(([place, all]) => [place, [...all].sort()]);
  const maps = [things, held, facts].map((map) => [...map]);
  return JSON.stringify([places.sort(), maps.map((map) => map.sort()), seats, course, over], sorted);
}

/** Fields in the order of their names. */
function sorted(_: string, value: unknown): unknown {
  if (value === null || typeof value !== "object" || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
