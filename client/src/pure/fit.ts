// How large the boards in the middle can be, side by side or one below the other. No DOM, no clock.

import type { BoardSetting } from "../model/setting";
import { type BoardPlan, boardKey, planBoard, widened } from "./boards";
import { GAP, LABEL } from "./lots";
import type { Box } from "./scene";

export type Plans = { board: BoardSetting; plan: BoardPlan; isOwn?: boolean }[];

/** A board with its place on the table and where its tiles are on it. */
export interface Fitted extends Box {
  plan: BoardPlan;
  /** The form of the room that it took, width to height. */
  form: number;
}

/** Of boards that take the form of their room, which one they had, by key. */
export type Forms = ReadonlyMap<string, number>;

/** Boards that stand side by side, by their places in the list, and what part of the height they take. */
interface Row {
  boards: number[];
  part: number;
}

/**
 * In which rows boards may stand: in one, each in its own, in two, and the own one, which is the last, larger below all
 * others.
 */
function rowsOf(n: number, hasOwn: boolean): Row[][] {
  const all = Array.from({ length: n }, (_, i) => i);
  const half = Math.ceil(n / 2);
  const across = [{ boards: all, part: 1 }];
  const down = all.map((i) => ({ boards: [i], part: 1 / n }));
  if (n < 3) return [across, down];
  const two = [all.slice(0, half), all.slice(half)].map((boards) => ({ boards, part: 1 / 2 }));
  const own = [
    { boards: all.slice(0, -1), part: 1 / 3 },
    { boards: all.slice(-1), part: 2 / 3 },
  ];
  return hasOwn ? [across, down, two, own] : [across, down, two];
}

/**
 * Boards in the rows that give the largest cells, of the own board above all, which is the last; in other room places stay
 * in their columns.
 */
export function fitBoards(
  plans: Plans,
  room: Box,
  forms: Forms = new Map(),
): { boxes: Fitted[]; cells: number[] } {
  const n = plans.length;
  const title = n > 1 ? LABEL : 0;
  // With several of one's own, as a sea and a chart of it, or one that all share, none is larger than the others.
  const isOwned = plans.every(({ board, isOwn }) => isOwn || board.owner !== null);
  const hasOwn = isOwned && plans.filter(({ isOwn }) => isOwn).length === 1;
  const sized = ({ board, plan }: Plans[number], w: number, h: number) => {
    const form = forms.get(boardKey(board)) ?? formFor(board, plan, w, h);
    const p = replanned(board, plan, { w, h, form });
    const gutter = gutterOf(board, p);
    const across = (w - gutter) / p.w;
    const c = Math.min(across, (h - gutter - title) / p.h, mostOf(p));
    const size = Math.max(c, Math.min(p.least, across));
    return { plan: p, form, c: size, w: p.w * size + gutter, h: p.h * size + gutter + title };
  };
  const tries = rowsOf(n, hasOwn).map((rows) => {
    const h = room.h - (rows.length - 1) * GAP;
    const fitted = rows.map(({ boards, part }) => {
      const share = (room.w - (boards.length - 1) * GAP) / boards.length;
      return { share, all: boards.map((i) => sized(plans[i]!, share, h * part)) };
    });
    const cells = fitted.flatMap(({ all }) => all.map(({ c }) => c));
    return { fitted, cells, worth: Math.min(...cells) + (hasOwn ? OWN * cells[n - 1]! : 0) };
  });
  const { fitted, cells } = tries.reduce((a, b) => (b.worth > a.worth ? b : a));
  let y = room.y;
  const boxes = fitted.flatMap(({ share, all }) => {
    let x = room.x;
    const row = all.map(({ plan, form, w, h }): Fitted => {
      const left = x + (share - w) / 2;
      x += share + GAP;
      return { plan, form, x: left, y, w, h };
    });
    y += Math.max(...all.map(({ h }) => h)) + GAP;
    return row;
  });
  return { boxes, cells };
}

/** How much more the cells of the own board count than those of others. */
const OWN = 2;

/** The most that a cell is wide, in pixels. */
const mostOf = (plan: BoardPlan): number => (plan.cell === "place" ? 74 : 96);

/** Places are as wide as they can be: where they would be too tall so, there are more beside one another. */
function formFor(board: BoardSetting, plan: BoardPlan, w: number, h: number): number {
  const form = w / h;
  if (plan.cell !== "place") return form;
  const isLow = (form: number) => {
    const p = replanned(board, plan, { w, h, form });
    return p.h * Math.min(p.least, w / p.w) <= h;
  };
  return [1, 1.15, 1.3, 1.5].map((more) => form * more).find(isLow) ?? form;
}

/** Boards without places of their own, and boards that grow, take the form of the room. */
function replanned(
  board: BoardSetting,
  plan: BoardPlan,
  { w, h, form }: { w: number; h: number; form: number },
): BoardPlan {
  if (plan.isLoose) {
    const c = Math.max(plan.least, Math.min(w / plan.w, h / plan.h, mostOf(plan)));
    return widened(plan, Math.max(plan.w, w / c), Math.max(plan.h, h / c));
  }
  const isFree = plan.cell === "step" || plan.cell === "place";
  return isFree ? planBoard(board, Math.max(0.4, Math.min(3, form))) : plan;
}

export const COORDINATES = /^([a-z]+)(\d+)$/;

/** Whether all names of a board read as coordinates; worked out once, as it is asked for every size that is tried. */
const named = new WeakMap<BoardSetting, boolean>();

function isNamed(board: BoardSetting): boolean {
  const known = named.get(board);
  if (known !== undefined) return known;
  const found = board.tiles.every((tile) => COORDINATES.test(tile.name));
  named.set(board, found);
  return found;
}

/** Whether the points of a graph that have a letter, or a number, stand in one line. */
function isLined({ tiles }: BoardPlan): boolean {
  const all = tiles.map(({ tile, c }) => ({ named: COORDINATES.exec(tile.name) ?? [], c }));
  return ([1, 2] as const).every((part) => {
    const axis = part - 1;
    const first = new Map(all.map(({ named, c }) => [named[part], c[axis]!]));
    return first.size > 1 && all.every(({ named, c }) => Math.abs(first.get(named[part])! - c[axis]!) < 0.05);
  });
}

export function gutterOf(board: BoardSetting, plan: BoardPlan): number {
  if (board.grows || board.sides.length > 0 || !isNamed(board)) return 0;
  return plan.cell === "square" || (plan.cell === "spot" && isLined(plan)) ? 16 : 0;
}
