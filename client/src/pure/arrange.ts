// Where everything lies: a box for each board, tile, zone, seat and thing, from roles, table, screen and what is
// remembered. Same input, same scene; no DOM, no clock, nothing is measured.

import type { Setting } from "../model/setting";
import type { Table } from "../model/table";
import { type BoardPlan, boardKey, planBoard } from "./boards";
import type { Roles } from "./classify";
import { type Fitted, type Forms, fitBoards, type Plans } from "./fit";
import { type Context, EDGE, type Flow, flow, GAP, type Lot, lotsOf, type Placed } from "./lots";
import type { Memory } from "./memory";
import { INSET, otherAreas, ownArea, ownHand, type SeatArea } from "./panels";
import type { Box, Scene, Screen, Span } from "./scene";
import { drawFlow, drawZone } from "./spread";
import { drawBoard } from "./tiles";

export function arrange(
  roles: Roles,
  table: Table,
  setting: Setting,
  seat: number | null,
  screen: Screen,
  memory: Memory,
): Scene {
  const context: Context = { roles, table, setting, seat, screen, memory };
  const lots = lotsOf(context);
  // The own board is the last one, nearest to the own panel.
  const isOwn = ({ owner }: { owner: number | null }) => owner !== null && owner === seat;
  const boards = [...setting.boards].sort((a, b) => Number(isOwn(a)) - Number(isOwn(b)));
  const plans = boards.map((board) => ({
    board,
    isOwn: isOwn(board),
    plan: planBoard(board, 1.2, memory.extents.get(boardKey(board))),
  }));
  const all = candidates(context, lots, plans);
  const isTight = ({ template }: { template: string | null }) => template?.endsWith(TIGHT) ?? false;
  // Piles that have become numbers stay so, as long as there are any.
  const tight = isTight(memory) ? all.filter(isTight) : [];
  const tries = (tight.length ? tight : all).map((layout) => ({
    layout,
    score: scoreOf(context, layout),
  }));
  const best = tries.reduce((a, b) => (b.score > a.score ? b : a));
  const bestOf = (all: typeof tries) =>
    all.reduce<(typeof tries)[number] | null>((a, b) => (!a || b.score > a.score ? b : a), null);
  // What is as good as ever stays as it was: how it is laid out, and how wide cards are.
  const alike = tries.filter((t) => t.layout.template === memory.template);
  const same = alike.find((t) => t.layout.u === memory.u) ?? null;
  const margin = plans.length ? MARGIN.boards : MARGIN.zones;
  const isGoodEnough = ({ score }: { score: number }) => best.score < score + 0.15 * Math.abs(score) + margin;
  const held = bestOf(alike.filter((t) => t.layout.isHeld));
  const kept = [same, held, bestOf(alike)].find((t) => t && isGoodEnough(t));
  const chosen = kept ?? best;
  return draw(context, chosen.layout, plans);
}

/** How much better another layout must be: on a board that lies otherwise one finds nothing where it was. */
const MARGIN = { boards: 0.6, zones: 0.05 };

/** How a template is tried. */
interface Trial {
  /** How wide cards are. */
  u: number;
  forms: Forms;
  /** Where the middle was, and is to stay. */
  held: Span | null;
}

interface Layout {
  template: string;
  lots: Lot[];
  u: number;
  /** Cell sizes of the boards. */
  cells: number[];
  boards: Fitted[];
  others: SeatArea[];
  centre: { x: number; y: number; flow: Flow };
  mine: SeatArea | null;
  hand: Placed | null;
  height: number;
  /** In so much everything has room but the others, where these stand by themselves. */
  tall: number;
  /** Whether some of these are out of sight. */
  areOthersCut: boolean;
  filled: number;
  /** The room that was given to the middle. */
  middle: Span | null;
  /** What is in the middle lies where it lay. */
  isHeld: boolean;
}

/** Card widths that are tried. */
const WIDTHS = [120, 108, 96, 88, 80, 72, 64, 56, 48, 42, 36];

