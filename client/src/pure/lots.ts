// Zones with what is needed to size them, and how much room their things take at a width of cards. No DOM, no clock.

import type { Legend } from "../model/legend";
import type { Setting, ZoneSetting } from "../model/setting";
import type { Table, Thing } from "../model/table";
import { type PieceShape, type Roles, type ZoneRole, zoneOf } from "./classify";
import { asLaid, asSorted, inOrder } from "./hand";
import { alike, kindsAt, type Memory, sideAt } from "./memory";
import { ownerOf, standsFor } from "./owners";
import type { Box, Screen } from "./scene";
import { words } from "./words";

export const GAP = 10;

export const LABEL = 18;

export const EDGE = 8;

/** What lies in the row of a player, and how many to make room for. */
interface Side {
  all: readonly (number | null)[];
  n: number;
}

/** A zone with what is needed to size it. */
export interface Lot {
  zone: ZoneSetting;
  role: ZoneRole;
  title: string;
  ratio: number;
  /** How many things to make room for. */
  n: number;
  /** So many more kinds may come: they have room as long as that takes no further line. */
  spare: number;
  holdsCards: boolean;
  /** There is no room for the pile: how many lie in it stands in the line of its player. */
  isTight?: true;
  /** It is a pile most of the time, and takes no less room where it lies open. */
  isPileElse?: true;
  /** Something is chosen there, whether anything lies in it or not. */
  isChosen: boolean;
  /** Its cards have titles, where those of packs have corners. */
  isTitled: boolean;
  all: readonly (number | null)[];
  groups: { ids: number[]; thing: Thing }[] | null;
  /** The rows of players, from above to below, where each has one. */
  sides: Side[];
}

export interface Context {
  roles: Roles;
  table: Table;
  setting: Setting;
  seat: number | null;
  screen: Screen;
  memory: Memory;
  /** Those that are numbers in the lines of their players. */
  piles?: readonly Lot[];
}

export function lotsOf(context: Context): Lot[] {
  return context.setting.zones.flatMap((zone): Lot[] => {
    const of = zoneOf(context.roles, zone.name);
    if (!of) return [];
    const lying = context.table.at.get(zone.key) ?? [];
    const { sort } = of.entry;
    const dealt = sort === undefined ? lying : asSorted(context.table, lying, sort);
    const isSorted = of.role === "hand" && zone.owner === context.seat && !of.entry.ordered;
    const { order, laid } = context.memory;
    const sorted = () => (laid ? asLaid(dealt, laid) : inOrder(context.roles, context.table, dealt, order));
    const all = isSorted ? sorted() : dealt;
    const most = Math.max(all.length, context.memory.most.get(zone.key) ?? 0);
    const title = zone.look?.title ?? words(zone.name);
    const role = openRole(context, zone, of.role, of.holdsCards, most);
    const groups =
      role === "store" || role === "stacks" || (!of.holdsCards && role !== "around")
        ? grouped(context, all)
        : null;
    const seen = context.memory.most.get(kindsAt(zone.key)) ?? 0;
    const kinds = role === "store" ? kindsOf(context.roles.legend, of.entry.of) : 0;
    const n = groups ? Math.max(groups.length, seen, kinds <= MOST_KINDS ? kinds : 0) : most;
    const spare = isFirst(context, zone) ? Math.max(0, kinds - n) : 0;
    const sides = role === "sides" ? sidesOf(context, zone, all) : [];
    const ratio = ratioOf(context, of.entry.of);
    const isTitled = of.holdsCards && ratio === RATIOS.none;
    const isChosen = context.roles.choosing.has(zone.key);
    const { holdsCards } = of;
    return [{ zone, role, title, ratio, n, spare, holdsCards, isChosen, isTitled, all, groups, sides }];
  });
}

/** So many kinds of things at most have room from the beginning wherever they may lie. */
const MOST_KINDS = 10;

/** Of an owner's zones for one class of things, the one that most of them will come to. */
const isFirst = ({ roles, setting }: Context, { name, owner }: ZoneSetting): boolean => {
  const of = zoneOf(roles, name)?.entry.of;
  return (
    setting.zones.find((zone) => zone.owner === owner && zoneOf(roles, zone.name)?.entry.of === of)?.name ===
    name
  );
};

/** How many kinds of a class there can be, where one enumeration tells them apart: all may come. */
function kindsOf({ classes, enums }: Legend, name: string): number {
  const attributes = classes.find((entry) => entry.name === name)?.attributes ?? [];
  const cases = attributes.flatMap(({ type }) =>
    typeof type === "object" && "case" in type ? [type.case] : [],
  );
  const all = enums.find((entry) => entry.name === cases[0])?.cases.length ?? 0;
  return cases.length === 1 ? all : 0;
}

