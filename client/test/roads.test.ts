// Connections of a graph and how they look.

import { expect, test } from "vitest";
import type { Legend } from "../src/model/legend";
import { settingOf } from "../src/model/setting";
import { tableOf } from "../src/model/table";
import { arrange } from "../src/pure/arrange";
import { classify } from "../src/pure/classify";
import { NOTHING_REMEMBERED } from "../src/pure/memory";
import type { SceneTile } from "../src/pure/scene";
import { besideName } from "../src/pure/tiles";
import { EMPTY } from "./empty";

test("a connection of a graph looks as its edge says", () => {
  const tiles = ["A", "B", "C"].map((name) => ({ name }));
  const legend: Legend = {
    ...EMPTY,
    boards: [
      {
        ...{ name: "Town", shape: "graph", visible: "all", tile: "Tile", tiles },
        edges: [
          [0, 1, 1],
          [1, 0, 1],
          [1, 2, 1],
          [2, 1, 1],
        ],
        sides: [
          { name: "A-B", of: "Way", tiles: [0, 1] },
          { name: "B-C", of: "Way", tiles: [1, 2] },
        ],
      },
    ],
  };
  const look = { colour: "red", symbol: "T" };
  const table = tableOf({
    ...{ things: {}, at: {}, seats: [], course: { active: 0 }, over: false },
    held: { "Town/B-C": { look } },
  });
  const setting = settingOf(legend, table, null);
  const roles = classify(legend, setting);
  const screen = { width: 800, height: 600, isTouch: false };
  const [board] = arrange(roles, table, setting, null, screen, NOTHING_REMEMBERED).boards;
  expect(board!.lines.map(({ look }) => look)).toEqual([undefined, look]);
  // What lies on an edge lies in the middle of its line.
  for (const [i, { from, to }] of board!.lines.entries()) {
    const { x, y } = board!.sides[i]!;
    expect([x, y]).toEqual([(from[0] + to[0]) / 2, (from[1] + to[1]) / 2]);
  }
});

test("several things at a place of a graph leave its name to be read", () => {
  const tile = { key: "H/Hall", name: "Hall", x: 0, y: 0, w: 100, h: 100 } as SceneTile;
  const named = (x: number, y: number) => ({ ...tile, label: { x, y, size: 12 } });
  expect(besideName(tile, "spot")).toBe(tile);
  expect(besideName(named(50, 16), "square")).toMatchObject({ y: 0, h: 100 });
  expect(besideName(named(50, 16), "spot")).toEqual({ x: 0, y: 24, w: 100, h: 76 });
  expect(besideName(named(50, 84), "spot")).toEqual({ x: 0, y: 0, w: 100, h: 76 });
  expect(besideName(named(5, 50), "spot")).toEqual({ x: 24, y: 0, w: 76, h: 100 });
  expect(besideName(named(95, 50), "spot")).toEqual({ x: 0, y: 0, w: 76, h: 100 });
});
