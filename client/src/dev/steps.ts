// The steps of an effect in words, and the table in the middle of it. No DOM.

import type { Legend } from "../model/legend";
import { type PlaceRef, placeKey, type Value } from "../model/reference";
import { type Step, type Table, type Thing, tableOf, type WireTable } from "../model/table";
import { apply, unorderedZones } from "../pure/apply";
import type { Called } from "./places";

/** The tables after no step, after one, and so on. */
export function tablesOf(legend: Legend, before: WireTable, trace: readonly Step[]): Table[] {
  const isUnordered = unorderedZones(legend);
  const tables = [tableOf(before)];
  for (const step of trace) tables.push(apply(tables.at(-1)!, [step], isUnordered));
  return tables;
}

/** How many steps of another viewer have happened where one has seen so many: of each group that has begun, as many. */
export function stepsAlike(mine: readonly Step[], done: number, theirs: readonly Step[]): number {
  if (done >= mine.length) return theirs.length;
  const last = mine[done - 1];
  if (!last) return 0;
  const of = (steps: readonly Step[], g: number) => steps.filter((step) => step.g === g).length;
  const before = theirs.filter((step) => step.g < last.g).length;
  return before + Math.min(of(mine.slice(0, done), last.g), of(theirs, last.g));
}

/** A step in words; `table` is the one before it. */
export function told(step: Step, table: Table, called: Called): string {
  const name = (id: number) => nameOf(table.things.get(id)) ?? `thing ${id}`;
  const at = (place: PlaceRef | undefined) => (place ? called.place(placeKey(place)) : "nowhere");
  const said = (of: Value) => value(of, table, called);
  switch (step.do) {
    case "move": {
      const via = step.via?.length ? ` by ${step.via.map(at).join(", ")}` : "";
      return `${nameOf(step.thing) ?? name(step.id)} moves from ${at(step.from)}${via} to ${at(step.to)}`;
    }
    case "make":
      return `${nameOf(step.thing) ?? "something"} is made${step.at ? ` at ${at(step.at)}` : ""}`;
    case "gone":
      return `${step.id !== undefined ? name(step.id) : said(step.of as Value)} goes away`;
    case "count":
      return `${step.n} unknown from ${at(step.from)} to ${at(step.to)}`;
    case "order":
      return `${at(step.at)} is put in order`;
    case "turn":
      return `${step.ids.map(name).join(", ") || "something"} is turned at ${at(step.at)}`;
    case "reveal":
      return `${nameOf(step.thing) ?? name(step.id)} is revealed at ${at(step.at)}`;
    case "shuffle":
      return `${at(step.at)} is shuffled`;
    case "roll":
      return `${step.dice ?? "dice"}: ${step.values.join(", ")}`;
    case "set":
      return `${said(step.of)}.${step.attr} = ${said(step.to ?? null)}`;
    case "look":
      return `${step.id !== undefined ? name(step.id) : said(step.of as Value)} looks otherwise`;
    case "own":
      return `${said(step.of)} is of ${step.to.map(called.seat).join(", ") || "nobody"}`;
    case "score":
      return `${called.seat(step.seat)} has ${step.to}`;
    case "out":
      return `${called.seat(step.seat)} is out`;
    case "team":
      return `${called.seat(step.seat)} is of ${step.to ?? "no team"}`;
    case "pass":
      return `${called.seat(step.active)} is to move${step.phase ? `, ${step.phase}` : ""}`;
    case "say":
      return `“${step.text}”`;
    case "end":
      return "the match is over";
    case "anew":
      return "and so much more that it is not told";
  }
}

/** Things are often called by a number alone. */
function nameOf(thing: Thing | undefined): string | undefined {
  const { text, class: of } = thing ?? {};
  return text && of && /^[\d.,\s-]*$/.test(text) ? `${of} ${text}` : text;
}

/** A value as an author reads it. */
export function value(of: Value, table: Table, called: Called): string {
  if (of === null) return "null";
  if (Array.isArray(of)) return `{${of.map((one) => value(one, table, called)).join(", ")}}`;
  if ("thing" in of) return nameOf(table.things.get(of.thing)) ?? `thing ${of.thing}`;
  if ("tile" in of || "zone" in of) return called.place(placeKey(of));
  if ("seat" in of) return called.seat(of.seat);
  if ("case" in of) return of.case[1];
  if ("num" in of) return String(of.num);
  if ("text" in of) return `"${of.text}"`;
  if ("bool" in of) return String(of.bool);
  return String(Object.values(of)[0]);
}
