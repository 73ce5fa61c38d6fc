import { expect, test } from "vitest";
import type { Legend } from "../src/model/legend";
import type { Value } from "../src/model/reference";
import { settingOf } from "../src/model/setting";
import { tableOf } from "../src/model/table";
import { classify } from "../src/pure/classify";
import { factsOf, titleOf } from "../src/pure/facts";
import { NOTHING_REMEMBERED, remember } from "../src/pure/memory";
import { EMPTY } from "./empty";
import { forEveryGame, sceneryOf } from "./recordings";

const legend: Legend = {
  ...EMPTY,
  game: "Race",
  classes: [{ name: "Rules", kind: "global", attributes: [] }],
  seats: [{ name: "White" }, { name: "Black" }],
};

const numbers = (...all: number[]): Value => all.map((num) => ({ num }));
const tableWith = (facts: Record<string, Value>) =>
  tableOf({
    things: {},
    at: {},
    facts,
    seats: [{ score: 0 }, { score: 0 }],
    course: { active: 0 },
    over: false,
  });

/** What stands beside White after tables were seen, one after the other. */
function besideWhite(of: Legend, ...seen: Record<string, Value>[]): string[] {
  const roles = classify(of);
  let memory = NOTHING_REMEMBERED;
  const tables = seen.map(tableWith);
  for (const table of tables) memory = remember(memory, roles, table, settingOf(of, table, null), null, []);
  const table = tables.at(-1)!;
  const facts = factsOf(roles, table, settingOf(of, table, null), memory.uneven);
  return facts.counters[0]!.map(({ label, value }) => `${label} ${value}`);
}

test("a list of numbers is one for each seat where it was always as long as there are seats, or empty", () => {
  const [none, both] = [{ "Rules.pot": [] }, { "Rules.pot": numbers(6, 3) }];
  expect(besideWhite(legend, none, both)).toEqual(["pot 6"]);
  expect(besideWhite(legend, both, { "Rules.pot": numbers(6) }, both)).toEqual([]);
  expect(besideWhite(legend, { "Rules.pot": numbers(2, 2, 2, 2) }, both)).toEqual([]);
});

test("a few cases, players, tiles and texts are told in a row, more of them not", () => {
  const roles = classify(legend);
  const chips = (list: Value) => {
    const table = tableWith({ "Rules.had": list });
    return factsOf(roles, table, settingOf(legend, table, null)).chips.map((c) => `${c.label}: ${c.value}`);
  };
  const wet: Value = { case: ["Kind", "Wet"] };
  expect(chips([wet, { seat: 1 }, { tile: ["Field", "a1"] }, { text: "fog" }])).toEqual([
    "had: Wet, Black, a1, fog",
  ]);
  expect(chips([])).toEqual([]);
  expect(chips([wet, { num: 3 }, wet])).toEqual([]);
  expect(chips(new Array<Value>(7).fill(wet))).toEqual([]);
});

test("a list by seats is told while some have no number yet", () => {
  const bids = (...all: (number | null)[]) => ({
    "Rules.bids": all.map((num) => (num === null ? null : { num })),
  });
  expect(besideWhite(legend, bids(null, null))).toEqual([]);
  expect(besideWhite(legend, bids(null, null), bids(null, 2))).toEqual([]);
  expect(besideWhite(legend, bids(null, null), bids(0, null))).toEqual(["bids 0"]);
});

test("counters stand in the order of the rules, whenever they came", () => {
  const attribute = (name: string) => ({ name, type: "number" as const });
  const classes: Legend["classes"] = [
    { name: "Store", kind: "object", attributes: [attribute("salt"), attribute("fish")] },
    { name: "Family", kind: "object", parent: "Store", attributes: [attribute("stored")] },
  ];
  const attributes = { stored: { num: 3 }, fish: { num: 2 }, salt: { num: 1 } };
  const table = { ...tableWith({}), things: new Map([[1, { class: "Family", owners: [0], attributes }]]) };
  const of = { ...legend, classes };
  const { counters } = factsOf(classify(of), table, settingOf(of, table, null));
  expect(counters[0]!.map(({ label }) => label)).toEqual(["salt", "fish", "stored"]);
});

