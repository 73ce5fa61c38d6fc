// The table for ears: what lies where, as lists of names, place by place. No DOM, no clock.

import type { Setting } from "../model/setting";
import type { Table } from "../model/table";
import type { Roles } from "./classify";
import { titleOf } from "./facts";
import type { Scene } from "./scene";

export interface Passage {
  /** A zone, or a board. */
  title: string;
  isBoard: boolean;
  lines: string[];
  /** So many more things are there that nobody here knows. */
  unknown: number;
}

/** Everything that is drawn, in the order of the table: boards with what stands on them, zones with what lies in them. */
export function passages(scene: Scene, table: Table, setting: Setting, roles: Roles): Passage[] {
  const nameOf = (id: number): string | null => {
    const thing = table.things.get(id);
    if (!thing?.class) return null;
    const owner = thing.owners?.map((seat) => setting.seats[seat]?.name).filter(Boolean) ?? [];
    return [titleOf(thing), ...owner].join(", ");
  };
  const at = (place: string) => table.at.get(place) ?? [];
  const known = (place: string) => at(place).flatMap((id) => (id === null ? [] : (nameOf(id) ?? [])));
  const boards = scene.boards.map((board): Passage => {
    const lines = [...board.tiles, ...board.sides].flatMap((tile) => {
      const names = known(tile.key);
      return names.length ? [`${tile.name}: ${names.join("; ")}`] : [];
    });
    return { title: board.title || board.key, isBoard: true, lines, unknown: 0 };
  });
  const zones = scene.zones.map((zone): Passage => {
    const lines = known(zone.key);
    const owner = zone.owner === null ? "" : `, ${setting.seats[zone.owner]?.name ?? zone.owner + 1}`;
    const name =
      zone.title || roles.legend.zones.find((z) => z.name === zone.key.split("/")[0])?.title || zone.key;
    return { title: name + owner, isBoard: false, lines, unknown: zone.count - lines.length };
  });
  return [...boards, ...zones];
}
