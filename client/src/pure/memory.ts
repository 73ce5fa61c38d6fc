// What is remembered of a match so that its table does not jump: how full places were, who put what where, which way
// boards lie. No DOM, no clock.

import type { PlaceKey } from "../model/reference";
import type { BoardSetting, Setting } from "../model/setting";
import type { Step, Table, Thing } from "../model/table";
import { type Extent, planBoard } from "./boards";
import type { Roles } from "./classify";
import { type Chip, factsOf, unevenIn } from "./facts";
import type { Forms } from "./fit";
import type { Laid, Order } from "./hand";
import { standsFor } from "./owners";
import type { Scene, Span } from "./scene";

export interface Memory {
  /** The most things that a place has held so far. */
  most: ReadonlyMap<PlaceKey, number>;
  /** Who put a thing where it lies. */
  from: ReadonlyMap<number, number>;
  /** Whether a board is turned; decided once. */
  turned: ReadonlyMap<string, boolean>;
  /** The pack whose faces cards of a class have. */
  packs: ReadonlyMap<string, Pack>;
  /** What boards that grow took up. */
  extents: ReadonlyMap<string, Extent>;
  /** Lists of numbers that are none per seat, since they were once longer or shorter; as `Class.name`. */
  uneven: ReadonlySet<string>;
  template: string | null;
  /** How wide cards were. */
  u: number | null;
  /** Where boards and what lies beside them were. */
  middle: Span | null;
  /** For what form of room boards were laid out. */
  forms: Forms;
  /** How one's own hand is sorted. */
  order: Order;
  /** How one has laid it, which goes before. */
  laid: Laid | null;
}

/** What of it is of one size of the table. */
export type LaidAs = Pick<Memory, "template" | "u" | "middle" | "forms" | "extents">;

type Pack = "french" | "italian" | "spanish";

export const NOTHING_REMEMBERED: Memory = {
  most: new Map(),
  from: new Map(),
  turned: new Map(),
  packs: new Map(),
  extents: new Map(),
  uneven: new Set(),
  template: null,
  u: null,
  middle: null,
  forms: new Map(),
  order: "dealt",
  laid: null,
};

/** How a table was laid out, to be remembered for the next one of the same size. */
export const laidAs = ({ template, u, middle, boards }: Scene): LaidAs => ({
  template,
  u,
  middle,
  forms: new Map(boards.map(({ key, form }) => [key, form])),
  extents: new Map(boards.flatMap(({ key, extent }) => (extent ? [[key, extent]] : []))),
});

/** What is to be remembered after a table was seen, and what led to it. */
export function remember(
  memory: Memory,
  roles: Roles,
  table: Table,
  setting: Setting,
  seat: number | null,
  trace: readonly Step[],
): Memory {
  const most = new Map(memory.most);
  for (const [place, all] of table.at) {
    most.set(place, Math.max(most.get(place) ?? 0, all.length));
    const kinds = new Set(all.map((id) => alike(id === null ? undefined : table.things.get(id)))).size;
    most.set(kindsAt(place), Math.max(most.get(kindsAt(place)) ?? 0, kinds));
  }
  for (const { key, layout, by, owner } of setting.zones) {
    if (owner !== null || (layout ?? "sides") !== "sides") continue;
    const counts = new Map<number | null, number>();
    for (const id of table.at.get(key) ?? []) {
      const side = standsFor(table, id, by);
      counts.set(side, (counts.get(side) ?? 0) + 1);
    }
    for (const [side, n] of counts)
      most.set(sideAt(key, side), Math.max(most.get(sideAt(key, side)) ?? 0, n));
  }
  const uneven = new Set([...memory.uneven, ...unevenIn(table)]);
  factsOf(roles, table, setting, uneven).counters.forEach((chips, seat) => {
    most.set(countersOf(seat), Math.max(most.get(countersOf(seat)) ?? 0, widthOf(chips)));
  });
  const from = new Map(memory.from);
  for (const step of trace) {
    if (step.do !== "move" || !step.from || !("zone" in step.from)) continue;
    const owner = step.from.zone[1];
    if (owner !== null && owner !== undefined) from.set(step.id, owner);
  }
  const turned = new Map(memory.turned);
  for (const board of setting.boards) {
    const key = `${board.name}/${board.owner}`;
    if (turned.has(key) || seat === null) continue;
    if (board.path !== "pits") turned.set(key, isTurned(board, table, seat));
    else {
      const own = board.tiles.filter((tile) => table.held.get(tile.key)?.owners?.includes(seat));
      const isUp = isAbove(board, new Set(own.map((tile) => tile.key)));
      if (isUp !== null) turned.set(key, isUp);
    }
  }
  const packs = new Map(memory.packs);
  for (const { class: of, look } of table.things.values())
    if (of && look?.face) packs.set(of, look.face.pack);
  return { ...memory, most, from, turned, packs, uneven };
}

