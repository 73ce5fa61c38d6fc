// A game in the language of the reader: its legend, and what a server tells of its matches. What things are known by
// stays as the rules have it. No DOM, no clock.

import { TONGUES } from "../languages/all";
import type { ActionEntry, Legend, Look, NamedLook } from "../model/legend";
import type { Entry } from "../model/table";
import type { Ask } from "../model/tree";
import { AS_IT_IS, type Translate, translator } from "./translate";
import { words } from "./words";

const translators = new WeakMap<Legend, Translate>();

/** How what is not in a legend reads in the language that it was put into. */
export const translatorOf = (legend: Legend): Translate => translators.get(legend) ?? AS_IT_IS;

/** A legend as it reads in a language; names by which things are known stay as they are. */
export function translated(legend: Legend, language: string): Legend {
  const pairs = legend.words?.[language];
  if (!pairs?.length && language === "en") return legend;
  const translate = translator(pairs, language);
  const seats = legend.seats.map((seat) => seatIn(seat, translate));
  const made = pairs?.length ? inWords(legend, translate) : legend;
  const all = { ...made, seats };
  translators.set(all, translate);
  return all;
}

/** Who is called Black has black pieces in every language. */
function seatIn(seat: Legend["seats"][number], translate: Translate): Legend["seats"][number] {
  const name = translate(seat.name);
  const colour = seat.look?.colour ?? seat.name.toLowerCase();
  return name === seat.name ? seat : { ...seat, name, asSent: seat.name, look: { ...seat.look, colour } };
}

/** What those are called in each language of the page who are called here as their seats are; others keep their names. */
export const namesIn = (legend: Legend, names: readonly string[]): Record<string, string[]> =>
  Object.fromEntries(
    Object.keys(TONGUES).map((language) => {
      const translate = translator(legend.words?.[language], language);
      const nameOf = ({ name, asSent = name }: Legend["seats"][number]) =>
        language === "en" ? asSent : translate(asSent);
      return [
        language,
        names.map((name, i) => (legend.seats[i]?.name === name ? nameOf(legend.seats[i]) : name)),
      ];
    }),
  );

/** All but the seats. */
function inWords(legend: Legend, translate: Translate): Legend {
  const lookOf = (look: Look | undefined) => look && toldIn(look, translate);
  /** The title of something that is otherwise called by its name. */
  const titled = <T extends { name: string; look?: Look }>(of: T): T => {
    const look = lookOf(of.look);
    const name = words(of.name);
    const title = look?.title ?? translate(name);
    return title === name ? { ...of, ...(look && { look }) } : { ...of, look: { ...look, title } };
  };
  const named = (of: string, name: string, all: readonly NamedLook[]): NamedLook[] => {
    const known = all.find((one) => one.of === of && one.name === name);
    const { look } = titled({ name, ...(known && { look: known.look }) });
    return look ? [{ of, name, look }] : [];
  };
  const { cases, members, turns } = legend.looks;
  return {
    ...legend,
    zones: legend.zones.map((zone) => ({ ...titled(zone), title: translate(zone.title) })),
    boards: legend.boards.map((board) => ({
      ...titled(board),
      tiles: board.tiles.map(titled),
      ...(board.sides && { sides: board.sides.map(titled) }),
      ...(board.corners && { corners: board.corners.map(titled) }),
      ...(board.each && { each: toldIn(board.each, translate) }),
    })),
    actions: legend.actions.map((action) => actionIn(action, translate)),
    looks: {
      ...legend.looks,
      cases: legend.enums.flatMap(({ name, cases: all }) => all.flatMap((one) => named(name, one, cases))),
      members: membersOf(legend).flatMap(([of, name]) => named(of, name, members)),
      // A phase without a title is not told.
      turns: turns.map((turn) => ({ ...turn, look: toldIn(turn.look, translate) })),
    },
  };
}

function actionIn(action: ActionEntry, translate: Translate): ActionEntry {
  const name = words(action.name);
  const title = translate(action.title ?? name);
  const inputs = action.inputs.map((input) => ({
    ...input,
    ...(input.prompt !== undefined && { prompt: translate(input.prompt) }),
  }));
  return { ...action, inputs, ...((action.title !== undefined || title !== name) && { title }) };
}

/** Attributes and actions, each once, with what they are of. */
function membersOf({ classes, enums, actions, looks }: Legend): [string, string][] {
  const attributes = [...classes, ...enums].flatMap((of) =>
    of.attributes.map(({ name }): [string, string] => [of.name, name]),
  );
  const others = [...looks.members, ...actions].map(({ of, name }): [string, string] => [of, name]);
  return [...new Map([...others, ...attributes].map((pair) => [pair.join("."), pair])).values()];
}

/** Who is called as the seat is called has no name, and is called as the seat is in this language. */
export function calledIn(name: string, seat: number, asSent: Legend, legend: Legend): string {
  return asSent.seats[seat]?.name === name ? (legend.seats[seat]?.name ?? name) : name;
}

/** Under these names stands what one reads; under all others what things are known by. */
const READ = new Set(["text", "title", "tell", "asked", "says", "prompt", "why", "team", "named"]);
const ALL_READ = new Set(["corners", "badges", "lines"]);

/** What a server tells of a table, of what happened or of what is asked, with all that one reads of it translated. */
export function toldIn<T>(told: T, translate: Translate): T {
  return translate === AS_IT_IS ? told : (sentenceIn(told, translate) as T);
}

/** Entries of a log; what somebody wrote stays, also where it reads like a word of the game. */
export function logIn(log: readonly Entry[], legend: Legend | undefined, translate: Translate): Entry[] {
  return log.map((entry) => {
    const told = toldIn(entry, translate);
    const inputs = legend?.actions.find(({ name, of }) => name === entry.action && of === entry.of)?.inputs;
    const written = inputs?.filter(
      ({ name, free }) => free !== undefined && entry.args?.[name] !== undefined,
    );
    if (!written?.length) return told;
    return {
      ...told,
      args: { ...told.args, ...Object.fromEntries(written.map(({ name }) => [name, entry.args![name]!])) },
    };
  });
}

/** What is asked; what may be answered is named as the rules have it. */
export const askIn = <A extends Ask>(asked: A, translate: Translate): A => ({
  ...asked,
  ask: toldIn(asked.ask, translate),
});

function sentenceIn(told: unknown, translate: Translate): unknown {
  if (Array.isArray(told)) return told.map((one) => sentenceIn(one, translate));
  if (told === null || typeof told !== "object") return told;
  const read = (name: string, value: unknown): unknown => {
    if (typeof value === "string") return READ.has(name) ? translate(value) : value;
    if (!ALL_READ.has(name) || !Array.isArray(value)) return sentenceIn(value, translate);
    return value.map((one: unknown) => (typeof one === "string" ? translate(one) : one));
  };
  return Object.fromEntries(Object.entries(told).map(([name, value]) => [name, read(name, value)]));
}
