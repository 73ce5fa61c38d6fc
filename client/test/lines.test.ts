import { expect, test } from "vitest";
import { linesOf } from "../src/dev/lines";
import type { Legend } from "../src/model/legend";
import type { Entry } from "../src/model/table";

const action = (name: string, ...inputs: [name: string, type: string][]) => ({
  name,
  of: "Rules",
  inputs: inputs.map(([name, type]) => ({ name, type })),
});
const legend: Legend = {
  game: "Lights",
  secret: true,
  classes: [],
  enums: [],
  zones: [],
  boards: [],
  actions: [
    action("plan", ["torch", "object"]),
    action("dig", ["find", "object"], ["deep", "number"]),
    action("leave"),
  ],
  turns: [],
  seats: [{ name: "Ann" }, { name: "Bo" }],
  looks: {
    cases: [],
    members: [],
    turns: [],
    hidden: [],
    sentences: [
      { of: "Rules", action: "plan", says: ["lights ", { input: "torch" }] },
      { of: "Rules", action: "dig", says: ["digs ", { input: "deep" }, " for ", { input: "find" }] },
    ],
  },
};
const told = (texts: string[], log: Entry[] = [], choices = 0) =>
  linesOf(
    legend,
    texts.map((text, seat) => ({ seat, text })),
    { log, choices },
    ["Ann", "Bo"],
    "en",
  ).map(({ text }) => text);

test("choices of which there is no log are told in the words of the game, too", () => {
  expect(told(["plan 2", "plan old lamp"])).toEqual(["Ann lights 2", "Bo lights old lamp"]);
  expect(told(["dig Red Ruby 3"])).toEqual(["Ann digs 3 for Red Ruby"]);
});

test("a choice without words of its own stands as it is called, what is no action as it is", () => {
  expect(told(["leave", "7"])).toEqual(["Ann: leave", "Bo: 7"]);
});

test("of the last choices the log is shown, with what the rules told", () => {
  const log = [{ by: 1, action: "leave", of: "Rules" }, { tell: "it is dark" }];
  expect(told(["plan 2", "leave"], log, 1)).toEqual(["Ann lights 2", "Bo: leave", "it is dark"]);
});
