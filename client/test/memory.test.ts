import { expect, test } from "vitest";
import type { Look } from "../src/model/legend";
import type { BoardSetting, Setting } from "../src/model/setting";
import type { Table, Thing } from "../src/model/table";
import { alike, isTurned, NOTHING_REMEMBERED, rememberAsked } from "../src/pure/memory";

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

test("a board is turned for whoever starts at its upper end, with one piece, too", () => {
  const tiles = [0, 1, 2, 3, 4].map((y) => ({ key: `Meadow/${y}`, name: `${y}`, c: [0, y] }));
  const meadow = { name: "Meadow", owner: null, shape: "square", cell: "square", tiles, edges: [] };
  const table = (places: [number, number][]) =>
    ({
      at: new Map(places.map(([y], id) => [`Meadow/${y}`, [id]])),
      things: new Map(places.map(([, owner], id) => [id, { class: "Sheep", owners: [owner] }])),
    }) as unknown as Table;
  const seen = (places: [number, number][], seat: number) =>
    isTurned(meadow as unknown as BoardSetting, table(places), seat);
  const two: [number, number][] = [
    [4, 0],
    [0, 1],
  ];
  expect(seen(two, 0)).toBe(false);
  expect(seen(two, 1)).toBe(true);
  expect(seen([[0, 1]], 1)).toBe(false);
  expect(seen([], 1)).toBe(false);
});

test("things that only some may tell apart are not one stack for them", () => {
  const crate = (weight: number, look?: Look): Thing => ({
    class: "Crate",
    text: "Crate",
    attributes: { weight: { num: weight } },
    ...(look && { look }),
  });
  expect(alike(crate(2))).toBe(alike(crate(2)));
  expect(alike(crate(2))).not.toBe(alike(crate(3)));
  const more = (attributes: Thing["attributes"]): Thing => ({ ...crate(2), attributes });
  const [weight, full] = [{ num: 2 }, { bool: true }];
  expect(alike(more({ weight, full }))).toBe(alike(more({ full, weight })));
  expect(alike(crate(2, { title: "crate of 2" }))).not.toBe(alike(crate(3, { title: "crate of 3" })));
  // What the author does not show is no reason to part them.
  expect(alike(crate(2, { title: "crate" }))).toBe(alike(crate(3, { title: "crate" })));
});
