import { expect, test } from "vitest";
import { tableOf } from "../src/model/table";
import { twinsOf, withTwins } from "../src/pure/twins";

const card = (text: string, attributes = {}) => ({ class: "Card", text, owners: [0], attributes });
const table = tableOf({
  things: {
    1: card("Knot"),
    2: card("Knot"),
    3: card("Oar"),
    4: card("Knot", { tapped: { bool: true } }),
    5: card("Knot"),
    6: {},
    7: {},
  },
  at: { "hand/0": [1, 2, 3, 4], "shelf/0": [5], "hand/1": [6, 7] },
  seats: [],
  course: { active: 0 },
  over: false,
});

test("of equal things in one place, any stands for the one that moves name", () => {
  const twins = twinsOf(table, new Set(["t1"]));
  expect([...twins]).toEqual([["t2", "t1"]]);
  expect([...withTwins(new Set(["t1"]), twins)]).toEqual(["t1", "t2"]);
  expect([...withTwins(new Set(["t3"]), twins)]).toEqual(["t3"]);
});

test("what is not known has no twin", () => {
  expect([...twinsOf(table, new Set(["t6"]))]).toEqual([]);
});
