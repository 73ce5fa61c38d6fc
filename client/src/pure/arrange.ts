// Where everything lies: a box for each board, tile, zone, seat and thing, from roles, table, screen and what is
// remembered. Same input, same scene; no DOM, no clock, nothing is measured.

import type { PlaceKey } from "../model/reference";
import type { BoardSetting, Point, Setting, SideSetting, ZoneSetting } from "../model/setting";
import type { Step, Table, Thing } from "../model/table";
import { type BoardPlan, planBoard } from "./boards";
import { type PieceShape, type Roles, type ZoneRole, zoneOf } from "./classify";
import { words } from "./facts";

export interface Screen {
  /** Of the area for the table, in pixels. */
  width: number;
  height: number;
  isTouch: boolean;
}

export interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}

export interface SceneTile extends Box {
  key: PlaceKey;
  name: string;
  look: BoardSetting["tiles"][number]["look"];
  mark?: string;
  /** Even and odd cells differ a little, where nothing else tells them apart. */
  isDark: boolean;
  /** Of a triangle, whether it points up. */
  isUp: boolean;
}

export interface SceneSide {
  key: PlaceKey;
  name: string;
  x: number;
  y: number;
  line: readonly [Point, Point];
  isCorner: boolean;
  look: SideSetting["look"];
}

export interface SceneBoard extends Box {
  key: string;
  title: string;
  cell: BoardPlan["cell"];
  /** The width of a cell in pixels. */
  c: number;
  isTurned: boolean;
  isHidden: boolean;
  ground?: string;
  tiles: SceneTile[];
  sides: SceneSide[];
  /** Lines between the middles of tiles. */
  lines: { from: Point; to: Point; weight: number; isOneWay: boolean }[];
  gutter: { text: string; x: number; y: number }[];
}

export interface SceneZone extends Box {
  key: PlaceKey;
  title: string;
  role: ZoneRole;
  owner: number | null;
  count: number;
  /** Whether the number of things is written on it. */
  isCounted: boolean;
  /** Where the pile or stack itself lies. */
  pile: Box | null;
}

export interface SceneThing extends Box {
  key: string;
  /** The thing that stands for all of `ids`; null for the back of one that is not known. */
  id: number | null;
  ids: number[];
  place: PlaceKey;
  shape: PieceShape;
  z: number;
  count: number;
}

export interface ScenePanel extends Box {
  seat: number;
  isOwn: boolean;
}

export interface Scene {
  width: number;
  height: number;
  boards: SceneBoard[];
  zones: SceneZone[];
  things: SceneThing[];
  panels: ScenePanel[];
  /** Lines of text that belong to the log, by zone. */
  ledgers: { key: PlaceKey; title: string; ids: number[] }[];
  /** Zones that are only counted. */
  tray: { key: PlaceKey; title: string; count: number }[];
  template: string;
  u: number;
}

export interface Memory {
  /** The most things that a place has held so far. */
  most: ReadonlyMap<PlaceKey, number>;
  /** Who put a thing where it lies. */
  from: ReadonlyMap<number, number>;
  /** Whether a board is turned; decided once. */
  turned: ReadonlyMap<string, boolean>;
  /** The pack whose faces cards of a class have. */
  packs: ReadonlyMap<string, Pack>;
  template: string | null;
}

type Pack = "french" | "italian" | "spanish";

export const NOTHING_REMEMBERED: Memory = {
  most: new Map(),
  from: new Map(),
  turned: new Map(),
  packs: new Map(),
  template: null,
};

/** What is to be remembered after a table was seen, and what led to it. */
export function remember(
  memory: Memory,
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
  const from = new Map(memory.from);
  for (const step of trace) {
    if (step.do !== "move" || !step.from || !("zone" in step.from)) continue;
    const owner = step.from.zone[1];
    if (owner !== null && owner !== undefined) from.set(step.id, owner);
  }
  const turned = new Map(memory.turned);
  for (const board of setting.boards) {
    const key = `${board.name}/${board.owner}`;
    if (!turned.has(key) && seat !== null) turned.set(key, isTurned(board, table, seat));
  }
  const packs = new Map(memory.packs);
  for (const { class: of, look } of table.things.values())
    if (of && look?.face) packs.set(of, look.face.pack);
  return { most, from, turned, packs, template: memory.template };
}

/** Under which key is remembered how many kinds of things a place held. */
const kindsAt = (place: PlaceKey): string => `${place} kinds`;

/** Equal for things that stand for one another. */
const alike = (thing: Thing | undefined): string => `${thing?.class} ${thing?.text} ${thing?.owners}`;

