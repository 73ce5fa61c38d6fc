// How large the boards in the middle can be, side by side or one below the other. No DOM, no clock.

import type { BoardSetting } from "../model/setting";
import { type BoardPlan, planBoard, widened } from "./boards";
import { GAP, LABEL } from "./lots";
import type { Box } from "./scene";

export type Plans = { board: BoardSetting; plan: BoardPlan }[];

/** A board with its place on the table and where its tiles are on it. */
export interface Fitted extends Box {
  plan: BoardPlan;
}

/** Boards side by side or one below the other, whichever gives larger cells. */
export function fitBoards(plans: Plans, room: Box): { boxes: Fitted[]; cells: number[] } {
  const n = plans.length;
  const title = n > 1 ? LABEL : 0;
  const sized = (w: number, h: number) =>
    plans.map(({ board, plan }) => {
      const p = replanned(board, plan, w, h);
      const gutter = gutterOf(board, p);
      const across = (w - gutter) / p.w;
      const c = Math.min(across, (h - gutter - title) / p.h, mostOf(p));
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

/** The most that a cell is wide, in pixels. */
const mostOf = (plan: BoardPlan): number => (plan.cell === "place" ? 74 : 96);

/** Boards without places of their own, and boards that grow, take the form of the room. */
function replanned(board: BoardSetting, plan: BoardPlan, w: number, h: number): BoardPlan {
  if (plan.isLoose) {
    const c = Math.max(plan.least, Math.min(w / plan.w, h / plan.h, mostOf(plan)));
    return widened(plan, Math.max(plan.w, w / c), Math.max(plan.h, h / c));
  }
  const isFree = plan.cell === "step" || plan.cell === "place";
  return isFree ? planBoard(board, Math.max(0.4, Math.min(3, w / h))) : plan;
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
