// Who moved when in a match that is over.

import fc from "fast-check";
import { expect, test } from "vitest";
import { seatAt, seatsOf } from "../src/app/playOn";
import { hasTurns, runsOf, turnAfter, turnBefore } from "../src/app/turns";

test("a turn ends where somebody else moves", () => {
  const movers = [0, 0, 1, null, 0];
  expect(runsOf(movers)).toEqual([
    { seat: 0, n: 2 },
    { seat: 1, n: 1 },
    { seat: null, n: 1 },
    { seat: 0, n: 1 },
  ]);
  expect([0, 2, 3, 4, 5, 5].map((at) => turnAfter(movers, at))).toEqual([2, 3, 4, 5, 5, 5]);
  expect([5, 4, 3, 2, 1, 0].map((at) => turnBefore(movers, at))).toEqual([4, 3, 2, 0, 0, 0]);
});

test("where every turn is one move, one goes to the ends", () => {
  const movers = [0, 1, 0, 1];
  expect([hasTurns(movers), hasTurns([0, 0, 1])]).toEqual([false, true]);
  expect([turnAfter(movers, 1), turnBefore(movers, 3)]).toEqual([4, 0]);
});

test("forward and back again is where one was, at every end of a turn", () => {
  fc.assert(
    fc.property(fc.array(fc.option(fc.nat(3)), { minLength: 1 }), (movers) => {
      expect(runsOf(movers).reduce((sum, { n }) => sum + n, 0)).toBe(movers.length);
      for (let at = 0; at < movers.length; at = turnAfter(movers, at))
        expect(turnBefore(movers, turnAfter(movers, at))).toBe(at);
    }),
  );
});

test("who plays on takes the seat that is to move, and others are bots or come by link", () => {
  const movers = [0, 2, null];
  expect([0, 1, 2, 3].map((at) => seatAt(movers, at))).toEqual([0, 2, 0, 0]);
  const names = ["White", "Black", "Red"];
  expect(seatsOf(names, 1, "bots", " Ann ")).toEqual([
    { bot: "medium" },
    { me: { name: "Ann" } },
    { bot: "medium" },
  ]);
  expect(seatsOf(names, 2, "friends", "")).toEqual(["open", "open", { me: { name: "Red" } }]);
});
