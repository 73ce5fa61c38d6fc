import { expect, test } from "vitest";
import { called } from "../src/pure/called";
import { lineOf } from "../src/pure/say";
import { forEveryGame, sceneryOf } from "./recordings";

forEveryGame("the log", (_, recordings) => {
  test("names things that were seen and places that are there, by the keys that the table has", () => {
    for (const recording of recordings) {
      const seen = new Set<string>();
      for (const moment of recording.moments) {
        const { table, setting } = sceneryOf(recording, moment);
        for (const id of table.things.keys()) seen.add(`t${id}`);
        for (const step of moment.trace) if ("id" in step) seen.add(`t${step.id}`);
        const names = setting.seats.map(({ name }) => name);
        const tiles = setting.boards.flatMap((b) =>
          [...b.tiles, ...b.sides, ...b.corners].map(({ key }) => key),
        );
        const grows = setting.boards.some((board) => board.grows);
        for (const entry of moment.log) {
          const { text, keys } = lineOf(recording.legend, entry, names, "en");
          expect(text).not.toBe("");
          const unknown = keys.filter((key) => !seen.has(key) && !tiles.includes(key));
          if (!grows) expect(unknown).toEqual([]);
        }
      }
    }
  });
});

test("rules that call players by number call them as who sits there, and seats with names of their own as these", () => {
  const numbered = { seats: [{ name: "Player 1" }, { name: "Player 2" }, { name: "Dealer" }] };
  const told = (text: string) => called(text, numbered, ["Ann", "Bo", "Cy"]);
  expect(told("Player 2 beats Player 1's pair")).toBe("Bo beats Ann's pair");
  expect(told("Dealer keeps Player 3 and Player 12, TwoPlayer 1")).toBe(
    "Dealer keeps Player 3 and Player 12, TwoPlayer 1",
  );
});