function candidates(context: Context, lots: Lot[], plans: Plans): Layout[] {
  const ways = plans.length === 0 ? ["zones"] : ["below", "beside", "half"];
  const templates = mayStandAside(context, plans) ? [...ways, ...ways.map((way) => way + ASIDE)] : ways;
  const most = context.screen.isTouch || context.screen.width < 700 ? 84 : 120;
  const widths = WIDTHS.filter((u) => u <= most);
  const isSpared = sparedOn(context);
  const spared = (lot: Lot): Lot => (isSpared(lot) ? { ...lot, role: "away", isTight: true } : lot);
  const tight = lots.some(isSpared) ? lots.map(spared) : null;
  const all = (context: Context, lots: Lot[], end: string) =>
    templates.flatMap((way) => waysOf(context, lots, plans, way, `${way}${end}`, widths));
  const piles = tight?.filter(({ isTight }) => isTight) ?? [];
  const close = lots.some(({ spare }) => spare) ? lots.map((lot) => ({ ...lot, spare: 0 })) : null;
  return [
    ...all(context, lots, ""),
    ...(close ? all(context, close, CLOSE) : []),
    ...(tight ? all({ ...context, piles }, tight, TIGHT) : []),
  ];
}

/** Of one template all widths of cards; of the one that lies there first with what is in the middle left in place. */
function waysOf(
  context: Context,
  lots: Lot[],
  plans: Plans,
  way: string,
  template: string,
  widths: readonly number[],
): Layout[] {
  const { memory } = context;
  const isSame = template === memory.template;
  const forms: Forms = isSame ? memory.forms : new Map();
  const all = (held: Span | null) => widths.map((u) => layOut(context, lots, plans, way, { u, forms, held }));
  const held = isSame && memory.middle ? all(memory.middle).filter(({ isHeld }) => isHeld) : [];
  return [...held, ...all(null)].map((layout) => ({ ...layout, template }));
}

/** What a template is called in which the piles of players are numbers in their lines. */
const TIGHT = ", tight";
/** One in which there is no room for kinds of things that may come. */
const CLOSE = ", close";
/** And one in which seats stand at the sides of a board, though there is height for more than that. */
const ASIDE = ", aside";

/**
 * A pile of a player in which nobody chooses may be a number, where hands would be out of sight otherwise; and where seats
 * stand at the sides so may what others hold unseen, where some of them would be.
 */
const sparedOn =
  ({ screen, seat }: Context) =>
  (lot: Lot): boolean => {
    const { role, zone, isChosen, all } = lot;
    if (zone.owner === null || isChosen || !isShown(lot)) return false;
    if (role === "pile") return true;
    return isLow(screen) && zone.owner !== seat && all.every((id) => id === null);
  };

function isShown(lot: Lot): boolean {
  if (lot.role === "ledger" || lot.role === "away") return false;
  // A player's pile will be used, and one that comes later pushes all others aside.
  const isPile = lot.role === "pile" && lot.zone.owner !== null;
  return lot.n > 0 || lot.isChosen || lot.role === "around" || isPile || lot.zone.layout !== undefined;
}

/** A table in less height, and more width than height, has its seats at its sides. */
const LOW = { height: 400, width: 560, ratio: 1.4 };
/** How wide these are, and two columns of them; and the width of cards that leads to the smallest ones there. */
const SIDES = { share: 0.22, least: 130, most: 220, two: 244, small: 36 };

/** In less height than this they may, where there is a board, which is larger for it. */
const ROOM_FOR_STRIPS = 560;

const isWide = ({ width, height }: Screen): boolean => width >= LOW.width && width > height * LOW.ratio;
const isLow = (screen: Screen): boolean => screen.height < LOW.height && isWide(screen);

const mayStandAside = ({ screen }: Context, plans: Plans): boolean =>
  plans.length > 0 && isWide(screen) && !isLow(screen) && screen.height < ROOM_FOR_STRIPS;