/** Rows of many ordered cards are piles; what lies open is no stack. */
function openRole(
  context: Context,
  zone: ZoneSetting,
  role: ZoneRole,
  holdsCards: boolean,
  most: number,
): ZoneRole {
  // Tokens have the colours of their owners, and a zone of one player has one side.
  if (role === "sides" && (!holdsCards || zone.owner !== null)) return "row";
  const entry = zoneOf(context.roles, zone.name)?.entry;
  if (role === "row" && !zone.layout && entry?.ordered && most >= 8) return "pile";
  if (role === "tableau" && !zone.layout && most >= 10) return "pile";
  if (role === "row" && !zone.layout && zone.owner === null && holdsCards && isOwned(context, zone))
    return "sides";
  return role;
}

/** Whether everything in a shared zone is somebody's. */
function isOwned(context: Context, zone: ZoneSetting): boolean {
  const all = context.table.at.get(zone.key) ?? [];
  const seats = context.table.seats.length;
  return seats > 1 && seats < 5 && all.length > 0 && all.every((id) => ownerOf(context.table, id) !== null);
}

/** What stands for each seat, one's own below, and above that what is nobody's or several players', if anything was. */
function sidesOf(context: Context, zone: ZoneSetting, all: readonly (number | null)[]): Side[] {
  const side = (seat: number | null): Side => {
    const own = all.filter((id) => standsFor(context.table, id, zone.by) === seat);
    return { all: own, n: Math.max(own.length, context.memory.most.get(sideAt(zone.key, seat)) ?? 0) };
  };
  const sides = seatsDown(context).map(side);
  const others = side(null);
  return others.n ? [...sides.slice(0, -1), others, ...sides.slice(-1)] : sides;
}

/** The seats from above to below: the others, then one's own. */
export function seatsDown(context: Context): number[] {
  const n = context.table.seats.length;
  const own = context.seat ?? n - 1;
  return Array.from({ length: n }, (_, i) => (own + 1 + i) % n);
}

function grouped(context: Context, all: readonly (number | null)[]): { ids: number[]; thing: Thing }[] {
  const groups = new Map<string, { ids: number[]; thing: Thing }>();
  for (const id of all) {
    const thing = id === null ? undefined : context.table.things.get(id);
    if (id === null || !thing) continue;
    const key = alike(thing);
    const group = groups.get(key);
    if (group) group.ids.push(id);
    else groups.set(key, { ids: [id], thing });
  }
  return [...groups.values()];
}

/** Width to height of cards, by pack; those of no pack have the last. */
export const RATIOS = { french: 0.71, italian: 0.55, spanish: 0.62, none: 0.72 } as const;

/** By the pack of the cards that were seen of its class, or of one below it. */
function ratioOf(context: Context, of: string): number {
  for (const [name, pack] of context.memory.packs) {
    const entry = context.roles.legend.classes.find((c) => c.name === name);
    if (name === of || entry?.parent === of) return RATIOS[pack];
  }
  return RATIOS.none;
}

export function shapeOf(context: Context, id: number | null): PieceShape {
  const thing = id === null ? undefined : context.table.things.get(id);
  return (thing?.class && context.roles.shapes.get(thing.class)) || "disc";
}

interface Size {
  w: number;
  h: number;
}

interface Row {
  step: number;
  perRow: number;
  rows: number;
  w: number;
}

/** How so many cards lie in a width: side by side, overlapping, or in several rows. */
export function row(n: number, u: number, width: number, least: number): Row {
  const full = u * 1.05 + 2;
  const count = Math.max(1, n);
  if (u + (count - 1) * full <= width)
    return { step: full, perRow: count, rows: 1, w: u + (count - 1) * full };
  const step = (width - u) / Math.max(1, count - 1);
  if (step >= least) return { step, perRow: count, rows: 1, w: width };
  const perRow = Math.max(1, Math.floor((width - u) / least) + 1);
  const rows = Math.ceil(count / perRow);
  const even = Math.ceil(count / rows);
  const stepped = Math.min(full, even > 1 ? (width - u) / (even - 1) : full);
  return { step: stepped, perRow: even, rows, w: u + (even - 1) * stepped };
}

export const tokenSize = (u: number): number => Math.max(22, Math.min(46, u * 0.46));

