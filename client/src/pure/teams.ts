// Who plays together, as the table has it. No DOM, no clock.

import type { Table } from "../model/table";

/** The others in the team of a seat, in their order. */
export function partnersOf({ seats }: Pick<Table, "seats">, seat: number): number[] {
  const team = seats[seat]?.team ?? null;
  if (team === null) return [];
  return seats.flatMap((other, i) => (i !== seat && other.team === team ? [i] : []));
}
