import { expect, test } from "vitest";
import type { Legend } from "../src/model/legend";
import { tableOf } from "../src/model/table";
import { classify } from "../src/pure/classify";
import { asLaid, asSorted, inOrder, laid, ORDERS } from "../src/pure/hand";
import { EMPTY } from "./empty";
import { forEveryGame, sceneryOf } from "./recordings";

const legend: Legend = {
  ...EMPTY,
  game: "Cards",
  secret: true,
  classes: [{ name: "Card", kind: "card", attributes: [] }],
  enums: [{ name: "Suit", cases: ["Cups", "Coins"], attributes: [] }],
};

const card = (suit: string, rank: number) => ({
  class: "Card",
  text: `${rank} of ${suit}`,
  attributes: { suit: { case: ["Suit", suit] as [string, string] }, rank: { num: rank } },
});

const table = tableOf({
  things: { 1: card("Coins", 3), 2: card("Cups", 7), 3: card("Coins", 1), 4: {} },
  at: { hand: [1, 2, 3, 4] },
  seats: [{ score: 0 }],
  course: { active: 0 },
  over: false,
});

test("a hand lies as dealt, by suit and then rank, or by rank first; what is not known comes last", () => {
  const roles = classify(legend);
  const sorted = (order: (typeof ORDERS)[number]) => inOrder(roles, table, [4, 1, 2, 3], order);
  expect(sorted("dealt")).toEqual([4, 1, 2, 3]);
  expect(sorted("suit")).toEqual([2, 3, 1, 4]);
  expect(sorted("rank")).toEqual([3, 1, 2, 4]);
});

test("a zone lies as its look sorts it, what is not told behind that, and what is not known last", () => {
  const keyed = (...keys: (number | string | null)[]) => ({ class: "Card", look: { keys: { 1: keys } } });
  const sorted = tableOf({
    things: {
      1: keyed(2, "b"),
      2: keyed(null, "a"),
      3: keyed(2, "a"),
      4: keyed(1, "c"),
      5: { class: "Card" },
    },
    at: {},
    seats: [{ score: 0 }],
    course: { active: 0 },
    over: false,
  });
  expect(asSorted(sorted, [null, 1, 5, 2, 3, 4], 1)).toEqual([4, 3, 1, 2, 5, null]);
});

test("a hand stays as it was laid; what comes later stands behind", () => {
  const order = laid([1, 2, 3, 4], 4, 2);
  expect(order).toEqual([1, 4, 2, 3]);
  expect(laid(order, 1, null)).toEqual([4, 2, 3, 1]);
  expect(asLaid([9, 1, 3, 4, null], order)).toEqual([1, 4, 3, 9, null]);
});

forEveryGame("sorting", (_, recordings) => {
  test("loses and adds nothing", () => {
    for (const recording of recordings) {
      const moment = recording.moments[recording.moments.length - 1];
      if (!moment) continue;
      const { table, setting } = sceneryOf(recording, moment);
      const roles = classify(recording.legend, setting);
      for (const all of table.at.values()) {
        for (const order of ORDERS) {
          const sorted = inOrder(roles, table, all, order);
          expect([...sorted].sort()).toEqual([...all].sort());
        }
      }
    }
  });

  test("what is known of a zone that its look sorts brings its keys", () => {
    for (const recording of recordings) {
      for (const moment of recording.moments) {
        const { table } = sceneryOf(recording, moment);
        for (const { name, sort } of recording.legend.zones) {
          if (sort === undefined) continue;
          for (const [place, all] of table.at) {
            if (place !== name && place.slice(0, place.lastIndexOf("/")) !== name) continue;
            for (const id of all) {
              const thing = id === null ? undefined : table.things.get(id);
              if (thing?.class) expect(thing.look?.keys).toHaveProperty(String(sort));
            }
          }
        }
      }
    }
  });
});
