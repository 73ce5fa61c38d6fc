import { expect, test } from "vitest";
import { ownerOfPlace } from "../src/pure/owners";

test("a place is its owner's, or the player's whom it names alone", () => {
  expect(ownerOfPlace({ owners: [1], attributes: { keeper: { seat: 0 } } })).toBe(1);
  expect(ownerOfPlace({ attributes: { keeper: { seat: 0 }, price: { num: 2 }, built: null } })).toBe(0);
  expect(ownerOfPlace({ attributes: { from: { seat: 0 }, to: { seat: 1 } } })).toBe(null);
  expect(ownerOfPlace({})).toBe(null);
});
