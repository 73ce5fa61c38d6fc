// What a game says, in the language of the reader, as far as its author has put it into that language. Texts are found
// by how they read, and what stands in them for a value keeps its place in the sentence. No DOM, no clock.

import { tongueOf } from "../languages/all";
import type { Sent } from "../model/legend";
import { seatIn } from "./called";
import { type Pattern, patternOf, valuesOf } from "./patterns";

/** What a text of the rules is in the reader's language; as it is where nobody has said it. */
export type Translate = (text: string) => string;

export const AS_IT_IS: Translate = (text) => text;

/** By the pairs that a game has for a language. */
export function translator(
  pairs: readonly (readonly [Sent, Sent])[] | undefined,
  language: string,
): Translate {
  if (!pairs?.length) return language === "en" ? AS_IT_IS : (text) => seatIn(text, language);
  const reader = new Reader(pairs, language);
  return (text) => seatIn(reader.read(text), language);
}

/** So many texts are remembered; then it begins anew. */
const MOST_KNOWN = 4000;
/** So deep do texts stand in the values of others. */
const DEEPEST = 6;
/** With so many patterns a sentence is compared, longer ones counting more; what is left stays as it is. */
const MOST_COMPARED = 12_000;
/** Of so many patterns, those that say most. */
const MOST_PATTERNS = 1500;
/** A pattern of fewer letters reads like much that it does not mean, unless a value of it is known. */
const LEAST_LETTERS = 4;

/** What reads alike in all languages: numbers, and signs in braces. */
const UNWORDED = /^(?:[\d.,:×+−-]|\{[^{}]*\})+$/u;

class Reader {
  readonly #plain = new Map<string, string>();
  readonly #patterns: Pattern[] = [];
  /** Those of several sentences. */
  readonly #long: readonly Pattern[];
  readonly #own: ReadonlyMap<string, string>;
  readonly #read = new Map<string, string>();
  /** With how many patterns the sentence at hand may still be compared. */
  #left = 0;

  constructor(pairs: readonly (readonly [Sent, Sent])[], language: string) {
    for (const [own, translated] of pairs.map((pair) => pair.map(trimmed))) {
      if (own === undefined || translated === undefined) continue;
      const pattern = patternOf(own, translated);
      if (pattern) this.#patterns.push(pattern);
      else if (!this.#plain.has(String(own))) this.#plain.set(String(own), String(translated));
    }
    // What says more goes before what says less.
    this.#patterns.sort((a, b) => b.letters - a.letters);
    this.#patterns.splice(MOST_PATTERNS);
    const isLong = (piece: string | number) => typeof piece === "string" && /[.!?] /u.test(piece);
    this.#long = this.#patterns.filter(({ own }) => own.some(isLong));
    this.#own = new Map(Object.entries(tongueOf(language)?.phrases ?? {}));
  }

  read(text: string): string {
    const before = this.#read.get(text);
    if (before !== undefined) return before;
    if (this.#read.size >= MOST_KNOWN) this.#read.clear();
    this.#left = MOST_COMPARED;
    const said = this.#asFarAsKnown(text, 0);
    this.#read.set(text, said);
    return said;
  }

  /** A text, and where not all of it is known, those of its sentences and values that are. */
  #asFarAsKnown(text: string, depth: number): string {
    const said = this.#known(text, depth);
    if (said !== null || depth >= DEEPEST) return said ?? text;
    return (
      this.#likeOneOf(this.#long, text, depth, false) ??
      this.#bySentences(text, depth) ??
      this.#likeOneOf(this.#patterns, text, depth, false) ??
      text
    );
  }

  /** A text of which all is known; null of others. Blanks around it and a stop at its end make no difference. */
  #known(text: string, depth: number): string | null {
    if (text === "" || UNWORDED.test(text)) return text;
    if (depth > DEEPEST) return null;
    const { before, bare, stop, after } = bared(text);
    const whole = bare + stop;
    const said = this.#asItStands(whole, depth);
    if (said !== null) return before + said + after;
    if (!stop) {
      const stopped = this.#exact(`${bare}.`)?.replace(/\.$/u, "");
      return stopped === undefined ? null : before + stopped + after;
    }
    const within = bare ? this.#asItStands(bare, depth) : null;
    return within === null ? null : before + within + stop + after;
  }

