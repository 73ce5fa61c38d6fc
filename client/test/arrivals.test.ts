import { expect, test } from "vitest";
import type { Legend } from "../src/model/legend";
import { settingOf } from "../src/model/setting";
import { tableOf } from "../src/model/table";
import { arrivals } from "../src/pure/arrivals";
import { classify } from "../src/pure/classify";
import { EMPTY } from "./empty";
import { forEveryGame, sceneryOf } from "./recordings";

const legend: Legend = {
  ...EMPTY,
  game: "Passing",
  secret: true,
  classes: [
    { name: "Card", kind: "card", attributes: [] },
    { name: "Good", kind: "token", attributes: [] },
  ],
  zones: [
    { name: "hand", title: "hand", of: "Card", visible: "owner", per: "player" },
    { name: "store", title: "store", of: "Good", visible: "all", per: "player" },
    { name: "taken", title: "taken", of: "Card", visible: "none", per: "player" },
  ],
  seats: [{ name: "Ann" }, { name: "Bo" }],
};
const all = Object.fromEntries(
  ["Ace", "Two", "Three", "Four"].map((text, i) => [i + 1, { class: "Card", text }]),
);
const goods = { 11: { class: "Good", text: "Hay" }, 12: { class: "Good", text: "Hay" } };
const at = (places: Record<string, (number | null)[]>) =>
  tableOf({
    things: { ...all, ...goods },
    at: places,
    seats: [{ score: 0 }, { score: 0 }],
    course: { active: 0 },
    over: false,
  });
const told = (before: Parameters<typeof at>[0], after: Parameters<typeof at>[0]) => {
  const setting = settingOf(legend, at(after), 0);
  return arrivals(at(before), at(after), 0, { roles: classify(legend, setting), setting });
};

test("what comes into one's own hand or store is told, alike things once, and nothing else", () => {
  expect(
    told({ "hand/0": [1, 2], "hand/1": [null] }, { "hand/0": [1, 3, 4], "hand/1": [null, null] }),
  ).toEqual([{ where: "hand", what: ["Three", "Four"], unknown: 0 }]);
  expect(told({}, { "store/0": [11, 12], "store/1": [1] })).toEqual([
    { where: "store", what: ["2 × Hay"], unknown: 0 },
  ]);
  expect(told({ "hand/0": [1, 2] }, { "hand/0": [2] })).toEqual([]);
});

test("what lay in one of these already is not new in another one", () => {
  expect(told({ "hand/0": [1, 2] }, { "hand/0": [2, 1] })).toEqual([]);
});

forEveryGame("arrivals", (_, recordings) => {
  test("between a table and itself nothing came", () => {
    for (const recording of recordings) {
      if (recording.seat === null) continue;
      for (const moment of recording.moments) {
        const { table, setting } = sceneryOf(recording, moment);
        const roles = classify(recording.legend, setting);
        expect(arrivals(table, table, recording.seat, { roles, setting })).toEqual([]);
      }
    }
  });
});
