// What a game says, in the language of the reader, as far as its author has put it into that language. Texts are found
// by how they read, and what stands in them for a value keeps its place in the sentence. No DOM, no clock.

import type { ActionEntry, Legend, Look, NamedLook, Sent } from "../model/legend";
import type { Ask } from "../model/tree";
import { seatIn } from "./called";
import { words } from "./words";

/** What a text of the rules is in the reader's language; as it is where nobody has said it. */
export type Translate = (text: string) => string;

const AS_IT_IS: Translate = (text) => text;

type Pattern = {
  own: readonly (string | number)[];
  translated: readonly (string | number)[];
  letters: number;
};

/** So many texts are remembered; then it begins anew. */
const MOST_KNOWN = 4000;
/** So deep do texts stand in the values of others. */
const DEEPEST = 4;

/** What reads alike in all languages: numbers, and signs in braces. */
const UNWORDED = /^(?:[\d.,:×+−-]|\{[^{}]*\})+$/u;

const AND: Record<string, string> = { en: " and ", it: " e " };

/** The first letter in the other case. */
function otherFirst(text: string): string {
  const first = text.charAt(0);
  const other = first === first.toUpperCase() ? first.toLowerCase() : first.toUpperCase();
  return other + text.slice(1);
}

/** The values of a text that reads like these pieces; null where it reads otherwise. */
function valuesOf(pieces: Pattern["own"], text: string): string[] | null {
  const values: string[] = [];
  let at = 0;
  let begun: number | null = null;
  for (const [i, piece] of pieces.entries()) {
    if (typeof piece === "number") {
      begun = at;
      continue;
    }
    const isLast = i === pieces.length - 1;
    const found = isLast ? text.length - piece.length : begun === null ? at : text.indexOf(piece, at);
    if (found < at || !text.startsWith(piece, found)) return null;
    if (begun !== null) values.push(text.slice(begun, found));
    else if (found !== at) return null;
    begun = null;
    at = found + piece.length;
  }
  if (begun !== null) values.push(text.slice(begun));
  else if (at !== text.length) return null;
  return values;
}

/** By the pairs that a game has for a language. */
export function translator(
  pairs: readonly (readonly [Sent, Sent])[] | undefined,
  language: string,
): Translate {
  if (!pairs?.length) return AS_IT_IS;
  const plain = new Map<string, string>();
  const patterns: Pattern[] = [];
  const piecesOf = (sent: Sent) => (typeof sent === "string" ? [sent] : sent);
  for (const [own, translated] of pairs) {
    if (typeof own === "string") {
      if (!plain.has(own)) plain.set(own, typeof translated === "string" ? translated : translated.join(""));
      continue;
    }
    const letters = own.reduce<number>(
      (sum, piece) => sum + (typeof piece === "string" ? piece.length : 0),
      0,
    );
    patterns.push({ own, translated: piecesOf(translated), letters });
  }
  // What says more goes before what says less.
  patterns.sort((a, b) => b.letters - a.letters);
  const known = new Map<string, string>();

  function exact(text: string): string | null {
    const said = plain.get(text);
    if (said !== undefined) return said;
    const other = plain.get(otherFirst(text));
    if (other === undefined) return null;
    const isCapital = text.charAt(0) !== text.charAt(0).toLowerCase();
    const first = other.charAt(0);
    return (isCapital ? first.toUpperCase() : first.toLowerCase()) + other.slice(1);
  }

  /** `A, B and C`, where all of them are known. */
  function listed(text: string): string | null {
    if (!text.includes(", ") && !text.includes(" and ")) return null;
    const all = text.split(/(, | and )/u);
    const said = all.map((part, i) =>
      i % 2 ? (part === ", " ? part : (AND[language] ?? part)) : (exact(part) ?? composed(part)),
    );
    return said.includes(null) ? null : said.join("");
  }

  /** A name that is put together from several, `7 Cups` or `Blue tower`: each of them, or nothing. */
  function composed(text: string): string | null {
    const parts = text.split(" ");
    if (parts.length < 2 || parts.length > 12) return null;
    const said: string[] = [];
    for (let i = 0; i < parts.length; ) {
      let end = parts.length;
      let found: string | null = null;
      for (; end > i && found === null; end--) found = exact(parts.slice(i, end).join(" "));
      if (found === null) {
        if (!UNWORDED.test(parts[i]!)) return null;
        said.push(parts[i++]!);
      } else {
        said.push(found);
        i = end + 1;
      }
    }
    return said.join(" ");
  }

  function translate(text: string, depth: number): string {
    const said = exact(text);
    if (said !== null) return said;
    if (depth === DEEPEST) return text;
    for (const { own, translated } of patterns) {
      const values = valuesOf(own, text);
      if (!values) continue;
      const parts = translated.map((p) =>
        typeof p === "number" ? translate(values[p] ?? "", depth + 1) : p,
      );
      return parts.join("");
    }
    return listed(text) ?? composed(text) ?? text;
  }

  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    if (known.size >= MOST_KNOWN) known.clear();
    const said = translate(text, 0);
    known.set(text, said);
    return said;
  };
}

