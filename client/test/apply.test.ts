import { expect, test } from "vitest";
import { tableOf } from "../src/model/table";
import { apply, unorderedZones } from "../src/pure/apply";
import { forEveryGame } from "./recordings";

forEveryGame("a trace leads from each table to the next", (_, recordings) => {
  for (const recording of recordings) {
    test(recording.seat === null ? "for spectators" : `for seat ${recording.seat}`, () => {
      const isUnordered = unorderedZones(recording.legend);
      recording.moments.forEach((moment, i) => {
        const next = recording.moments[i + 1];
        if (!next || moment.isLast) return;
        expect(apply(tableOf(moment.table), moment.trace, isUnordered), `after step ${moment.at}`).toEqual(
          tableOf(next.table),
        );
      });
    });
  }
});

test("applying changes nothing of the table before", () => {
  const before = tableOf({
    things: { 1: { class: "Card", text: "Ace" } },
    at: { hand: [1] },
    count: { stock: 2 },
    seats: [{ score: 0 }],
    course: { active: 0 },
    over: false,
  });
  const kept = structuredClone(before);
  const after = apply(
    before,
    [
      { do: "move", id: 1, from: { zone: ["hand", null] }, to: { tile: ["Field", "e4"] }, g: 1 },
      { do: "count", from: { zone: ["stock", null] }, to: { zone: ["hand", null] }, n: 1, g: 2 },
      { do: "set", of: { thing: 1 }, attr: "worth", to: { num: 4 }, g: 3 },
      { do: "score", seat: 0, to: 3, g: 4 },
    ],
    () => true,
  );
  expect(before).toEqual(kept);
  expect(after.at.get("Field/e4")).toEqual([1]);
  expect(after.at.get("hand")).toEqual([null]);
  expect(after.things.get(1)?.attributes).toEqual({ worth: { num: 4 } });
  expect(after.seats).toEqual([{ score: 3 }]);
});