/** A board is turned for a viewer whose pieces start in its upper part. */
function isTurned(board: BoardSetting, table: Table, seat: number): boolean {
  if (board.isUpright || board.cell === "none" || board.grows) return false;
  const ys = board.tiles.flatMap((tile) => (tile.c ? [tile.c[1]] : []));
  const [top, bottom] = [Math.min(...ys), Math.max(...ys)];
  const own = board.tiles.flatMap((tile) =>
    (table.at.get(tile.key) ?? []).flatMap((id) =>
      id !== null && table.things.get(id)?.owners?.includes(seat) && tile.c ? [tile.c[1]] : [],
    ),
  );
  if (own.length < 3 || bottom === top) return false;
  const middle = own.reduce((a, b) => a + b, 0) / own.length;
  return (bottom - middle) / (bottom - top) > 0.6;
}

const GAP = 10;
const LABEL = 18;
const PANEL = 30;
const EDGE = 8;

/** A zone with what is needed to size it. */
interface Lot {
  zone: ZoneSetting;
  role: ZoneRole;
  title: string;
  ratio: number;
  /** How many things to make room for. */
  n: number;
  holdsCards: boolean;
  all: readonly (number | null)[];
  groups: { ids: number[]; thing: Thing }[] | null;
}

interface Context {
  roles: Roles;
  table: Table;
  setting: Setting;
  seat: number | null;
  screen: Screen;
  memory: Memory;
}

export function arrange(
  roles: Roles,
  table: Table,
  setting: Setting,
  seat: number | null,
  screen: Screen,
  memory: Memory,
): Scene {
  const context = { roles, table, setting, seat, screen, memory };
  const lots = lotsOf(context);
  const plans = setting.boards.map((board) => ({ board, plan: planBoard(board, 1.2) }));
  const tries = candidates(context, lots, plans).map((layout) => ({
    layout,
    score: scoreOf(context, layout),
  }));
  const best = tries.reduce((a, b) => (b.score > a.score ? b : a));
  const kept = tries
    .filter((t) => t.layout.template === memory.template)
    .reduce<(typeof tries)[number] | null>((a, b) => (!a || b.score > a.score ? b : a), null);
  const chosen = kept && best.score < kept.score * 1.15 + 0.05 ? kept : best;
  return draw(context, chosen.layout, lots, plans);
}

// ---------------------------------------------------------------------------------------------------- what there is

function lotsOf(context: Context): Lot[] {
  return context.setting.zones.flatMap((zone): Lot[] => {
    const of = zoneOf(context.roles, zone.name);
    if (!of) return [];
    const all = context.table.at.get(zone.key) ?? [];
    const most = Math.max(all.length, context.memory.most.get(zone.key) ?? 0);
    const title = zone.look?.title ?? words(zone.name);
    const role = openRole(context, zone, of.role, most);
    const groups =
      role === "store" || role === "stacks" || (!of.holdsCards && role !== "around")
        ? grouped(context, all)
        : null;
    const kinds = context.memory.most.get(kindsAt(zone.key)) ?? 0;
    const n = groups ? Math.max(groups.length, kinds) : most;
    return [
      { zone, role, title, ratio: ratioOf(context, of.entry.of), n, holdsCards: of.holdsCards, all, groups },
    ];
  });
}

