// Zones with a row for each player.

import { expect, test } from "vitest";
import type { Legend } from "../src/model/legend";
import { settingOf } from "../src/model/setting";
import { tableOf, type WireTable } from "../src/model/table";
import { arrange } from "../src/pure/arrange";
import { classify } from "../src/pure/classify";
import { NOTHING_REMEMBERED, remember } from "../src/pure/memory";
import { EMPTY } from "./empty";

const legend: Legend = {
  ...EMPTY,
  game: "Sides",
  classes: [{ name: "Unit", kind: "card", attributes: [{ name: "keeper", type: "player" }] }],
  zones: [{ name: "field", title: "field", of: "Unit", visible: "all", layout: "sides", by: "keeper" }],
  seats: [{ name: "A" }, { name: "B" }],
};

/** Where units lie whose keepers are these. */
function rowsFor(keepers: (number | null)[], seat: number | null, width = 900, before = NOTHING_REMEMBERED) {
  const wire: WireTable = {
    things: Object.fromEntries(
      keepers.map((keeper, id) => [
        id,
        { class: "Unit", owners: [0], ...(keeper !== null && { attributes: { keeper: { seat: keeper } } }) },
      ]),
    ),
    at: { field: keepers.map((_, id) => id) },
    seats: [{ score: 0 }, { score: 0 }],
    course: { active: 0 },
    over: false,
  };
  const table = tableOf(wire);
  const setting = settingOf(legend, table, seat);
  const roles = classify(legend, setting);
  const memory = remember(before, roles, table, setting, seat, []);
  const scene = arrange(roles, table, setting, seat, { width, height: 640, isTouch: false }, memory);
  const boxes = scene.things.filter((thing) => thing.place === "field");
  return { memory, boxes: keepers.map((_, id) => boxes.find((box) => box.id === id)!) };
}

test("one's own lie below those of others, whoever owns them, and what is nobody's between them", () => {
  for (const seat of [0, 1]) {
    const [other, own] = [1 - seat, seat];
    const [theirs, none, mine, mineToo] = rowsFor([other, null, own, own], seat).boxes;
    expect(theirs!.y).toBeLessThan(none!.y);
    expect(none!.y).toBeLessThan(mine!.y);
    expect(mineToo!.y).toBe(mine!.y);
    expect(mineToo!.x).toBeGreaterThan(mine!.x);
  }
});

test("many of one player lie in several rows, all of them beside the other's", () => {
  const { boxes } = rowsFor([1, ...Array.from({ length: 14 }, () => 0)], 0, 390);
  const [theirs, ...mine] = boxes;
  expect(new Set(mine.map((box) => box.y)).size).toBeGreaterThan(1);
  for (const box of mine) expect(box.y).toBeGreaterThanOrEqual(theirs!.y + theirs!.h);
});

test("a row stays where it is when what lay above it is gone", () => {
  const full = rowsFor([1, 1, null, 0], 0);
  const [mine] = rowsFor([0], 0, 900, full.memory).boxes;
  expect(mine!.y).toBe(full.boxes[3]!.y);
});
