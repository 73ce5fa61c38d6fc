import { expect, test } from "vitest";
import type { BoardSetting } from "../src/model/setting";
import { type BoardPlan, type Extent, planBoard } from "../src/pure/boards";
import { fitBoards } from "../src/pure/fit";

const ROOM = { x: 0, y: 0, w: 374, h: 436 };

/** A board of squares that grows, with tiles in these places. */
const board = (tiles: readonly (readonly [number, number])[]) =>
  ({
    ...{ name: "Land", owner: null, cell: "square", grows: true, edges: [], sides: [], corners: [] },
    tiles: tiles.map((c) => ({ key: `Land/${c}`, name: `${c}`, c })),
  }) as unknown as BoardSetting;

/** How it lies in a room after it lay in an extent. */
function laid(tiles: readonly (readonly [number, number])[], extent: Extent | null) {
  const one = board(tiles);
  const { boxes, cells } = fitBoards([{ board: one, plan: planBoard(one, 1.2, extent) }], ROOM);
  const { plan } = boxes[0]!;
  return { c: cells[0]!, plan, extent: { x: plan.offset[0], y: plan.offset[1], w: plan.w, h: plan.h } };
}

const placeOf = (plan: BoardPlan, name: string) => plan.tiles.find(({ tile }) => tile.name === name)?.c;

test("a board that grows keeps its size and its place as long as there is room around it", () => {
  const first = laid([[0, 0]], null);
  const next = laid(
    [
      [0, 0],
      [1, 0],
      [0, -1],
    ],
    first.extent,
  );
  expect(next.c).toBe(first.c);
  expect(placeOf(next.plan, "0,0")).toEqual(placeOf(first.plan, "0,0"));
  expect(next.extent).toEqual(first.extent);
});

test("it is laid out anew where something lies outside, with room for what comes next", () => {
  let extent: Extent | null = null;
  const sizes: number[] = [];
  for (let n = 1; n <= 12; n++) {
    const row = Array.from({ length: n }, (_, x) => [x, 0] as const);
    const now = laid(row, extent);
    extent = now.extent;
    sizes.push(now.c);
    expect(extent.x).toBeLessThanOrEqual(-0.5);
    expect(extent.x + extent.w).toBeGreaterThanOrEqual(n - 0.5);
  }
  expect(new Set(sizes).size).toBeLessThanOrEqual(6);
});

test("it fills the room that it has, and comes closer again when little of it is left", () => {
  const wide = laid(
    [
      [0, 0],
      [15, 0],
    ],
    null,
  );
  expect(wide.extent.w * wide.c).toBeCloseTo(ROOM.w);
  expect(wide.extent.h * wide.c).toBeCloseTo(ROOM.h);
  expect(laid([[0, 0]], wide.extent).c).toBeGreaterThan(wide.c);
});

test("of several boards the own one is larger, below the others", () => {
  const squares = Array.from({ length: 36 }, (_, i) => [i % 6, Math.floor(i / 6)] as const);
  const one = { ...board(squares), grows: false };
  const plans = [0, 1, 2, 3].map((owner) => ({
    board: { ...one, owner },
    plan: planBoard(one, 1.2),
    isOwn: owner === 3,
  }));
  const { boxes, cells } = fitBoards(plans, ROOM);
  expect(new Set(boxes.slice(0, 3).map(({ y }) => y)).size).toBe(1);
  expect(boxes[3]!.y).toBeGreaterThan(boxes[0]!.y + boxes[0]!.h);
  expect(cells[3]!).toBeGreaterThan(2 * cells[0]!);
  expect(boxes[3]!.y + boxes[3]!.h).toBeLessThanOrEqual(ROOM.h);
  // For whoever looks on all are alike, in two rows.
  const alike = fitBoards(
    plans.map((one) => ({ ...one, isOwn: false })),
    ROOM,
  );
  expect(new Set(alike.cells).size).toBe(1);
  expect(new Set(alike.boxes.map(({ y }) => y)).size).toBe(2);
});
