// Connections of a graph and how they look.

import { expect, test } from "vitest";
import type { Legend } from "../src/model/legend";
import { settingOf } from "../src/model/setting";
import { tableOf } from "../src/model/table";
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
  const edges = settingOf(legend, table, null).boards[0]!.edges;
  expect(edges.map(([from, to, , , look]) => [from, to, look])).toEqual([
    [0, 1, undefined],
    [1, 2, look],
  ]);
});