/** The others left, one's own right, between them what is shared, and one's own hand below that. */
function layOutLow(
  context: Context,
  lots: Lot[],
  plans: Plans,
  template: string,
  { u, forms }: Trial,
): Layout {
  const { seat, screen, table } = context;
  const shown = lots.filter(isShown);
  const seats = table.seats.map((_, i) => i);
  const turn = seat === null ? seats : seats.slice(seat + 1).concat(seats.slice(0, seat));
  const w = Math.max(SIDES.least, Math.min(SIDES.most, screen.width * SIDES.share));
  const end = (all: SeatArea[]) => Math.max(0, ...all.map((area) => area.y + area.h));
  // Where they are many, they are small, or stand in two columns.
  const lefts = [
    { left: w, others: otherAreas(context, shown, turn, u, w) },
    { left: w, others: otherAreas(context, shown, turn, SIDES.small, w) },
    { left: SIDES.two, others: otherAreas(context, shown, turn, SIDES.small, SIDES.two) },
  ];
  const least = lefts.reduce((a, b) => (end(b.others) < end(a.others) ? b : a));
  const { left, others } = lefts.find((one) => end(one.others) <= screen.height - EDGE) ?? least;
  const mine = seat === null ? null : ownArea(context, shown, seat, u, w);
  const x = EDGE + (others.length ? left + GAP : 0);
  const width = screen.width - x - EDGE - (mine ? w + GAP : 0);
  const hand = seat === null ? null : ownHand(shown, seat, u, width);
  const below = hand ? hand.h + GAP : 0;
  const shared = shown.filter((lot) => lot.zone.owner === null);
  const room = { x, y: EDGE, w: width, h: Math.max(80, screen.height - 2 * EDGE - below) };
  const middle = centre(shared, plans, template, { u, forms, held: null }, room);
  // One's own stands at the lower edge of what is seen, however much there is of the others.
  const base = Math.max(screen.height, middle.bottom + below + EDGE);
  const side = Math.max(screen.height, (mine?.h ?? 0) + 2 * EDGE);
  const height = Math.max(base, side, end(others) + EDGE);
  const spare = Math.max(0, base - EDGE - below - middle.bottom);
  if (mine) Object.assign(mine, { x: screen.width - EDGE - w, y: side - EDGE - mine.h });
  if (hand) Object.assign(hand, { x: x + (width - hand.w) / 2, y: base - EDGE - hand.h });
  const shift = spare / 2;
  return {
    template,
    lots,
    u,
    cells: middle.cells,
    boards: middle.boards.map((b) => ({ ...b, y: b.y + shift })),
    others,
    centre: { x: middle.x, y: middle.y + shift, flow: middle.flow },
    mine,
    hand,
    height,
    tall: Math.max(base, side),
    areOthersCut: end(others) > screen.height - EDGE,
    filled: 1 - spare / Math.max(1, screen.height),
    middle: null,
    isHeld: false,
  };
}