// ------------------------------------------------------------------------------------------------------ the legend

const translators = new WeakMap<Legend, Translate>();

/** How what is not in a legend reads in the language that it was put into. */
export const translatorOf = (legend: Legend): Translate => translators.get(legend) ?? AS_IT_IS;

/** A legend as it reads in a language; names by which things are known stay as they are. */
export function translated(legend: Legend, language: string): Legend {
  const pairs = legend.words?.[language];
  const seats = legend.seats.map((seat) => ({ ...seat, name: seatIn(seat.name, language) }));
  if (!pairs?.length) return language === "en" ? legend : { ...legend, seats };
  const translate = translator(pairs, language);
  /** The title of something that is otherwise called by its name. */
  const titled = <T extends { name: string; look?: Look }>(of: T): T => {
    const look = lookIn(translate, of.look);
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
  const actionOf = (action: ActionEntry): ActionEntry => {
    const name = words(action.name);
    const title = action.title === undefined ? translate(name) : translate(action.title);
    const inputs = action.inputs.map((input) => ({
      ...input,
      ...(input.prompt !== undefined && { prompt: translate(input.prompt) }),
    }));
    return { ...action, inputs, ...((action.title !== undefined || title !== name) && { title }) };
  };
  const attributes = [...legend.classes, ...legend.enums].flatMap((of) =>
    of.attributes.map(({ name }): [string, string] => [of.name, name]),
  );
  const actions = legend.actions.map(({ of, name }): [string, string] => [of, name]);
  const own = unique([
    ...members.map(({ of, name }): [string, string] => [of, name]),
    ...attributes,
    ...actions,
  ]);
  const made: Legend = {
    ...legend,
    zones: legend.zones.map((zone) => ({ ...titled(zone), title: translate(zone.title) })),
    boards: legend.boards.map((board) => ({
      ...titled(board),
      tiles: board.tiles.map(titled),
      ...(board.sides && { sides: board.sides.map(titled) }),
      ...(board.corners && { corners: board.corners.map(titled) }),
      ...(board.each && { each: lookIn(translate, board.each)! }),
    })),
    actions: legend.actions.map(actionOf),
    seats: seats.map((seat) => ({ ...seat, name: translate(seat.name) })),
    looks: {
      ...legend.looks,
      cases: legend.enums.flatMap(({ name, cases: all }) => all.flatMap((one) => named(name, one, cases))),
      members: own.flatMap(([of, name]) => named(of, name, members)),
      // A phase without a title is not told.
      turns: turns.map((turn) => ({ ...turn, look: lookIn(translate, turn.look)! })),
    },
  };
  translators.set(made, translate);
  return made;
}

function unique(pairs: readonly [string, string][]): [string, string][] {
  return [...new Map(pairs.map((pair) => [pair.join("."), pair])).values()];
}

function lookIn(translate: Translate, look: Look | undefined): Look | undefined {
  return look && (sentenceIn(look, translate) as Look);
}

// ---------------------------------------------------------------------------------------------------- what is told

/** Under these names stands what one reads; under all others what things are known by. */
const READ = new Set(["text", "title", "tell", "asked", "says", "prompt", "why", "team", "named"]);
const ALL_READ = new Set(["corners", "badges", "lines"]);

/** What a server tells of a table, of what happened or of what is asked, with all that one reads of it translated. */
export function toldIn<T>(told: T, translate: Translate): T {
  return translate === AS_IT_IS ? told : (sentenceIn(told, translate) as T);
}

/** What is asked; what may be answered is named as the rules have it. */
export const askIn = <A extends Ask>(asked: A, translate: Translate): A => ({
  ...asked,
  ask: toldIn(asked.ask, translate),
});

function sentenceIn(told: unknown, translate: Translate): unknown {
  if (Array.isArray(told)) return told.map((one) => sentenceIn(one, translate));
  if (told === null || typeof told !== "object") return told;
  const made: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(told)) {
    if (typeof value === "string") made[name] = READ.has(name) ? translate(value) : value;
    else if (ALL_READ.has(name) && Array.isArray(value)) {
      made[name] = value.map((one: unknown) => (typeof one === "string" ? translate(one) : one));
    } else made[name] = sentenceIn(value, translate);
  }
  return made;
}
