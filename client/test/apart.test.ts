import { expect, test } from "vitest";
import type { Legend } from "../src/model/legend";
import { settingOf } from "../src/model/setting";
import { tableOf } from "../src/model/table";
import type { Part } from "../src/model/tree";
import { apart } from "../src/pure/apart";
import { classify } from "../src/pure/classify";
import type { Words } from "../src/pure/label";
import { offering } from "../src/pure/offer";
import { EMPTY } from "./empty";
import { forEveryGame, sceneryOf } from "./recordings";

const legend: Legend = {
  ...EMPTY,
  game: "Sparks",
  classes: [
    {
      name: "Spark",
      kind: "card",
      attributes: [
        { name: "under", type: "object" },
        { name: "heat", type: "number" },
        { name: "wet", type: "bool" },
      ],
    },
  ],
  zones: [
    { name: "pile", title: "pile", of: "Spark", visible: "all" },
    { name: "hand", title: "hand", of: "Spark", visible: "owner", per: "player" },
  ],
  actions: [{ name: "burn", of: "Toad", title: "Burn", inputs: [] }],
  seats: [{ name: "Ann" }, { name: "Bo" }],
};
const spark = (attributes = {}) => ({ class: "Spark", text: "Ember", attributes });
const table = tableOf({
  things: {
    1: spark({ heat: { num: 1 } }),
    2: spark({ heat: { num: 1 } }),
    3: spark({ heat: { num: 2 } }),
    4: spark({ heat: { num: 1 } }),
    5: spark({ heat: { num: 1 }, wet: { bool: true } }),
    6: { class: "Spark", text: "Toad" },
    7: { ...spark({ heat: { num: 1 } }), owners: [0] },
    8: { ...spark({ heat: { num: 1 } }), owners: [1] },
  },
  at: { pile: [1, 2, 3, 5], "hand/1": [4, 6] },
  seats: [{ score: 0 }, { score: 0 }],
  course: { active: 0 },
  over: false,
});
const setting = settingOf(legend, table, 0);
const words: Words = { roles: classify(legend), table, setting, language: "en" };
const read = (...parts: Part[]) =>
  apart(
    parts.map((part) => ({ part, depth: 1 })),
    words,
  ).map(({ label, all }) => `${label.text} ×${all.length}`);
const things = (...ids: number[]) => ids.map((thing) => ({ thing }));

test("what reads alike is told apart by where it is and by what else is known of it", () => {
  expect(read(...things(1, 6))).toEqual(["Ember ×1", "Toad ×1"]);
  expect(read(...things(1, 4))).toEqual(["Ember (pile) ×1", "Ember (hand, Bo) ×1"]);
  expect(read(...things(7, 8))).toEqual(["Ember (Ann) ×1", "Ember (Bo) ×1"]);
  expect(read(...things(1, 3))).toEqual(["Ember (heat 1) ×1", "Ember (heat 2) ×1"]);
  expect(read(...things(1, 5))).toEqual(["Ember ×1", "Ember (wet) ×1"]);
  expect(read(...things(1, 3, 4))).toEqual([
    "Ember (pile, heat 1) ×1",
    "Ember (pile, heat 2) ×1",
    "Ember (hand, Bo) ×1",
  ]);
});

test("what nothing tells apart is one, with its number", () => {
  expect(read(...things(1, 2))).toEqual(["Ember ×2"]);
  expect(read(...things(1, 2, 3))).toEqual(["Ember (heat 1) ×2", "Ember (heat 2) ×1"]);
});

forEveryGame("choices", (_, recordings) => {
  test("no two read alike, and none is lost", () => {
    for (const recording of recordings) {
      for (const moment of recording.moments) {
        const { table, setting, ask } = sceneryOf(recording, moment);
        if (!ask) continue;
        const now = offering(ask).offer([]);
        const choices = [...now.buttons, ...now.lit.values()];
        const words: Words = { roles: classify(recording.legend, setting), table, setting, language: "en" };
        const told = apart(choices, words);
        expect(told.reduce((n, { all }) => n + all.length, 0)).toBe(choices.length);
        const texts = told.map(({ label, all }) => `${all[0].depth} ${label.text}`);
        expect(texts.length).toBe(new Set(texts).size);
      }
    }
  });
});
