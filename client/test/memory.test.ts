import { expect, test } from "vitest";
import type { Setting } from "../src/model/setting";
import { NOTHING_REMEMBERED, rememberAsked } from "../src/pure/memory";

const tiles = Array.from({ length: 14 }, (_, i) => ({ key: `Row/${i + 1}`, name: `${i + 1}` }));
const row = { name: "Row", owner: null, shape: "ring", cell: "none", path: "pits", tiles, edges: [] };
const setting = { boards: [row], zones: [], seats: [] } as unknown as Setting;
const houses = (from: number) => new Set([0, 1, 2].map((i) => `Row/${from + i}`));
const turned = (asked: ReadonlySet<string>) =>
  rememberAsked(NOTHING_REMEMBERED, setting, asked).turned.get("Row/null");

test("a board of pits lies as its first question says, with the own houses below", () => {
  expect(turned(houses(1))).toBe(false);
  expect(turned(houses(8))).toBe(true);
  expect(turned(new Set(["Row/1", "Row/8"]))).toBeUndefined();
  expect(turned(new Set())).toBeUndefined();
  const known = rememberAsked(NOTHING_REMEMBERED, setting, houses(8));
  expect(rememberAsked(known, setting, houses(1))).toBe(known);
});
