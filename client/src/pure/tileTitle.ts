// What places of maps are called. No DOM, no clock.

import type { Setting } from "../model/setting";

/** What its look calls a tile of a graph; those of other boards have names that say where they are. */
export function tileTitle(
  { boards }: Setting,
  [board, name, owner]: [string, string, number?],
): string | undefined {
  const of = boards.find((one) => one.name === board && one.owner === (owner ?? null));
  if (of?.shape !== "graph") return undefined;
  return of.tiles.find((tile) => tile.name === name)?.look?.title;
}
