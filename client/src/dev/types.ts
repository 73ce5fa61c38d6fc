// Types as they are written, `Table<K, List<T>>`, and what stands for what in them.

import { type Token, tokensOf } from "./tokens";

/**
 * A type of values, or one that no value has: `board`, `enum` and `dice` with the name of one, `zone row` for a row of
 * zones of each player, `module` for an imported file, `word` for `player`, `turn`, `phase`, `turns` and `random`, and
 * `=>` with what a call gives.
 */
export interface Type {
  name: string;
  of: readonly Type[];
}

export const type = (name: string, ...of: Type[]): Type => ({ name, of });

export const written = ({ name, of }: Type): string =>
  name === "=>"
    ? `=> ${of[0] ? written(of[0]) : "void"}`
    : of.length
      ? `${name}<${of.map(written).join(", ")}>`
      : name;

/** The type that begins at a token, and the index behind it; null where none does. */
export function typeAt(tokens: readonly Token[], at: number): { type: Type; to: number } | null {
  if (tokens[at]?.text === "(") return functionAt(tokens, at);
  if (tokens[at]?.kind !== "name") return null;
  // `prices.Good` is a type of an imported file, `mut List` a list.
  const isOther = tokens[at]!.text === "mut" || tokens[at + 1]?.text === ".";
  if (isOther) return typeAt(tokens, tokens[at]!.text === "mut" ? at + 1 : at + 2);
  const { text } = tokens[at]!;
  if (tokens[at + 1]?.text !== "<") return { type: type(text), to: at + 1 };
  const of = typesUntil(tokens, at + 2, ">");
  return of && { type: type(text, ...of.all), to: of.to + 1 };
}

/** Types with commas between them, and where the sign stands that ends them. */
function typesUntil(tokens: readonly Token[], from: number, end: string): { all: Type[]; to: number } | null {
  const all: Type[] = [];
  let to = from;
  while (to < tokens.length && tokens[to]!.text !== end) {
    const inner = typeAt(tokens, to);
    if (!inner) return null;
    all.push(inner.type);
    to = inner.to;
    if (tokens[to]?.text === ",") to++;
  }
  return { all, to };
}

/** `(T, U) => K`: what it gives first, then what it takes. */
function functionAt(tokens: readonly Token[], at: number): { type: Type; to: number } | null {
  const takes = typesUntil(tokens, at + 1, ")");
  const gives = takes && tokens[takes.to + 1]?.text === "=>" ? typeAt(tokens, takes.to + 2) : null;
  return takes && gives && { type: type("=>", gives.type, ...takes.all), to: gives.to };
}

export type Filling = ReadonlyMap<string, Type>;

const isVariable = (name: string): boolean => /^[A-Z]$/.test(name);

/** Whether all variables of a type stand for something. */
export const isFilled = ({ name, of }: Type, filling: Filling): boolean =>
  (filling.has(name) || !isVariable(name)) && of.every((inner) => isFilled(inner, filling));

/** A type with what its variables stand for; null where one stands for nothing known. */
export function filled({ name, of }: Type, filling: Filling): Type | null {
  const found = filling.get(name);
  if (found) return found;
  if (isVariable(name)) return null;
  const inner = of.map((t) => filled(t, filling) ?? type("unknown"));
  return { name, of: inner };
}

/** What the variables of a pattern stand for where it is that type. */
export function matched(pattern: Type, is: Type, filling: Map<string, Type>): void {
  if (isVariable(pattern.name) && !filling.has(pattern.name)) filling.set(pattern.name, is);
  pattern.of.forEach((inner, i) => {
    const other = is.of[i];
    if (other) matched(inner, other, filling);
  });
}

export interface Sign {
  receiver: Type | null;
  /** Null for what is no function. */
  takes: readonly { name: string; type: Type | null }[] | null;
  gives: Type | null;
}

/** A line of what is built in: `List<number>.sum(of?: (T) => number): number`. */
export function signOf(sign: string): Sign {
  const tokens = tokensOf(sign);
  const dot = tokens.findIndex(({ text }, i) => text === "." && tokens[i - 1]?.text === ">");
  const receiver = dot > 0 ? (typeAt(tokens, 0)?.type ?? null) : null;
  let at = dot + 2;
  if (tokens[at]?.text !== "(") return { receiver, takes: null, gives: typeAt(tokens, at + 1)?.type ?? null };
  const takes: { name: string; type: Type | null }[] = [];
  for (at++; at < tokens.length && tokens[at]!.text !== ")"; ) {
    const { text } = tokens[at]!;
    at += tokens[at + 1]?.text === "?" ? 3 : 2;
    const inner = typeAt(tokens, at);
    takes.push({ name: text, type: inner?.type ?? null });
    at = inner?.to ?? at + 1;
    if (tokens[at]?.text === ",") at++;
  }
  return { receiver, takes, gives: typeAt(tokens, at + 2)?.type ?? null };
}