/** Of boards of pits nothing else may say which are one's own but the first question, which offers these. */
export function rememberAsked(memory: Memory, setting: Setting, asked: ReadonlySet<PlaceKey>): Memory {
  const turned = new Map(memory.turned);
  for (const board of setting.boards) {
    const key = `${board.name}/${board.owner}`;
    const isUp = board.path === "pits" && !turned.has(key) ? isAbove(board, asked) : null;
    if (isUp !== null) turned.set(key, isUp);
  }
  return turned.size === memory.turned.size ? memory : { ...memory, turned };
}

/** Whether these places of a board are all in its upper half; null where they are not all in one. */
function isAbove(board: BoardSetting, places: ReadonlySet<PlaceKey>): boolean | null {
  const { tiles, h } = planBoard(board, 1);
  const heights = tiles.flatMap(({ tile, c }) => (places.has(tile.key) ? [c[1] - h / 2] : []));
  const sides = new Set(heights.filter((y) => y !== 0).map((y) => y < 0));
  return sides.size === 1 ? [...sides][0]! : null;
}

/** Under which key is remembered how many kinds of things a place held. */
export const kindsAt = (place: PlaceKey): string => `${place} kinds`;

/** Under which key is remembered how many things stood for a seat, or for nobody, in a place that has rows for players. */
export const sideAt = (place: PlaceKey, seat: number | null): string => `${place} side ${seat}`;

/** Under which key is remembered how wide the counters of a seat were. */
export const countersOf = (seat: number): string => `${seat} counters`;

/** About how wide counters are side by side, in pixels. */
const widthOf = (chips: readonly Chip[]): number =>
  chips.reduce(
    (sum, { symbol, label, value, signs }) =>
      sum + (symbol ? 16 : label.length * 6.1 + 3) + (signs ? signs.length * 20 : value.length * 7.2) + 8,
    0,
  );

/**
 * Equal for things that stand for one another. The text of a thing is the same for all, and says nothing of what only
 * its owner knows: that is in its look, or among its attributes where it has none.
 */
export function alike(thing: Thing | undefined): string {
  const { title, text, symbol, colour, image, face, corners, badges } = thing?.look ?? {};
  // Changes put attributes into another order.
  const attributes = () => Object.entries(thing?.attributes ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));
  const shown = thing?.look ? [title, text, symbol, colour, image, face, corners, badges] : attributes();
  return `${thing?.class} ${thing?.text} ${thing?.owners} ${JSON.stringify(shown)}`;
}

/**
 * A board is turned for a viewer whose pieces start in its upper part: three of them and more, or fewer at its upper end
 * where those of others are at the lower.
 */
export function isTurned(board: BoardSetting, table: Table, seat: number): boolean {
  if (board.isUpright || board.cell === "none" || board.grows) return false;
  const ys = board.tiles.flatMap((tile) => (tile.c ? [tile.c[1]] : []));
  const [top, bottom] = [Math.min(...ys), Math.max(...ys)];
  if (bottom === top) return false;
  const heights: { own: number[]; others: number[] } = { own: [], others: [] };
  for (const { key, c } of board.tiles) {
    for (const id of table.at.get(key) ?? []) {
      const owners = id === null ? undefined : table.things.get(id)?.owners;
      if (!c || !owners?.length) continue;
      heights[owners.includes(seat) ? "own" : "others"].push((bottom - c[1]) / (bottom - top));
    }
  }
  const mean = (all: number[]) => all.reduce((a, b) => a + b, 0) / all.length;
  if (heights.own.length >= 3) return mean(heights.own) > 0.6;
  return mean(heights.own) >= 0.8 && mean(heights.others) <= 0.2;
}
