// For whom things stand: whoever owns them, or whom an attribute of theirs names. No DOM, no clock.

import type { Held, Table } from "../model/table";

/** The one who owns a thing; null where nobody does, or several. */
export function ownerOf(table: Table, id: number | null): number | null {
  const owners = id === null ? undefined : table.things.get(id)?.owners;
  return owners?.length === 1 ? owners[0]! : null;
}

/** Whose a place is: its owner, or the one player whom its attributes name. */
export function ownerOfPlace({ owners, attributes }: Held): number | null {
  if (owners?.length) return owners[0]!;
  const named = Object.values(attributes ?? {}).flatMap((v) => (v && "seat" in v ? [v.seat] : []));
  return named.length === 1 ? named[0]! : null;
}

/** The player that an attribute of a thing names, or its owner where no attribute is said. */
export function standsFor(table: Table, id: number | null, by: string | undefined): number | null {
  if (by === undefined) return ownerOf(table, id);
  const value = id === null ? undefined : table.things.get(id)?.attributes?.[by];
  return value && "seat" in value ? value.seat : null;
}