function layOut(context: Context, lots: Lot[], plans: Plans, template: string, trial: Trial): Layout {
  const { seat, screen, table } = context;
  if (isLow(screen)) return layOutLow(context, lots, plans, template, trial);
  if (template.endsWith(ASIDE)) {
    return { ...layOutLow(context, lots, plans, template.slice(0, -ASIDE.length), trial), template };
  }
  const { u, held } = trial;
  const width = screen.width - 2 * EDGE;
  const shown = lots.filter(isShown);
  const seats = table.seats.map((_, i) => i);
  const others = seat === null ? seats : seats.slice(seat + 1).concat(seats.slice(0, seat));
  const topOf = (areas: SeatArea[]) => areas.reduce((bottom, a) => Math.max(bottom, a.y + a.h), EDGE) + GAP;
  const areas = squeezed(
    u,
    (u) => otherAreas(context, shown, others, u, width),
    (areas) => !held || topOf(areas) <= held.y + 0.5,
  );
  const top = topOf(areas);
  const hand = seat === null ? null : ownHand(shown, seat, u, width);
  const shared = shown.filter((lot) => lot.zone.owner === null);
  const ownAt = (u: number) => (seat === null ? null : ownArea(context, shown, seat, u, width));
  const belowOf = (mine: SeatArea | null) => (mine?.h ?? 0) + (hand ? hand.h + GAP : 0) + EDGE;
  const full = ownAt(u);
  const h = held?.h ?? Math.max(120, screen.height - top - GAP - belowOf(full));
  const middle = centre(shared, plans, template, trial, { x: EDGE, y: held?.y ?? top, w: width, h });
  const end = middle.bottom + GAP;
  const mine = held ? squeezed(u, ownAt, (mine) => end + belowOf(mine) <= screen.height + 0.5) : full;
  const below = belowOf(mine);
  const spare = Math.max(0, screen.height - below - end);
  const base = end + spare;
  if (mine) mine.y = base;
  if (hand) {
    hand.x = EDGE + (width - hand.w) / 2;
    hand.y = base + (mine?.h ?? 0) + (mine ? GAP : 0);
  }
  const shift = held ? 0 : spare / 2;
  return {
    template,
    lots,
    u,
    cells: middle.cells,
    boards: middle.boards.map((b) => ({ ...b, y: b.y + shift })),
    others: areas,
    centre: { x: middle.x, y: middle.y + shift, flow: middle.flow },
    mine,
    hand,
    height: Math.max(screen.height, base + below),
    tall: Math.max(screen.height, base + below),
    areOthersCut: false,
    filled: 1 - spare / Math.max(1, screen.height),
    middle: {
      y: (held?.y ?? top) + shift,
      w: middle.w,
      h: middle.h,
      room: held?.room ?? screen.height,
    },
    isHeld: held !== null && top <= held.y + 0.5,
  };
}

/** So much narrower are cards beside names before what is in the middle gives way. */
const NARROWER = [0.85, 0.72, 0.6, 0.5];

/** With cards as wide as they can be where that is good, and else with the given ones. */
function squeezed<T>(u: number, made: (u: number) => T, isGood: (one: T) => boolean): T {
  const full = made(u);
  if (isGood(full)) return full;
  return NARROWER.map((share) => made(u * share)).find(isGood) ?? full;
}

interface Middle {
  x: number;
  y: number;
  cells: number[];
  boards: Fitted[];
  flow: Flow;
  bottom: number;
  /** How large the room for boards is. */
  w: number;
  h: number;
}

/** What zones beside a board have of the room, where they are many. */
const HALF = 0.46;

/** How wide the backs of cards are at most where there is a board. */
const BACKS = 48;

function centre(shared: Lot[], plans: Plans, template: string, { u, forms, held }: Trial, room: Box): Middle {
  if (plans.length === 0) {
    const f = flow(shared, u, room.w, "centre");
    return {
      x: room.x,
      y: room.y,
      cells: [],
      boards: [],
      flow: f,
      bottom: room.y + f.h,
      w: room.w,
      h: room.h,
    };
  }
  const isBeside = template !== "below" && shared.length > 0;
  // Where there is a board, it goes before the backs of cards, on which nothing is to be read.
  const areBacks = shared.every((lot) => lot.role === "stack");
  const wide = Math.min(u, areBacks ? BACKS : isBeside ? u : 84);
  const share = template === "half" ? room.w * HALF : Math.min(room.w * 0.42, wide * 2.4);
  const aside = isBeside ? (held ? room.w - held.w - GAP : Math.max(wide + 20, share)) : room.w;
  const f = flow(shared, wide, aside, "centre");
  const boardRoom: Box = isBeside
    ? { ...room, w: room.w - aside - GAP }
    : { ...room, h: held?.h ?? Math.max(100, room.h - (f.h ? f.h + GAP : 0)) };
  const { boxes, cells } = fitBoards(plans, boardRoom, forms);
  const { w, h } = boardRoom;
  const bottom = Math.max(...boxes.map((b) => b.y + b.h));
  return isBeside
    ? {
        x: room.x + room.w - aside,
        y: room.y,
        cells,
        boards: boxes,
        flow: f,
        bottom: Math.max(bottom, room.y + f.h),
        ...{ w, h },
      }
    : {
        x: room.x,
        y: bottom + GAP,
        cells,
        boards: boxes,
        flow: f,
        bottom: bottom + (f.h ? f.h + GAP : 0),
        ...{ w, h },
      };
}