/** Rows of many ordered cards are piles; what lies open is no stack. */
function openRole(context: Context, zone: ZoneSetting, role: ZoneRole, most: number): ZoneRole {
  const entry = zoneOf(context.roles, zone.name)?.entry;
  if (role === "row" && !zone.layout && entry?.ordered && most >= 8) return "pile";
  if (role === "tableau" && !zone.layout && most >= 10) return "pile";
  return role;
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

const RATIOS = { french: 0.71, italian: 0.55, spanish: 0.62 } as const;

/** By the pack of the cards that were seen of its class, or of one below it. */
function ratioOf(context: Context, of: string): number {
  for (const [name, pack] of context.memory.packs) {
    const entry = context.roles.legend.classes.find((c) => c.name === name);
    if (name === of || entry?.parent === of) return RATIOS[pack] ?? 0.72;
  }
  return 0.72;
}

// ------------------------------------------------------------------------------------------------------------ sizes

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
function row(n: number, u: number, width: number, least: number): Row {
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

const tokenSize = (u: number): number => Math.max(22, Math.min(46, u * 0.46));

const leastStep = (lot: Lot, u: number): number =>
  lot.role === "hand" ? Math.max(22, 0.28 * u) : lot.role === "fan" ? 0.3 * u : 0.72 * u;

/** Cards in columns, narrower where that many do not fit. */
function grid(lot: Lot, u: number, width: number): { columns: number; rows: number; w: number } {
  const columns = Math.max(1, lot.zone.columns ?? Math.ceil(Math.sqrt(Math.max(1, lot.n))));
  const w = Math.min(u, (width - (columns - 1) * 6) / columns);
  return { columns, rows: Math.max(1, Math.ceil(Math.max(lot.n, lot.all.length) / columns)), w };
}

/** The extent of a zone's things, without its title. */
function inner(lot: Lot, u: number, width: number): Size {
  const h = u / lot.ratio;
  switch (lot.role) {
    case "stack":
    case "pile":
      return lot.holdsCards ? { w: u + 4, h: h + 4 } : { w: tokenSize(u) * 1.5, h: tokenSize(u) * 1.2 };
    case "around":
      return { w: Math.min(width, u * 3.3), h: h * 2.1 };
    case "grid": {
      const { columns, rows, w: cell } = grid(lot, u, width);
      return { w: columns * (cell + 6) - 6, h: rows * (cell / lot.ratio + 6) };
    }
    case "column":
      return { w: u, h: h + Math.max(0, lot.n - 1) * h * 0.3 };
  }
  if (!lot.holdsCards) {
    const t = tokenSize(u) + 6;
    const perRow = Math.max(1, Math.min(lot.n || 1, Math.floor(width / t)));
    return { w: perRow * t, h: Math.max(1, Math.ceil(lot.n / perRow)) * t };
  }
  const r = row(lot.n, u, width, leastStep(lot, u));
  const down = lot.role === "hand" ? 0.62 : 1;
  return { w: r.w, h: h + (r.rows - 1) * (h * down + 4) };
}

interface Placed extends Box {
  lot: Lot;
  u: number;
}

interface Flow {
  h: number;
  boxes: Placed[];
}

/** About what the title takes, with the number behind it. */
const titleWidth = (lot: Lot): number => (lot.title.length + (isPiled(lot.role) ? 3 : 0)) * 7.2;

const isPiled = (role: ZoneRole): boolean => role === "stack" || role === "pile";

/** Zones in rows of a width, each row centred. */
function flow(lots: readonly Lot[], u: number, width: number, align: "left" | "centre"): Flow {
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

// ---------------------------------------------------------------------------------------------------------- layouts

interface SeatArea {
  seat: number;
  x: number;
  w: number;
  y: number;
  h: number;
  flow: Flow;
}

interface Layout {
  template: string;
  u: number;
  /** Cell sizes of the boards. */
  cells: number[];
  boards: Fitted[];
  others: SeatArea[];
  centre: { x: number; y: number; flow: Flow };
  mine: SeatArea | null;
  hand: Placed | null;
  height: number;
  filled: number;
}

type Plans = { board: BoardSetting; plan: BoardPlan }[];

/** Card widths that are tried. */
const WIDTHS = [120, 108, 96, 88, 80, 72, 64, 56, 48, 42, 36];

function candidates(context: Context, lots: Lot[], plans: Plans): Layout[] {
  const templates = plans.length === 0 ? ["zones"] : ["below", "beside"];
  const most = context.screen.isTouch || context.screen.width < 700 ? 84 : 120;
  const widths = WIDTHS.filter((u) => u <= most);
  return templates.flatMap((template) => widths.map((u) => layOut(context, lots, plans, template, u)));
}

function isShown(lot: Lot): boolean {
  if (lot.role === "ledger" || lot.role === "away") return false;
  return lot.n > 0 || lot.role === "around" || lot.zone.layout !== undefined;
}

function layOut(context: Context, lots: Lot[], plans: Plans, template: string, u: number): Layout {
  const { seat, screen, table } = context;
  const width = screen.width - 2 * EDGE;
  const shown = lots.filter(isShown);
  const seats = table.seats.map((_, i) => i);
  const others = seat === null ? seats : seats.slice(seat + 1).concat(seats.slice(0, seat));
  const areas = otherAreas(shown, others, u, width);
  const top = areas.reduce((bottom, a) => Math.max(bottom, a.y + a.h), EDGE);
  const mine = seat === null ? null : ownArea(shown, seat, u, width);
  const hand = seat === null ? null : ownHand(shown, seat, u, width);
  const below = (mine?.h ?? 0) + (hand ? hand.h + GAP : 0) + EDGE;
  const shared = shown.filter((lot) => lot.zone.owner === null);
  const room = Math.max(120, screen.height - top - below - 2 * GAP);
  const middle = centre(shared, plans, template, u, { x: EDGE, y: top + GAP, w: width, h: room });
  const end = middle.bottom + GAP;
  const spare = Math.max(0, screen.height - below - end);
  const base = end + spare;
  if (mine) mine.y = base;
  if (hand) {
    hand.x = EDGE + (width - hand.w) / 2;
    hand.y = base + (mine?.h ?? 0) + (mine ? GAP : 0);
  }
  const shift = spare / 2;
  return {
    template,
    u,
    cells: middle.cells,
    boards: middle.boards.map((b) => ({ ...b, y: b.y + shift })),
    others: areas,
    centre: { x: middle.x, y: middle.y + shift, flow: middle.flow },
    mine,
    hand,
    height: Math.max(screen.height, base + below),
    filled: 1 - spare / Math.max(1, screen.height),
  };
}

/** The areas of the other seats, in columns from the left. */
function otherAreas(lots: Lot[], seats: number[], u: number, width: number): SeatArea[] {
  if (seats.length === 0) return [];
  const perRow = Math.max(1, Math.min(seats.length, Math.floor(width / (width < 700 ? 116 : 168))));
  const w = (width - (perRow - 1) * GAP) / perRow;
  const areas: SeatArea[] = [];
  let y = EDGE;
  for (let i = 0; i < seats.length; i += perRow) {
    const line = seats.slice(i, i + perRow).map((seat, column): SeatArea => {
      const own = lots.filter((lot) => lot.zone.owner === seat).map(asOther);
      const f = flow(own, Math.max(26, Math.min(60, u * 0.55)), w - 12, "left");
      return { seat, x: EDGE + column * (w + GAP), w, y, h: PANEL + (f.h ? f.h + 10 : 0), flow: f };
    });
    const h = Math.max(...line.map((a) => a.h));
    for (const area of line) areas.push({ ...area, h });
    y += h + GAP;
  }
  return areas;
}

/** Of another's hand only the backs are seen: one with a number. */
function asOther(lot: Lot): Lot {
  const isOpen = lot.all.length > 0 && lot.all.every((id) => id !== null);
  return lot.role === "hand" ? { ...lot, role: isOpen ? "fan" : "stack" } : lot;
}

function ownArea(lots: Lot[], seat: number, u: number, width: number): SeatArea {
  const own = lots.filter(
    (lot) => lot.zone.owner === seat && !(lot.role === "hand" && lot === mainHand(lots, seat)),
  );
  const f = flow(own, Math.max(32, u * 0.72), width - 12, "left");
  return { seat, x: EDGE, w: width, y: 0, h: PANEL + (f.h ? f.h + 10 : 0), flow: f };
}

function mainHand(lots: Lot[], seat: number): Lot | null {
  const hands = lots.filter((lot) => lot.zone.owner === seat && lot.role === "hand");
  return (
    hands.find((lot) => lot.zone.layout === "fan") ??
    hands.reduce<Lot | null>((a, b) => (!a || b.n > a.n ? b : a), null)
  );
}

function ownHand(lots: Lot[], seat: number, u: number, width: number): Placed | null {
  const lot = mainHand(lots, seat);
  if (!lot) return null;
  const size = inner(lot, u, width);
  return { lot, u, x: 0, y: 0, w: Math.min(width, size.w), h: size.h + 6 };
}

interface Middle {
  x: number;
  y: number;
  cells: number[];
  boards: Fitted[];
  flow: Flow;
  bottom: number;
}

/** A board with its place on the table and where its tiles are on it. */
interface Fitted extends Box {
  plan: BoardPlan;
}

function centre(shared: Lot[], plans: Plans, template: string, u: number, room: Box): Middle {
  if (plans.length === 0) {
    const f = flow(shared, u, room.w, "centre");
    return { x: room.x, y: room.y, cells: [], boards: [], flow: f, bottom: room.y + f.h };
  }
  const isBeside = template === "beside" && shared.length > 0;
  const aside = isBeside ? Math.max(u + 20, Math.min(room.w * 0.42, u * 2.4)) : room.w;
  const f = flow(shared, isBeside ? u : Math.min(u, 84), aside, "centre");
  const boardRoom: Box = isBeside
    ? { ...room, w: room.w - aside - GAP }
    : { ...room, h: Math.max(100, room.h - (f.h ? f.h + GAP : 0)) };
  const { boxes, cells } = fitBoards(plans, boardRoom);
  const bottom = Math.max(...boxes.map((b) => b.y + b.h));
  return isBeside
    ? {
        x: room.x + room.w - aside,
        y: room.y,
        cells,
        boards: boxes,
        flow: f,
        bottom: Math.max(bottom, room.y + f.h),
      }
    : { x: room.x, y: bottom + GAP, cells, boards: boxes, flow: f, bottom: bottom + (f.h ? f.h + GAP : 0) };
}

/** Boards side by side or one below the other, whichever gives larger cells. */
function fitBoards(plans: Plans, room: Box): { boxes: Fitted[]; cells: number[] } {
  const n = plans.length;
  const title = n > 1 ? LABEL : 0;
  const sized = (w: number, h: number) =>
    plans.map(({ board, plan }) => {
      const p = replanned(board, plan, w, h);
      const gutter = gutterOf(board, p);
      const across = (w - gutter) / p.w;
      const c = Math.min(across, (h - gutter - title) / p.h, p.cell === "place" ? 74 : 96);
      const size = Math.max(c, Math.min(p.least, across));
      return { plan: p, c: size, w: p.w * size + gutter, h: p.h * size + gutter + title };
    });
  const across = sized((room.w - (n - 1) * GAP) / n, room.h);
  const down = sized(room.w, (room.h - (n - 1) * GAP) / n);
  const least = (all: { c: number }[]) => Math.min(...all.map((one) => one.c));
  const isAcross = least(across) >= least(down);
  let [x, y] = [room.x, room.y];
  const share = (room.w - (n - 1) * GAP) / n;
  const boxes = (isAcross ? across : down).map((one): Fitted => {
    const left = isAcross ? x + (share - one.w) / 2 : room.x + (room.w - one.w) / 2;
    const box = { plan: one.plan, x: left, y: isAcross ? room.y : y, w: one.w, h: one.h };
    if (isAcross) x += share + GAP;
    else y += one.h + GAP;
    return box;
  });
  return { boxes, cells: (isAcross ? across : down).map((one) => one.c) };
}

/** Boards without places of their own take the form of the room. */
function replanned(board: BoardSetting, plan: BoardPlan, w: number, h: number): BoardPlan {
  const isFree = plan.cell === "step" || plan.cell === "place";
  return isFree ? planBoard(board, Math.max(0.4, Math.min(3, w / h))) : plan;
}

const COORDINATES = /^([a-z]+)(\d+)$/;

function gutterOf(board: BoardSetting, plan: BoardPlan): number {
  const isNamed = plan.cell === "square" && board.tiles.every((tile) => COORDINATES.test(tile.name));
  return isNamed && !board.grows && board.sides.length === 0 ? 16 : 0;
}

function scoreOf(context: Context, layout: Layout): number {
  const isSmall = context.screen.isTouch || context.screen.width < 700;
  const c0 = isSmall ? 44 : 64;
  const u0 = isSmall ? 62 : 96;
  const c = layout.cells.length ? Math.min(1.15, Math.min(...layout.cells) / c0) : 0;
  const u = Math.min(1.1, layout.u / u0);
  const over = layout.height / context.screen.height - 1;
  // Cards narrower than this show no text.
  const least = isSmall ? 48 : 72;
  const isUnread = layout.centre.flow.boxes.some((box) => box.lot.holdsCards) && layout.u < least;
  return (
    4 * c +
    (layout.cells.length ? 2 : 5) * u -
    (over > 0.001 ? 3 + 6 * over : 0) -
    (layout.filled < 0.6 ? 1 : 0) -
    (isUnread ? (least - layout.u) / 16 : 0)
  );
}

// ---------------------------------------------------------------------------------------------------------- drawing

function draw(context: Context, layout: Layout, lots: Lot[], plans: Plans): Scene {
  const scene: Scene = {
    width: context.screen.width,
    height: layout.height,
    boards: [],
    zones: [],
    things: [],
    panels: [],
    ledgers: [],
    tray: [],
    template: layout.template,
    u: layout.u,
  };
  plans.forEach(({ board }, i) => {
    const box = layout.boards[i]!;
    drawBoard(context, scene, board, box.plan, box, layout.cells[i]!);
  });
  for (const area of [...layout.others, ...(layout.mine ? [layout.mine] : [])]) {
    scene.panels.push({
      seat: area.seat,
      isOwn: area.seat === context.seat,
      x: area.x,
      y: area.y,
      w: area.w,
      h: area.h,
    });
    drawFlow(context, scene, area.flow, area.x + 6, area.y + PANEL + 2);
  }
  drawFlow(context, scene, layout.centre.flow, layout.centre.x, layout.centre.y);
  if (layout.hand) drawZone(context, scene, layout.hand, 0, 0, false);
  for (const lot of lots) {
    const ids = lot.all.flatMap((id) => (id === null ? [] : [id]));
    if (lot.role === "ledger") scene.ledgers.push({ key: lot.zone.key, title: lot.title, ids });
    if (lot.role === "away" && lot.all.length) {
      scene.tray.push({ key: lot.zone.key, title: lot.title, count: lot.all.length });
    }
  }
  scene.things.sort((a, b) => a.key.localeCompare(b.key));
  return scene;
}

function drawBoard(
  context: Context,
  scene: Scene,
  board: BoardSetting,
  plan: BoardPlan,
  { x, y, w, h }: Box,
  c: number,
): void {
  const box = { x, y, w, h };
  const key = `${board.name}/${board.owner}`;
  const turned = context.memory.turned.get(key) ?? false;
  const gutter = gutterOf(board, plan);
  const title = context.setting.boards.length > 1 ? LABEL : 0;
  const at = ([x, y]: Point): Point => {
    const [tx, ty] = turned ? [plan.w - x, plan.h - y] : [x, y];
    return [box.x + gutter + tx * c, box.y + title + ty * c];
  };
  const inCells = ([x, y]: Point): Point => at([x - plan.offset[0], y - plan.offset[1]]);
  const tiles = plan.tiles.map(({ tile, c: middle, w, h }, i): SceneTile => {
    const [x, y] = at(middle);
    const parity = tile.c ? Math.round(tile.c[0]) + Math.round(tile.c[1]) : i;
    return {
      key: tile.key,
      name: tile.name,
      look: tile.look,
      ...(tile.mark && { mark: tile.mark }),
      isDark: plan.cell !== "hex" && ((parity % 2) + 2) % 2 === 1,
      isUp: plan.cell === "point" ? middle[1] > plan.h / 2 !== turned : parity % 2 === 0,
      x: x - (w * c) / 2,
      y: y - (h * c) / 2,
      w: w * c,
      h: h * c,
    };
  });
  const sideOf =
    (isCorner: boolean) =>
    (side: SideSetting): SceneSide => {
      const [x, y] = inCells(side.c);
      return {
        key: side.key,
        name: side.name,
        x,
        y,
        line: [inCells(side.line[0]), inCells(side.line[1])],
        isCorner,
        look: side.look,
      };
    };
  const middles = plan.tiles.map((tile) => at(tile.c));
  const isDrawn = plan.cell === "spot";
  scene.boards.push({
    key,
    title:
      board.owner === null ? "" : `${words(board.name)}: ${context.setting.seats[board.owner]?.name ?? ""}`,
    ...box,
    cell: plan.cell,
    c,
    isTurned: turned,
    isHidden: board.isHidden,
    ...(board.ground && { ground: board.ground }),
    tiles,
    sides: [...board.sides.map(sideOf(false)), ...board.corners.map(sideOf(true))],
    lines: isDrawn
      ? board.edges.flatMap(([a, b, weight, isOneWay]) =>
          middles[a] && middles[b] ? [{ from: middles[a], to: middles[b], weight, isOneWay }] : [],
        )
      : [],
    gutter: gutter ? coordinates(tiles, box, gutter, title) : [],
  });
  for (const tile of tiles) drawTile(context, scene, tile, plan.cell, c);
  for (const side of scene.boards[scene.boards.length - 1]!.sides) {
    const reach = c * 0.34;
    const place = { key: side.key, x: side.x - reach / 2, y: side.y - reach / 2, w: reach, h: reach };
    drawTile(
      context,
      scene,
      { ...place, name: side.name, look: side.look, isDark: false, isUp: true },
      "spot",
      c,
    );
  }
}

/** Letters below, numbers at the left. */
function coordinates(tiles: SceneTile[], box: Box, gutter: number, title: number): SceneBoard["gutter"] {
  const columns = new Map<string, number>();
  const rows = new Map<string, number>();
  for (const tile of tiles) {
    const [, letters, digits] = COORDINATES.exec(tile.name) ?? [];
    if (letters) columns.set(letters, tile.x + tile.w / 2);
    if (digits) rows.set(digits, tile.y + tile.h / 2);
  }
  const bottom = Math.max(...tiles.map((tile) => tile.y + tile.h));
  return [
    ...[...columns].map(([text, x]) => ({ text, x, y: bottom + gutter / 2 })),
    ...[...rows].map(([text, y]) => ({ text, x: box.x + gutter / 2, y: y + title * 0 })),
  ];
}

/** So many beads lie in a pit one by one; more become a number. */
const MOST_LOOSE = 12;

function drawTile(context: Context, scene: Scene, tile: SceneTile, cell: BoardPlan["cell"], c: number): void {
  const all = context.table.at.get(tile.key) ?? [];
  const shapes = all.map((id) => shapeOf(context, id));
  if (all.length === 0) return;
  const isColumn = cell === "point";
  const beads = shapes.every((s) => s === "bead") && all.length <= MOST_LOOSE;
  const sets = all.length > 4 && !isColumn && !beads ? equalOnes(context, all) : all.map((id) => [id]);
  const n = sets.length;
  sets.forEach((ids, i) => {
    const box = isColumn ? onPoint(tile, c, i, n) : inTile(tile, cell, shapes[i] ?? "disc", i, n);
    const known = ids.filter((id): id is number => id !== null);
    const id = known[known.length - 1] ?? null;
    scene.things.push({
      key: id === null ? `${tile.key}#${i}` : `t${id}`,
      id,
      ids: known,
      place: tile.key,
      shape: shapeOf(context, id),
      z: i,
      count: ids.length,
      ...box,
    });
  });
}

function equalOnes(context: Context, all: readonly (number | null)[]): (number | null)[][] {
  const sets = new Map<string, (number | null)[]>();
  for (const id of all) {
    const thing = id === null ? undefined : context.table.things.get(id);
    const key = alike(thing);
    sets.set(key, [...(sets.get(key) ?? []), id]);
  }
  return [...sets.values()];
}

function shapeOf(context: Context, id: number | null): PieceShape {
  const thing = id === null ? undefined : context.table.things.get(id);
  return (thing?.class && context.roles.shapes.get(thing.class)) || "disc";
}

function onPoint(tile: SceneTile, c: number, i: number, n: number): Box {
  const d = c * 0.92;
  const step = n > 1 ? Math.min(d, (tile.h - d) / (n - 1)) : 0;
  const y = tile.isUp ? tile.y + tile.h - d - i * step : tile.y + i * step;
  return { x: tile.x + (tile.w - d) / 2, y, w: d, h: d };
}

function inTile(tile: SceneTile, cell: BoardPlan["cell"], shape: PieceShape, i: number, n: number): Box {
  const isFlat = shape === "card" || shape === "tile";
  if (cell === "place") return inPlace(tile, i, n);
  const room = Math.min(tile.w, tile.h) * (cell === "hex" ? 0.86 : 0.94);
  if (shape === "bead" && n < 5) {
    const d = room * 0.3;
    const a = (i / n) * 2 * Math.PI;
    const r = n === 1 ? 0 : d * 0.72;
    const [x, y] = [tile.x + tile.w / 2 + r * Math.cos(a), tile.y + tile.h / 2 + r * Math.sin(a)];
    return { x: x - d / 2, y: y - d / 2, w: d, h: d };
  }
  if (n === 1) {
    const d =
      room * (isFlat ? 1 : shape === "stone" ? 0.96 : cell === "hex" ? 0.72 : cell === "spot" ? 0.62 : 0.84);
    return { x: tile.x + (tile.w - d) / 2, y: tile.y + (tile.h - d) / 2, w: d, h: d };
  }
  const columns = Math.ceil(Math.sqrt((n * tile.w) / tile.h));
  const rows = Math.ceil(n / columns);
  const d = Math.min((tile.w * 0.92) / columns, (tile.h * 0.92) / rows);
  const inLast = n - (rows - 1) * columns;
  const [rowAt, columnAt] = [Math.floor(i / columns), i % columns];
  const across = rowAt === rows - 1 ? inLast : columns;
  return {
    x: tile.x + tile.w / 2 + (columnAt - across / 2) * d + d * 0.04,
    y: tile.y + tile.h / 2 + (rowAt - rows / 2) * d + d * 0.04,
    w: d * 0.92,
    h: d * 0.92,
  };
}

/** On a place with a name and a text, things stand below these, from the right. */
function inPlace(tile: SceneTile, i: number, n: number): Box {
  const d = Math.min(tile.h * 0.42, (tile.w - 8) / Math.max(1, n));
  return { x: tile.x + tile.w - 4 - (n - i) * d, y: tile.y + tile.h - d - 3, w: d, h: d };
}

function drawFlow(context: Context, scene: Scene, f: Flow, x: number, y: number): void {
  for (const box of f.boxes) drawZone(context, scene, box, x, y, true);
}

function drawZone(
  context: Context,
  scene: Scene,
  placed: Placed,
  dx: number,
  dy: number,
  isTitled: boolean,
): void {
  const { lot, u } = placed;
  const box: Box = { x: placed.x + dx, y: placed.y + dy, w: placed.w, h: placed.h };
  const label = isTitled ? LABEL : 0;
  const h = u / lot.ratio;
  const isPile = isPiled(lot.role);
  const pile: Box | null = isPile
    ? lot.holdsCards
      ? { x: box.x, y: box.y + label, w: u, h }
      : { x: box.x, y: box.y + label, w: tokenSize(u), h: tokenSize(u) }
    : null;
  scene.zones.push({
    key: lot.zone.key,
    title: isTitled ? lot.title : "",
    role: lot.role,
    owner: lot.zone.owner,
    count: lot.all.length,
    isCounted: isPile && lot.all.length > 0,
    pile,
    ...box,
  });
  const area: Box = { x: box.x, y: box.y + label, w: box.w, h: box.h - label };
  if (pile) drawPile(context, scene, lot, pile);
  else if (lot.groups) drawTokens(context, scene, lot, area, u);
  else if (lot.role === "around") drawAround(context, scene, lot, area, u);
  else if (lot.role === "grid") drawGrid(context, scene, lot, area, u);
  else if (lot.role === "column") drawColumn(context, scene, lot, area, u);
  else drawRow(context, scene, lot, area, u);
}

function card(
  context: Context,
  scene: Scene,
  lot: Lot,
  id: number | null,
  i: number,
  box: Box,
  count = 1,
): void {
  scene.things.push({
    key: id === null ? `${lot.zone.key}#${i}` : `t${id}`,
    id,
    ids: id === null ? [] : [id],
    place: lot.zone.key,
    shape: id === null ? (lot.holdsCards ? "card" : "disc") : shapeOf(context, id),
    z: i,
    count,
    ...box,
  });
}

/** The topmost two, so that what lies below is there when the top goes. */
function drawPile(context: Context, scene: Scene, lot: Lot, pile: Box): void {
  const from = Math.max(0, lot.all.length - 2);
  for (const [i, id] of lot.all.slice(from).entries()) card(context, scene, lot, id, from + i, pile);
}

function drawTokens(context: Context, scene: Scene, lot: Lot, area: Box, u: number): void {
  const groups = lot.groups ?? [];
  const h = lot.holdsCards ? u / lot.ratio : 0;
  const t = lot.holdsCards ? u + 6 : tokenSize(u) + 6;
  const perRow = Math.max(1, Math.floor((area.w + 6) / t));
  groups.forEach(({ ids }, i) => {
    const id = ids[ids.length - 1]!;
    const box = {
      x: area.x + (i % perRow) * t,
      y: area.y + Math.floor(i / perRow) * (h ? h + 6 : t),
      w: t - 6,
      h: h || t - 6,
    };
    scene.things.push({
      key: `t${id}`,
      id,
      ids,
      place: lot.zone.key,
      shape: shapeOf(context, id),
      z: i,
      count: ids.length,
      ...box,
    });
  });
}

/** Toward who put it, as seen from the own seat below. */
function drawAround(context: Context, scene: Scene, lot: Lot, area: Box, u: number): void {
  const h = u / lot.ratio;
  const seats = context.table.seats.length;
  lot.all.forEach((id, i) => {
    const by =
      id === null ? undefined : (context.memory.from.get(id) ?? context.table.things.get(id)?.owners?.[0]);
    const seat = by ?? i;
    const angle = ((seat - (context.seat ?? 0)) / seats) * 2 * Math.PI;
    const x = area.x + area.w / 2 - Math.sin(angle) * Math.min(u * 1.1, (area.w - u) / 2) - u / 2;
    const y = area.y + area.h / 2 + Math.cos(angle) * ((area.h - h) / 2) - h / 2;
    card(context, scene, lot, id, i, { x, y, w: u, h });
  });
}

function drawColumn(context: Context, scene: Scene, lot: Lot, area: Box, u: number): void {
  const h = u / lot.ratio;
  for (const [i, id] of lot.all.entries()) {
    card(context, scene, lot, id, i, { x: area.x, y: area.y + i * h * 0.3, w: u, h });
  }
}

function drawGrid(context: Context, scene: Scene, lot: Lot, area: Box, u: number): void {
  const { columns, w } = grid(lot, u, area.w);
  const h = w / lot.ratio;
  lot.all.forEach((id, i) => {
    const box = { x: area.x + (i % columns) * (w + 6), y: area.y + Math.floor(i / columns) * (h + 6), w, h };
    card(context, scene, lot, id, i, box);
  });
}

function drawRow(context: Context, scene: Scene, lot: Lot, area: Box, u: number): void {
  const h = u / lot.ratio;
  const n = lot.role === "hand" ? lot.all.length : Math.max(lot.n, lot.all.length);
  const r = row(n, u, area.w, leastStep(lot, u));
  const inset = lot.role === "hand" ? (area.w - r.w) / 2 : 0;
  const down = lot.role === "hand" ? h * 0.62 + 4 : h + 4;
  lot.all.forEach((id, i) => {
    const box = {
      x: area.x + inset + (i % r.perRow) * r.step,
      y: area.y + Math.floor(i / r.perRow) * down,
      w: u,
      h,
    };
    card(context, scene, lot, id, i, box);
  });
}
