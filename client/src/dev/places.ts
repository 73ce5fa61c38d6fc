// Places and seats in the words that the table uses: `hand of Ann`, `e4`. No DOM.

import type { PlaceKey } from "../model/reference";
import type { Setting } from "../model/setting";
import { words } from "../pure/words";

export interface Called {
  place: (key: PlaceKey) => string;
  seat: (seat: number) => string;
}

/** How they are called; a place that is not there by its key. */
export function calledIn({ seats, zones, boards }: Setting): Called {
  const seat = (i: number) => seats[i]?.name ?? `seat ${i}`;
  const of = (owner: number | null) => (owner === null ? "" : ` of ${seat(owner)}`);
  const names = new Map<PlaceKey, string>();
  for (const { key, name, owner, look } of zones) names.set(key, (look?.title ?? words(name)) + of(owner));
  const isOne = boards.length === 1;
  for (const { name, owner, tiles, sides, corners } of boards) {
    const where = isOne ? "" : ` on ${words(name)}${of(owner)}`;
    for (const spot of [...tiles, ...sides, ...corners])
      names.set(spot.key, (spot.look?.title ?? spot.name) + where);
  }
  return { place: (key) => names.get(key) ?? key, seat };
}
