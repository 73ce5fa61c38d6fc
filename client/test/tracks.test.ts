import { expect, test } from "vitest";
import type { BoardSetting } from "../src/model/setting";
import { planBoard } from "../src/pure/boards";

const track = (n: number): BoardSetting => ({
  name: "Track",
  owner: null,
  shape: "track",
  cell: "none",
  isHidden: false,
  grows: false,
  tiles: Array.from({ length: n }, (_, i) => ({ key: `Track/${i + 1}`, name: `${i + 1}`, c: null })),
  edges: [],
  sides: [],
  corners: [],
  isUpright: false,
});

test("a short track is a row in whatever room, and a longer one turns back in rows", () => {
  for (const aspect of [0.4, 1, 3]) {
    const { w, h, tiles } = planBoard(track(6), aspect);
    expect([w, h]).toEqual([6, 1]);
    expect(tiles.map(({ c }) => c[0])).toEqual([0.5, 1.5, 2.5, 3.5, 4.5, 5.5]);
  }
  const { w, h } = planBoard(track(20), 1.2);
  expect([w, h]).toEqual([5, 4]);
});

test("points stand in two rows with room for their numbers on the rim", () => {
  const { w, h, tiles, cell } = planBoard({ ...track(24), path: "points" }, 1);
  expect([w, cell, h > 10.5]).toEqual([13, "point", true]);
  expect(tiles[0]?.c[0]).toBe(12.5);
  expect(tiles.every(({ c, h: tall }) => c[1] - tall / 2 >= 0.5 && c[1] + tall / 2 <= h - 0.5)).toBe(true);
});
