import { expect, test } from "vitest";
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
