// How long arranging takes with many things: time of the processor, so that other work beside the tests says nothing.
// Bundled it is about a third of what it is here, where every import is looked up; the bound is that much wider.

import { expect, test } from "vitest";
import type { Legend } from "../src/model/legend";
import type { Setting } from "../src/model/setting";
import { tableOf, type WireTable } from "../src/model/table";
import { arrange } from "../src/pure/arrange";
import { classify } from "../src/pure/classify";
import { NOTHING_REMEMBERED, remember } from "../src/pure/memory";
import { EMPTY } from "./empty";

const WANTED = 8;
const SCREEN = { width: 980, height: 640, isTouch: false };

/** A board with a piece on each of 400 tiles, and ten zones with ten cards each. */
function crowd(): { legend: Legend; setting: Setting; wire: WireTable } {
  const things: WireTable["things"] = {};
  const at: WireTable["at"] = {};
  const tiles = Array.from({ length: 400 }, (_, i) => {
    const name = `x${i}`;
    things[i] = { class: "Stone", text: "stone", owners: [i % 2] };
    at[`Field/${name}`] = [i];
    return { key: `Field/${name}`, name, c: [i % 20, Math.floor(i / 20)] as [number, number] };
  });
  const zones = Array.from({ length: 10 }, (_, z) => {
    const ids = Array.from({ length: 10 }, (_, i) => 400 + z * 10 + i);
    for (const id of ids) things[id] = { class: "Card", text: `card ${id}` };
    at[`zone${z}`] = ids;
    return { key: `zone${z}`, name: `zone${z}`, owner: null };
  });
  const legend: Legend = {
    ...EMPTY,
    game: "Crowd",
    classes: [
      { name: "Stone", kind: "token", attributes: [] },
      { name: "Card", kind: "card", attributes: [] },
    ],
    zones: zones.map(({ name }) => ({ name, title: name, of: "Card", visible: "all" })),
  };
  const board = {
    name: "Field",
    owner: null,
    shape: "square",
    cell: "square" as const,
    isHidden: false,
    grows: false,
    tiles,
    edges: [],
    sides: [],
    corners: [],
    isUpright: false,
  };
  const setting: Setting = {
    seats: [{ name: "A" }, { name: "B" }],
    boards: [board],
    zones,
    facts: new Map(),
  };
  const wire: WireTable = {
    things,
    at,
    seats: [{ score: 0 }, { score: 0 }],
    course: { active: 0 },
    over: false,
  };
  return { legend, setting, wire };
}

test("500 things are arranged in a moment", () => {
  const { legend, setting, wire } = crowd();
  const table = tableOf(wire);
  const roles = classify(legend, setting);
  const memory = remember(NOTHING_REMEMBERED, roles, table, setting, 0, []);
  const once = () => expect(arrange(roles, table, setting, 0, SCREEN, memory).things.length).toBe(500);
  for (let i = 0; i < 20; i++) once();
  const start = process.cpuUsage();
  for (let i = 0; i < 50; i++) once();
  const { user, system } = process.cpuUsage(start);
  const ms = (user + system) / 1000 / 50;
  console.info(`arranging 500 things: ${ms.toFixed(1)} ms, ${WANTED} wanted`);
  expect(ms).toBeLessThan(WANTED * 3);
});