/** A title may run over the whole width of its card. */
const TITLED = 0.95;

/** How much of a card is seen at least where another one lies on it: its corner, or its title. */
export function leastStep(lot: Lot, u: number): number {
  if (lot.isTitled) return TITLED * u;
  if (lot.role === "fan") return 0.3 * u;
  return lot.role === "hand" ? Math.max(22, 0.28 * u) : 0.72 * u;
}

/** Narrower than that the title of a card cannot be read. */
const LEAST_TITLED = 52;

/** Cards in columns, narrower where that many do not fit. */
export function grid(lot: Lot, u: number, width: number): { columns: number; rows: number; w: number } {
  const wanted = Math.max(1, lot.zone.columns ?? Math.ceil(Math.sqrt(Math.max(1, lot.n))));
  const least = lot.isTitled ? Math.min(u, LEAST_TITLED) : 0;
  const columns = Math.max(1, Math.min(wanted, Math.floor((width + 6) / (least + 6))));
  const w = Math.min(u, (width - (columns - 1) * 6) / columns);
  return { columns, rows: Math.max(1, Math.ceil(Math.max(lot.n, lot.all.length) / columns)), w };
}

/** Between the rows of two owners. */
export const SIDE_GAP = 8;

/** So much the lower cards of a pile stick out. */
const PILED = 4;

/** The extent of a zone's things, without its title. */
export function inner(lot: Lot, u: number, width: number): Size {
  const h = u / lot.ratio;
  switch (lot.role) {
    case "stack":
    case "pile":
      return lot.holdsCards
        ? { w: u + PILED, h: h + PILED }
        : { w: tokenSize(u) * 1.5, h: tokenSize(u) * 1.2 };
    case "around":
      return { w: Math.min(width, u * 3.3), h: h * 2.1 };
    case "grid": {
      const { columns, rows, w: cell } = grid(lot, u, width);
      return { w: columns * (cell + 6) - 6, h: rows * (cell / lot.ratio + 6) };
    }
    case "column":
      return { w: u, h: h + Math.max(0, lot.n - 1) * h * 0.3 };
    case "sides": {
      const rows = lot.sides.map(({ n }) => row(n, u, width, leastStep(lot, u)));
      const lines = rows.reduce((sum, r) => sum + r.rows, 0);
      return { w: Math.max(u, ...rows.map((r) => r.w)), h: lines * (h + SIDE_GAP) - SIDE_GAP };
    }
  }
  if (!lot.holdsCards) {
    const t = tokenSize(u) + 6;
    const most = Math.floor(width / t);
    const n = Math.max(lot.n, Math.min(lot.n + lot.spare, most));
    const perRow = Math.max(1, Math.min(n || 1, most));
    return { w: perRow * t, h: Math.max(1, Math.ceil(n / perRow)) * t };
  }
  const r = row(lot.n, u, width, leastStep(lot, u));
  const down = lot.role === "hand" ? 0.62 : 1;
  return { w: r.w, h: h + (lot.isPileElse ? PILED : 0) + (r.rows - 1) * (h * down + 4) };
}

export interface Placed extends Box {
  lot: Lot;
  u: number;
}

export interface Flow {
  h: number;
  boxes: Placed[];
}

/** About what the title takes, with the number behind it. */
const titleWidth = (lot: Lot): number => (lot.title.length + (isPiled(lot.role) ? 3 : 0)) * 7.2 + 10;

export const isPiled = (role: ZoneRole): boolean => role === "stack" || role === "pile";

/** Zones in rows of a width, each row centred. */
export function flow(lots: readonly Lot[], u: number, width: number, align: "left" | "centre"): Flow {
  const boxes: Placed[] = [];
  let line: Placed[] = [];
  let [x, y, high] = [0, 0, 0];
  const end = () => {
    const spare = align === "centre" ? Math.max(0, (width - (x - GAP)) / 2) : 0;
    for (const box of line) boxes.push({ ...box, x: box.x + spare });
    y += high + (line.length ? GAP : 0);
    [line, x, high] = [[], 0, 0];
  };
  for (const lot of lots) {
    const size = inner(lot, u, width - 4);
    const w = Math.min(width, Math.max(size.w, Math.min(width, titleWidth(lot))));
    const h = size.h + LABEL;
    if (x > 0 && x + w > width) end();
    line.push({ lot, u, x, y, w, h });
    x += w + GAP * 1.6;
    high = Math.max(high, h);
  }
  end();
  return { h: Math.max(0, y - GAP), boxes };
}