  #asItStands(text: string, depth: number): string | null {
    return (
      this.#exact(text) ??
      this.#numbered(text) ??
      this.#listed(text, depth) ??
      this.#likeOneOf(this.#patterns, text, depth, true) ??
      this.#composed(text)
    );
  }

  /** A capital at the start makes no difference. */
  #exact(text: string): string | null {
    const said = this.#plain.get(text);
    if (said !== undefined) return said;
    const other = this.#plain.get(otherFirst(text));
    return other === undefined ? (this.#own.get(text) ?? null) : begunAs(text, other);
  }

  /** One zone of a row, `pile 1 of 3`. */
  #numbered(text: string): string | null {
    const [, name, n, most] = /^(.+) (\d+) of (\d+)$/u.exec(text) ?? [];
    const said = name === undefined ? null : this.#exact(name);
    return said === null ? null : `${said} ${n}${this.#own.get(" of ") ?? " of "}${most}`;
  }

  /** `A, B and C` or `A · B`, where all of them are known. */
  #listed(text: string, depth: number): string | null {
    const all = text.split(/(, | and | or | · )/u);
    if (all.length < 2) return null;
    const said = all.map((part, i) => (i % 2 ? (this.#own.get(part) ?? part) : this.#known(part, depth + 1)));
    return said.includes(null) ? null : said.join("");
  }

  /** A name that is put together from several, `7 Cups` or `Blue tower`: each of them, or nothing. */
  #composed(text: string): string | null {
    const parts = text.split(" ");
    if (parts.length < 2 || parts.length > 12) return null;
    const said: string[] = [];
    for (let i = 0; i < parts.length; ) {
      let end = parts.length;
      let found: string | null = null;
      for (; end > i && found === null; end--) found = this.#exact(parts.slice(i, end).join(" "));
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

  /** What reads like one of the patterns; with `isSure` only where all values are known. */
  #likeOneOf(among: readonly Pattern[], text: string, depth: number, isSure: boolean): string | null {
    for (const { own, translated, letters } of among) {
      this.#left -= 1 + text.length / 64;
      if (this.#left < 0) return null;
      const asIs = valuesOf(own, text);
      const values = asIs ?? valuesOf(own, otherFirst(text));
      if (!values) continue;
      const known = values.map((value) => this.#known(value, depth + 1));
      const isMeant =
        letters >= LEAST_LETTERS || known.some((said, i) => said !== null && said !== values[i]);
      if (isSure ? known.includes(null) : !isMeant) continue;
      const fillIn = (n: number) => known[n] ?? this.#asFarAsKnown(values[n] ?? "", depth + 1);
      const said = translated.map((piece) => (typeof piece === "number" ? fillIn(piece) : piece)).join("");
      return asIs ? said : begunAs(text, said);
    }
    return null;
  }

  /** A text of several sentences, each by itself, where any of them is known. */
  #bySentences(text: string, depth: number): string | null {
    const all = text.split(/(?<=[.!?]) +/u);
    if (all.length < 2) return null;
    const said = all.map((one) => {
      this.#left = MOST_COMPARED;
      const whole = this.#asFarAsKnown(one, depth + 1);
      if (whole !== one) return whole;
      const { before, bare, stop, after } = bared(one);
      return before + this.#asFarAsKnown(bare, depth + 1) + stop + after;
    });
    return said.every((one, i) => one === all[i]) ? null : said.join(" ");
  }
}

/** The first letter in the other case. */
function otherFirst(text: string): string {
  const first = text.charAt(0);
  const other = first === first.toUpperCase() ? first.toLowerCase() : first.toUpperCase();
  return other + text.slice(1);
}

/** A text in the case in which another one begins. */
function begunAs(text: string, said: string): string {
  const first = said.charAt(0);
  const isCapital = text.charAt(0) !== text.charAt(0).toLowerCase();
  return (isCapital ? first.toUpperCase() : first.toLowerCase()) + said.slice(1);
}

/** A text without blanks around it and the stop at its end, and these. */
function bared(text: string): { before: string; bare: string; stop: string; after: string } {
  const begun = text.trimStart();
  const whole = begun.trimEnd();
  const stop = /[.:;!?]$/u.test(whole) ? whole.slice(-1) : "";
  const before = text.slice(0, text.length - begun.length);
  return {
    before,
    bare: whole.slice(0, whole.length - stop.length),
    stop,
    after: begun.slice(whole.length),
  };
}

/** What is joined with other texts often ends in a blank, which the whole does not have there. */
function trimmed(sent: Sent): Sent {
  if (typeof sent === "string") return sent.trim();
  const last = sent.length - 1;
  return sent.map((piece, i) => {
    if (typeof piece === "number") return piece;
    const begun = i === 0 ? piece.trimStart() : piece;
    return i === last ? begun.trimEnd() : begun;
  });
}
