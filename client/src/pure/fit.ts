// How large the boards in the middle can be, side by side or one below the other. No DOM, no clock.

import type { BoardSetting } from "../model/setting";
import { type BoardPlan, boardKey, planBoard, widened } from "./boards";
import { GAP, LABEL } from "./lots";
import type { Box } from "./scene";

export type Plans = { board: BoardSetting; plan: BoardPlan }[];

/** A board with its place on the table and where its tiles are on it. */
export interface Fitted extends Box {
  plan: BoardPlan;
  /** The form of the room that it took, width to height. */
  form: number;
}

/** Of boards that take the form of their room, which one they had, by key. */
export type Forms = ReadonlyMap<string, number>;

/** Boards side by side or one below the other, whichever gives larger cells; in other room places stay in their columns. */
export function fitBoards(
  plans: Plans,
  room: Box,
  forms: Forms = new Map(),
): { boxes: Fitted[]; cells: number[] } {
  const n = plans.length;
  const title = n > 1 ? LABEL : 0;
  const sized = (w: number, h: number) =>
    plans.map(({ board, plan }) => {
      const form = forms.get(boardKey(board)) ?? formFor(board, plan, w, h);
      const p = replanned(board, plan, { w, h, form });
      const gutter = gutterOf(board, p);
      const across = (w - gutter) / p.w;
      const c = Math.min(across, (h - gutter - title) / p.h, mostOf(p));
      const size = Math.max(c, Math.min(p.least, across));
      return { plan: p, form, c: size, w: p.w * size + gutter, h: p.h * size + gutter + title };
    });
  const across = sized((room.w - (n - 1) * GAP) / n, room.h);
  const down = sized(room.w, (room.h - (n - 1) * GAP) / n);
  const least = (all: { c: number }[]) => Math.min(...all.map((one) => one.c));
  const isAcross = least(across) >= least(down);
  let [x, y] = [room.x, room.y];
  const share = (room.w - (n - 1) * GAP) / n;
  const boxes = (isAcross ? across : down).map((one): Fitted => {
    const left = isAcross ? x + (share - one.w) / 2 : room.x + (room.w - one.w) / 2;
    const { plan, form, w, h } = one;
    const box = { plan, form, x: left, y: isAcross ? room.y : y, w, h };
    if (isAcross) x += share + GAP;
    else y += one.h + GAP;
    return box;
  });
  return { boxes, cells: (isAcross ? across : down).map((one) => one.c) };
}

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