test("dice are of nobody, from the first throw on", () => {
  const table = tableWith({ "Rules.dice": numbers(6, 3) });
  const members = [{ of: "Rules", name: "dice", look: { symbol: ":dice:" } }];
  const marked: Legend = { ...legend, looks: { ...legend.looks, members } };
  const facts = factsOf(classify(marked), table, settingOf(marked, table, null));
  expect([facts.chips, facts.counters, facts.left]).toEqual([[], [[], []], [6, 3]]);
  const two = tableWith({ "Rules.dice": numbers(6, 3), "Rules.kept": numbers(2) });
  const kept = { of: "Rules", name: "kept", look: { symbol: ":dice:" } };
  const twice: Legend = { ...legend, looks: { ...legend.looks, members: [...members, kept] } };
  const both = factsOf(classify(twice), two, settingOf(twice, two, null));
  expect([both.chips.map(({ value }) => value), both.left]).toEqual([["6 · 3", "2"], null]);
});

test("what a look sets aside is not among chips and counters", () => {
  const aside = (what: string[]): Legend => ({
    ...legend,
    looks: { ...legend.looks, classes: [{ of: "Rules", aside: what }] },
  });
  const facts = { "Rules.pot": numbers(6, 3), "Rules.bid": numbers(1, 2) };
  expect(besideWhite(aside(["pot"]), facts)).toEqual(["bid 1"]);
});

forEveryGame("facts", (_, recordings) => {
  test("nothing is told that looks hide, or that is for whoever looks closely", () => {
    for (const recording of recordings) {
      const { table, setting } = sceneryOf(recording, recording.moments[0]!);
      const roles = classify(recording.legend, setting);
      for (const key of [...roles.hidden, ...roles.aside]) {
        const { chips, absent } = factsOf(
          roles,
          { ...table, facts: new Map([[key, { num: 77777 }]]) },
          setting,
        );
        expect([...chips, ...absent].filter(({ value }) => value === "77777")).toEqual([]);
      }
    }
  });
  test("room is kept for what is not there and may come", () => {
    for (const recording of recordings) {
      const moment = recording.moments[0]!;
      const { table, setting } = sceneryOf(recording, moment);
      const roles = classify(recording.legend, setting);
      const of = (value: Value) =>
        factsOf(roles, { ...table, facts: new Map([["Deal.broken", value]]) }, setting);
      const [off, on] = [of({ bool: false }), of({ bool: true })];
      expect(on.chips.length).toBe(off.chips.length + 1);
      expect(off.absent.length).toBe(on.absent.length + 1);
      expect(off.absent.at(-1)).toEqual(on.chips.at(-1));
      expect(of(null).absent.at(-1)!.value).not.toBe("");
    }
  });
});

test("who is named later has room for the longest name", () => {
  const of: Legend = {
    ...legend,
    classes: [{ name: "Rules", kind: "global", attributes: [{ name: "first", type: "player" }] }],
    seats: [{ name: "White" }, { name: "Wilhelmina" }],
  };
  const table = tableWith({ "Rules.first": null });
  const { absent } = factsOf(classify(of), table, settingOf(of, table, null));
  expect(absent).toEqual([{ label: "first", value: "Wilhelmina" }]);
});

test("a card of a suit and a number is called by both, unless its look says more", () => {
  const attributes: Record<string, Value> = { suit: { case: ["Suit", "Cups"] }, rank: { num: 7 } };
  const cups = { text: "Cups", attributes };
  expect(titleOf(cups)).toBe("Cups 7");
  expect(titleOf({ ...cups, look: { title: "Seven of Cups" } })).toBe("Seven of Cups");
  expect(titleOf({ ...cups, text: "7 Cups" })).toBe("7 Cups");
  expect(titleOf({ ...cups, attributes: { ...attributes, worth: { num: 3 } } })).toBe("Cups");
  expect(titleOf({ ...cups, attributes: { ...attributes, detail: { text: "east" } } })).toBe("Cups");
});