/** Names and texts of places are easily read where a cell is so wide, in pixels; in less they touch, or are narrow. */
const WORDS = 31;

const isNamed = ({ cell, tiles }: BoardPlan): boolean =>
  cell === "place" ||
  (cell === "spot" && tiles.some(({ tile }) => (tile.look?.title ?? tile.name).length > 3));

function scoreOf(context: Context, layout: Layout): number {
  const isSmall = context.screen.isTouch || context.screen.width < 700;
  const c0 = isSmall ? 44 : 64;
  const u0 = isSmall ? 62 : 96;
  const c = layout.cells.length ? Math.min(1.15, Math.min(...layout.cells) / c0) : 0;
  const u = Math.min(1.1, layout.u / u0);
  const over = layout.tall / context.screen.height - 1;
  // What lies where it was may stand a little below the edge, as long as no hand does: a bar grows, and shrinks again.
  const hasShrunk = context.screen.height < (layout.middle?.room ?? 0);
  const isNear = layout.isHeld && hasShrunk && layout.boards.length > 0 && !layout.hand && over < 0.08;
  // Cards narrower than this show no text.
  const least = isSmall ? 48 : 72;
  const narrow = layout.boards.map(({ plan }, i) => (isNamed(plan) ? WORDS - layout.cells[i]! : 0));
  const isUnread = layout.centre.flow.boxes.some((box) => box.lot.holdsCards) && layout.u < least;
  return (
    5 * c +
    (layout.cells.length ? 2 : 5) * u -
    (over > 0.001 ? (isNear ? 1 : 3) + 6 * over : 0) -
    (layout.filled < 0.6 ? 1 : 0) -
    (layout.areOthersCut ? 3.5 : 0) -
    (layout.template.endsWith(TIGHT) ? 1.5 : 0) -
    (layout.template.endsWith(CLOSE) ? 2.5 : 0) -
    (isUnread ? (least - layout.u) / 16 : 0) -
    Math.max(0, ...narrow) / 6
  );
}

function draw(context: Context, layout: Layout, plans: Plans): Scene {
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
    middle: layout.middle,
  };
  plans.forEach(({ board }, i) => {
    const box = layout.boards[i]!;
    drawBoard(context, scene, board, box, layout.cells[i]!);
  });
  for (const area of [...layout.others, ...(layout.mine ? [layout.mine] : [])]) {
    scene.panels.push({
      seat: area.seat,
      isOwn: area.seat === context.seat,
      x: area.x,
      y: area.y,
      w: area.w,
      h: area.h,
      head: area.head,
    });
    drawFlow(context, scene, area.flow, area.x + INSET, area.y + area.head + 2);
  }
  drawFlow(context, scene, layout.centre.flow, layout.centre.x, layout.centre.y);
  if (layout.hand) drawZone(context, scene, layout.hand, 0, 0, false);
  for (const lot of layout.lots) {
    const ids = lot.all.flatMap((id) => (id === null ? [] : [id]));
    if (lot.role === "ledger") scene.ledgers.push({ key: lot.zone.key, title: lot.title, ids });
    if (lot.role === "away" && (lot.all.length || lot.isTight)) {
      const { key, owner } = lot.zone;
      const { title, isTight } = lot;
      scene.tray.push({ key, owner, title, count: lot.all.length, ...(isTight && { isTight }) });
    }
  }
  scene.things.sort((a, b) => (a.key < b.key ? -1 : 1));
  return scene;
}
