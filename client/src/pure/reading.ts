// The table for ears: what lies where, as lists of names, place by place. No DOM, no clock.

import type { Language } from "../model/legend";
import type { Setting } from "../model/setting";
import type { Table } from "../model/table";
import type { Roles } from "./classify";
import { titleOf } from "./facts";
import type { Scene } from "./scene";
import { thingOf } from "./spots";
import { text } from "./text";
import { words } from "./words";

/** What is drawn, and of what. */
interface Picture {
  scene: Scene;
  table: Table;
  setting: Setting;
  roles: Roles;
  language: Language;
}

export interface Passage {
  /** A zone, or a board. */
  title: string;
  isBoard: boolean;
  /** Of a board of squares: its rows as they lie, so that one can go from field to field. */
  rows: string[][] | null;
  lines: string[];
  /** So many more things are there that nobody here knows. */
  unknown: number;
}

/** What is known of a thing: what it is, and whose; null of one that nobody here knows. */
function nameOf(id: number | null, table: Table, setting: Setting): string | null {
  const thing = id === null ? undefined : table.things.get(id);
  if (!thing?.class) return null;
  const owner = thing.owners?.map((seat) => setting.seats[seat]?.name).filter(Boolean) ?? [];
  return [titleOf(thing), ...owner].join(", ");
}

/** Something that may be picked, as it is called aloud: `Pawn, White, e2`, `Five of Cups, your hand`, `e4`. */
export function spotName(
  key: string,
  { scene, table, setting, roles, language }: Picture,
  seat: number | null,
): string {
  const thing = thingOf(scene, key);
  if (!thing) {
    const spot = spotOf(key, setting)?.spot;
    const there = spot
      ? counted((table.at.get(key) ?? []).flatMap((id) => nameOf(id, table, setting) ?? []))
      : [];
    const name = placeName(key, { scene, setting, roles, language }, seat);
    return [name, ...(spot?.look?.text ? [spot.look.text] : []), ...there].join(", ");
  }
  const id = /^t\d+$/.test(key) ? Number(key.slice(1)) : null;
  const known = id === null ? undefined : table.things.get(id);
  const isOnBoard = spotOf(thing.place, setting) !== null;
  const name = known?.class && !isOnBoard ? titleOf(known) : nameOf(id, table, setting);
  return `${name ?? text("unknownThing", language)}, ${placeName(thing.place, { scene, setting, roles, language }, seat)}`;
}

/** A tile, edge or corner, with its board. */
function spotOf(key: string, { boards }: Setting) {
  for (const board of boards) {
    const spot = [...board.tiles, ...board.sides, ...board.corners].find((one) => one.key === key);
    if (spot) return { board, spot };
  }
  return null;
}

function placeName(
  key: string,
  { scene, setting, roles, language }: Omit<Picture, "table">,
  seat: number | null,
): string {
  const found = spotOf(key, setting);
  if (found) {
    const { board, spot } = found;
    const owner = board.owner === null ? [] : [ofSeat(board.owner, "", { setting, language }, seat)];
    return [
      ...(setting.boards.length > 1 ? [roles.translate(words(board.name))] : []),
      ...owner,
      spot.look?.title ?? spot.name,
    ]
      .join(" ")
      .trim();
  }
  const [of = "", number] = key.split("/");
  const zone = roles.legend.zones.find(({ name }) => name === of);
  const title =
    scene.zones.find((zone) => zone.key === key)?.title || zone?.look?.title || zone?.title || words(of);
  return number === undefined ? title : ofSeat(Number(number), title, { setting, language }, seat);
}

function ofSeat(
  owner: number,
  what: string,
  { setting, language }: Pick<Picture, "setting" | "language">,
  seat: number | null,
): string {
  if (owner === seat) return text("ofYours", language, { what }).trim();
  return `${what} ${setting.seats[owner]?.name ?? owner + 1}`.trim();
}

/** Larger boards are read as a list of what stands there. */
const MOST_FIELDS = 144;

/** The rows of a board of squares that is a full rectangle, from above. */
function rowsOf(board: Scene["boards"][number], known: (place: string) => string[]): string[][] | null {
  if (board.cell !== "square" || board.tiles.length > MOST_FIELDS) return null;
  const rows = new Map<number, typeof board.tiles>();
  for (const tile of board.tiles) {
    const y = Math.round(tile.y / Math.max(1, board.c / 2));
    rows.set(y, [...(rows.get(y) ?? []), tile]);
  }
  const all = [...rows].sort(([a], [b]) => a - b).map(([, tiles]) => tiles.sort((a, b) => a.x - b.x));
  const isFull = all.length > 1 && all.every((row) => row.length > 1 && row.length === all[0]!.length);
  return isFull
    ? all.map((row) => row.map(({ key, name, look }) => [look?.title ?? name, ...known(key)].join(", ")))
    : null;
}

/** Those that are called alike once, with how many there are where there are several: `5 × Silver`. */
export function counted(names: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].map(([name, n]) => (n > 1 ? `${n} × ${name}` : name));
}

/** Everything that is drawn, in the order of the table: boards with what stands on them, zones with what lies in them. */
export function passages(scene: Scene, table: Table, setting: Setting, roles: Roles): Passage[] {
  const at = (place: string) => table.at.get(place) ?? [];
  const known = (place: string) => at(place).flatMap((id) => nameOf(id, table, setting) ?? []);
  const ofOwner = (seat: number) => (Number.isNaN(seat) ? "" : `, ${setting.seats[seat]?.name ?? seat + 1}`);
  const boards = scene.boards.map((board): Passage => {
    const lines = [...board.tiles, ...board.sides].flatMap((tile) => {
      const said = tile.look?.text ? [tile.look.text] : [];
      const names = [...said, ...counted(known(tile.key))];
      return names.length ? [`${tile.look?.title ?? tile.name}: ${names.join("; ")}`] : [];
    });
    const rows = rowsOf(board, known);
    const [of = "", owner] = board.key.split("/");
    return {
      title: board.title || roles.translate(words(of)) + ofOwner(Number(owner)),
      isBoard: true,
      rows,
      lines,
      unknown: 0,
    };
  });
  const zones = scene.zones.map((zone): Passage => {
    const names = known(zone.key);
    const name =
      zone.title || roles.legend.zones.find((z) => z.name === zone.key.split("/")[0])?.title || zone.key;
    const title = name + (zone.owner === null ? "" : ofOwner(zone.owner));
    return { title, isBoard: false, rows: null, lines: counted(names), unknown: zone.count - names.length };
  });
  return [...boards, ...zones];
}
