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
