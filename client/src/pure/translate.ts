// What a game says, in the language of the reader, as far as its author has put it into that language. Texts are found
// by how they read, and what stands in them for a value keeps its place in the sentence. No DOM, no clock.

import type { ActionEntry, Legend, Look, NamedLook, Sent } from "../model/legend";
import type { Ask } from "../model/tree";
import { seatIn } from "./called";
import { words } from "./words";

/** What a text of the rules is in the reader's language; as it is where nobody has said it. */
export type Translate = (text: string) => string;

const AS_IT_IS: Translate = (text) => text;

/** In the texts of cards it stands for what the card is called, and is a value like others. */
const ITSELF = "~";

function piecesOf(sent: Sent): (string | number)[] {
  const pieces = typeof sent === "string" ? [sent] : sent;
  const most = pieces.reduce<number>((sum, p) => Math.max(sum, typeof p === "number" ? p + 1 : 0), 0);
  return pieces.flatMap((piece) =>
    typeof piece === "number"
      ? [piece]
      : piece
          .split(/(~)/u)
          .filter(Boolean)
          .map((p) => (p === ITSELF ? most : p)),
  );
}

type Pattern = {
  own: readonly (string | number)[];
  translated: readonly (string | number)[];
  letters: number;
};

/** So many texts are remembered; then it begins anew. */
const MOST_KNOWN = 4000;
/** So deep do texts stand in the values of others. */
const DEEPEST = 6;
/** So many patterns are compared with a text and its values, longer texts counting more; what is left stays as it is. */
const MOST_COMPARED = 20_000;

/** What reads alike in all languages: numbers, and signs in braces. */
const UNWORDED = /^(?:[\d.,:×+−-]|\{[^{}]*\})+$/u;

/** What is not known reads so in every game. */
const OWN: Record<string, Record<string, string>> = { it: { "a card": "una carta" } };

/** What stands between the parts of lists. */
const JOINS: Record<string, Record<string, string>> = {
  it: { " and ": " e ", " or ": " o ", " of ": " di " },
};

const joinIn = (join: string, language: string): string => JOINS[language]?.[join] ?? join;

/** The first letter in the other case. */
function otherFirst(text: string): string {
  const first = text.charAt(0);
  const other = first === first.toUpperCase() ? first.toLowerCase() : first.toUpperCase();
  return other + text.slice(1);
}

/** A text without blanks around it and the stop at its end. */
function bared(text: string): [before: string, bare: string, after: string] {
  const [, before = "", bare = "", after = ""] = /^(\s*)(.*?)([.:;!?]?\s*)$/su.exec(text) ?? [];
  return [before, bare, after];
}

/** A text in the case in which another one begins. */
function begunAs(text: string, said: string): string {
  const first = said.charAt(0);
  const isCapital = text.charAt(0) !== text.charAt(0).toLowerCase();
  return (isCapital ? first.toUpperCase() : first.toLowerCase()) + said.slice(1);
}

/** The values of a text that reads like these pieces, by their numbers; null where it reads otherwise. */
function valuesOf(pieces: Pattern["own"], text: string): string[] | null {
  const values: string[] = [];
  let at = 0;
  let open: number | null = null;
  const fill = (to: number): boolean => {
    if (open === null) return to === at;
    const value = text.slice(at, to);
    const isSame = values[open] === undefined || values[open] === value;
    values[open] = value;
    open = null;
    return isSame;
  };
  for (const [i, piece] of pieces.entries()) {
    if (typeof piece === "number") {
      // Nobody can tell where one ends and the other begins.
      if (open !== null) return null;
      open = piece;
      continue;
    }
    const isLast = i === pieces.length - 1;
    const found = isLast ? text.length - piece.length : open === null ? at : text.indexOf(piece, at);
    if (found < at || !text.startsWith(piece, found) || !fill(found)) return null;
    at = found + piece.length;
  }
  return fill(text.length) ? values : null;
}

