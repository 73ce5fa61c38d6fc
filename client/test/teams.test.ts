import { expect, test } from "vitest";
import { tableOf } from "../src/model/table";
import { partnersOf } from "../src/pure/teams";
import { forEveryGame } from "./recordings";

const seats = ["North and South", "East and West", "North and South", null, undefined].map((team) => ({
  score: 0,
  ...(team !== undefined && { team }),
}));

test("partners are the others of a team; who has no team has none", () => {
  expect(seats.map((_, seat) => partnersOf({ seats }, seat))).toEqual([[2], [], [0], [], []]);
});

forEveryGame("partners", (_, recordings) => {
  test("each is the other's, and nobody's own", () => {
    for (const { moments } of recordings) {
      const table = tableOf(moments[0]!.table);
      table.seats.forEach((_, seat) => {
        const all = partnersOf(table, seat);
        expect(all).not.toContain(seat);
        for (const other of all) expect(partnersOf(table, other)).toContain(seat);
      });
    }
  });
});
