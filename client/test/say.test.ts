import { expect, test } from "vitest";
import type { Value } from "../src/model/reference";
import { called } from "../src/pure/called";
import { lineOf, say } from "../src/pure/say";
import { EMPTY } from "./empty";
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

test("a choice of which nothing came is told, with the reason where there is one", () => {
  const legend = { seats: [{ name: "Player 1" }, { name: "Player 2" }] } as Parameters<typeof say>[0];
  const told = (why: string | undefined, language: "en" | "it") =>
    say(legend, { by: 1, void: true, ...(why !== undefined && { why }) }, ["Ann", "Bo"], language);
  expect(told(undefined, "en")).toBe("Bo: the choice has become impossible");
  expect(told("Player 1 was faster", "en")).toBe("Bo: the choice has become impossible: Ann was faster");
  expect(told(undefined, "it")).toBe("Bo: la scelta è diventata impossibile");
});

test("an answer is told in the words of the game, and a question only where there are none", () => {
  const legend = { looks: {}, seats: [{ name: "Player 1" }] } as Parameters<typeof say>[0];
  const entry = { by: 0, asked: "Do you doubt it?", args: { answer: { bool: true } } };
  const told = (says?: string) =>
    say(legend, { ...entry, ...(says !== undefined && { says }) }, ["Ann"], "en");
  expect(told()).toBe("Ann: Do you doubt it? – yes");
  expect(told("doubts it")).toBe("Ann doubts it");
  expect(told("answers {answer} to that")).toBe("Ann answers yes to that");
});

test("rules that call players by number call them as who sits there, and seats with names of their own as these", () => {
  const numbered = { seats: [{ name: "Player 1" }, { name: "Player 2" }, { name: "Dealer" }] };
  const told = (text: string) => called(text, numbered, ["Ann", "Bo", "Cy"]);
  expect(told("Player 2 beats Player 1's pair")).toBe("Bo beats Ann's pair");
  expect(told("Dealer keeps Player 3 and Player 12, TwoPlayer 1")).toBe(
    "Dealer keeps Player 3 and Player 12, TwoPlayer 1",
  );
});

test("an answer without its question is a choice, unless it is a yes or a no", () => {
  const legend = { seats: [{ name: "Player 1" }] } as Parameters<typeof say>[0];
  const told = (answer: Value, asked?: string) =>
    say(legend, { by: 0, args: { answer }, ...(asked !== undefined && { asked }) }, ["Ann"], "en");
  expect(told({ num: 3 }, "How many?")).toBe("Ann: How many? – 3");
  expect(told({ num: 3 })).toBe("Ann chooses 3");
  expect(told({ bool: true })).toBe("Ann answers yes");
});

test("of a question what stands behind it is left out, such as prices", () => {
  const asked = (question: string) =>
    say(EMPTY, { by: 0, asked: question, args: { answer: { text: "hay" } } }, ["Ann"], "en");
  expect(asked("Sell what, 1 of 3? Hay 1, Wood 2")).toBe("Ann: Sell what, 1 of 3? – hay");
  expect(asked("Take a good:")).toBe("Ann: Take a good: hay");
});
