import { expect, test } from "vitest";
import type { Setting } from "../src/model/setting";
import { tableOf } from "../src/model/table";
import type { Roles } from "../src/pure/classify";
import { placedLabel, type Words } from "../src/pure/label";

const table = tableOf({
  things: { 1: { class: "Man", text: "Man" }, 2: { class: "Man", text: "Man" } },
  at: { "Field/a1": [1], reserve: [2] },
  seats: [{ score: 0 }],
  course: { active: 0 },
  over: false,
});
const tiles = [{ key: "Field/a1", name: "a1" }];
const setting = { seats: [], zones: [], boards: [{ tiles, sides: [], corners: [] }] } as unknown as Setting;
const words: Words = {
  roles: { translate: (text: string) => text } as Roles,
  table,
  setting,
  language: "en",
};

test("where nothing points at a thing on a board, its place tells which one it is", () => {
  expect(placedLabel({ thing: 1 }, words)).toBe("Man (a1)");
  expect(placedLabel({ thing: 2 }, words)).toBe("Man");
  expect(placedLabel({ tile: ["Field", "a1"] }, words)).toBe("a1");
});

test("a tile is called by its title", () => {
  const named = [
    { key: "Field/a1", name: "a1", look: { title: "Old Oak" } },
    { key: "Field/a2", name: "a2" },
  ];
  const board = { name: "Field", shape: "graph", owner: null, tiles: named, sides: [], corners: [] };
  const titled = { ...words, setting: { ...setting, boards: [board] } as unknown as Setting };
  expect(placedLabel({ tile: ["Field", "a1"] }, titled)).toBe("Old Oak");
  expect(placedLabel({ tile: ["Field", "a2"] }, titled)).toBe("a2");
  expect(placedLabel({ thing: 1 }, titled)).toBe("Man (Old Oak)");
});