/** By the pairs that a game has for a language. */
export function translator(
  pairs: readonly (readonly [Sent, Sent])[] | undefined,
  language: string,
): Translate {
  if (!pairs?.length) return AS_IT_IS;
  const plain = new Map<string, string>(Object.entries(OWN[language] ?? {}));
  const patterns: Pattern[] = [];
  for (const [own, translated] of pairs) {
    if (typeof own === "string" && !own.includes(ITSELF)) {
      if (!plain.has(own)) plain.set(own, typeof translated === "string" ? translated : translated.join(""));
      continue;
    }
    const pieces = piecesOf(own);
    const letters = pieces.reduce<number>((sum, p) => sum + (typeof p === "string" ? p.length : 0), 0);
    patterns.push({ own: pieces, translated: piecesOf(translated), letters });
  }
  // What says more goes before what says less.
  patterns.sort((a, b) => b.letters - a.letters);
  /** Those of several sentences. */
  const long = patterns.filter(({ own }) => own.some((p) => typeof p === "string" && /[.!?] /u.test(p)));
  const known = new Map<string, string>();
  /** How many patterns may still be compared for the text at hand. */
  let left = 0;

  function exact(text: string): string | null {
    const said = plain.get(text);
    if (said !== undefined) return said;
    const other = plain.get(otherFirst(text));
    return other === undefined ? null : begunAs(text, other);
  }

  /** What reads like one of the patterns; with `isSure` only where all values are known. */
  function patterned(text: string, among: readonly Pattern[], depth: number, isSure: boolean): string | null {
    for (const { own, translated } of among) {
      left -= 1 + text.length / 64;
      if (left < 0) return null;
      const asIs = valuesOf(own, text);
      const values = asIs ?? valuesOf(own, otherFirst(text));
      if (!values) continue;
      const said = values.map((value) => sure(value, depth + 1));
      if (isSure && said.includes(null)) continue;
      const fillIn = (n: number) => said[n] ?? translate(values[n] ?? "", depth + 1);
      const all = translated.map((piece) => (typeof piece === "number" ? fillIn(piece) : piece)).join("");
      return asIs ? all : begunAs(text, all);
    }
    return null;
  }

  /** A text of which all is known; null of others. Blanks around it and a stop at its end make no difference. */
  function sure(text: string, depth: number): string | null {
    if (text === "" || UNWORDED.test(text)) return text;
    if (depth > DEEPEST) return null;
    const said = whole(text, depth);
    if (said !== null) return said;
    const [before, bare, stop] = bared(text);
    if (bare === text) return exact(`${text}.`)?.replace(/\.$/u, "") ?? null;
    const within = bare ? whole(bare, depth) : null;
    return within === null ? null : before + within + stop;
  }

  function whole(text: string, depth: number): string | null {
    return (
      exact(text) ??
      numbered(text) ??
      listed(text, depth) ??
      composed(text) ??
      patterned(text, patterns, depth, true)
    );
  }

  /** One zone of a row, `pile 1 of 3`. */
  function numbered(text: string): string | null {
    const [, name, n, most] = /^(.+) (\d+) of (\d+)$/u.exec(text) ?? [];
    const said = name === undefined ? null : exact(name);
    return said === null ? null : `${said} ${n}${joinIn(" of ", language)}${most}`;
  }

  /** A text of several sentences, each by itself, where any of them is known. */
  function sentences(text: string, depth: number): string | null {
    const all = text.split(/(?<=[.!?]) +/u);
    if (all.length < 2) return null;
    const said = all.map((one) => {
      const whole = translate(one, depth + 1);
      if (whole !== one) return whole;
      const [before, bare, stop] = bared(one);
      return before + translate(bare, depth + 1) + stop;
    });
    return said.every((one, i) => one === all[i]) ? null : said.join(" ");
  }

  /** `A, B and C`, where all of them are known. */
  function listed(text: string, depth: number): string | null {
    const all = text.split(/(, | and | or )/u);
    if (all.length < 2) return null;
    const said = all.map((part, i) => (i % 2 ? joinIn(part, language) : sure(part, depth + 1)));
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
    const said = sure(text, depth);
    if (said !== null || depth >= DEEPEST) return said ?? text;
    return (
      patterned(text, long, depth, false) ??
      sentences(text, depth) ??
      patterned(text, patterns, depth, false) ??
      text
    );
  }

  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    if (known.size >= MOST_KNOWN) known.clear();
    left = MOST_COMPARED;
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
