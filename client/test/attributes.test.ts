import { expect, test } from "vitest";
import type { Thing } from "../src/model/table";
import { attributesOf, hasMore } from "../src/pure/attributes";
import { classify } from "../src/pure/classify";
import { EMPTY } from "./empty";

const roles = classify(
  {
    ...EMPTY,
    looks: {
      ...EMPTY.looks,
      members: [{ of: "Card", name: "able", look: { title: "has an ability" } }],
      hidden: [{ of: "Card", name: "inner" }],
    },
  },
  { seats: [], boards: [] } as never,
);
const card = (more: Partial<Thing>): Thing => ({ class: "Card", ...more });

test("what holds stands by its name alone, and what does not is left out", () => {
  const thing = card({
    attributes: { able: { bool: true }, tapped: { bool: false }, inner: { bool: true } },
  });
  expect(attributesOf(thing, roles)).toEqual({ pairs: [], flags: ["has an ability"] });
});

test("a value that the face says is not said again, a number is", () => {
  const thing = card({
    attributes: { suit: { text: "Cups" }, worth: { num: 7 }, home: { text: "hill" } },
    look: { face: { pack: "italian", suit: "cups", rank: "7" }, corners: ["7"] },
  });
  expect(attributesOf(thing, roles).pairs).toEqual([
    ["worth", "7"],
    ["home", "hill"],
  ]);
});

test("only what has words is worth being held", () => {
  const face = { pack: "french", suit: "hearts", rank: "Q" } as const;
  expect(hasMore(card({ look: { title: "Pawn" } }), roles)).toBe(false);
  expect(hasMore(card({ attributes: { suit: { text: "hearts" } }, look: { face } }), roles)).toBe(false);
  expect(hasMore(card({ attributes: { n: { num: 7 } }, look: { title: "7" } }), roles)).toBe(false);
  expect(hasMore(card({ look: { text: "Draw a card." } }), roles)).toBe(true);
  expect(hasMore(card({ look: { corners: ["", "2"] } }), roles)).toBe(true);
  expect(hasMore(card({ attributes: { able: { bool: true } } }), roles)).toBe(true);
});
