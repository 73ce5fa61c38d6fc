// What a name means that is written somewhere: what is built in, or where one of the open files declares it, with the
// comment that stands there.

import { BUILTINS, type Builtin } from "./builtins";
import type { Declaration, Declared } from "./declarations";
import { lookAt } from "./looks";
import { memberAt, nameAt, typeBefore } from "./receivers";
import { blocksAt, type Spot, spotAt, thisAt, variableAt } from "./scopes";
import { builtinsOf } from "./sections";
import { tokensBefore } from "./tokens";
import { type Type, written } from "./types";
import { type World, worldOf } from "./world";

/** Where a name is declared. */
export interface Declaring {
  text: string;
  at: number;
  name: string;
}

export interface Meaning {
  /** The name, in the text. */
  from: number;
  to: number;
  name: string;
  builtin: Builtin | null;
  declared: Declaring | null;
  /** Of a variable whose declaration does not say its type. */
  type: Type | null;
}

const NAME = /[\p{L}\p{N}_]/u;

/** The name around a place; null where there is none. */
function wordAt(text: string, pos: number): { from: number; to: number } | null {
  let [from, to] = [pos, pos];
  while (from > 0 && NAME.test(text[from - 1]!)) from--;
  while (to < text.length && NAME.test(text[to]!)) to++;
  return from < to && !/\d/.test(text[from]!) ? { from, to } : null;
}

/** What the name around a place means; `texts` are those of the open files. */
export function meaningAt(texts: readonly string[], text: string, pos: number): Meaning | null {
  const word = wordAt(text, pos);
  const world = worldOf([text, ...texts]);
  const spot = word && spotAt(world, world.files[0]!, word.to);
  if (!spot) return null;
  const { from, to } = word;
  const name = text.slice(from, to);
  const at = tokensBefore(spot.code.tokens, to) - 1;
  if (spot.code.tokens[at]?.from !== from) return null;
  const isMember = spot.code.tokens[at - 1]?.text === ".";
  const found = isMember ? member(spot, name, at) : (inLook(spot, name) ?? byItself(spot, name));
  return found && { from, to, name, builtin: null, declared: null, type: null, ...found };
}

type Found = Partial<Pick<Meaning, "builtin" | "declared" | "type">>;

function member(spot: Spot, name: string, at: number): Found | null {
  const receiver = typeBefore(spot, at - 1);
  if (!receiver) return anyMember(spot.world, name) ?? onlyBuiltin(name);
  const declared =
    receiver.name === "module" ? spot.world.named(name)[0] : memberAt(spot.world, receiver, name);
  if (declared) return { declared: declaring(spot.world, declared) };
  const builtin = builtinsOf(receiver, spot.world)?.find((one) => one.name === name);
  return builtin ? { builtin } : null;
}

/** What is declared as a member under a name, where that is one thing in all files. */
function anyMember(world: World, name: string): Found | null {
  const all = world.files.flatMap(({ top }) =>
    [...top.values()].flatMap(({ members }) => members.get(name) ?? []),
  );
  return all.length === 1 ? { declared: declaring(world, all[0]!) } : null;
}

/** What is built in under a name, where that means one thing behind whatever it stands. */
function onlyBuiltin(name: string): Found | null {
  const all = BUILTINS.filter((one) => one.name === name && !one.isFree);
  return all.length === 1 ? { builtin: all[0]! } : null;
}

/** What has a part of its own in a look is called by its name there. */
function inLook(spot: Spot, name: string): Found | null {
  const look = spot.code === spot.file ? lookAt(spot.world, blocksAt(spot)) : null;
  const part = look?.words.includes(name) ? undefined : look?.parts.find((one) => one.name === name);
  return part ? { declared: declaring(spot.world, part) } : null;
}

function byItself(spot: Spot, name: string): Found | null {
  const { world } = spot;
  const variable = variableAt(spot, name);
  if (variable) {
    const declared = { text: spot.file.text, at: variable.at, name };
    return { declared, type: variable.type ? null : nameAt(spot, name) };
  }
  const own = thisAt(spot);
  const declared = (own && memberAt(world, own, name)) ?? world.named(name)[0];
  if (declared) return { declared: declaring(world, declared) };
  const builtin = BUILTINS.find((one) => one.isFree && one.name === name);
  return builtin ? { builtin } : anyMember(world, name);
}

/** Null for what no file declares, but every game has. */
function declaring({ files }: World, declared: Declaration): Declaring | null {
  const file = files.slice(0, -1).find((file) => declares(file, declared));
  return file ? { text: file.text, at: declared.at, name: declared.name } : null;
}

const declares = ({ top }: Declared, declared: Declaration): boolean =>
  [...top.values()].some(
    (one) =>
      one === declared ||
      [...one.members.values()].some((m) => m === declared || [...m.members.values()].includes(declared)),
  );

const LONGEST = 160;

/** The line of a declaration without its comment, and the comment behind it or above it. */
export function lineOf({ text, at }: Declaring): { line: string; comment: string } {
  const lines = text.split("\n");
  const n = text.slice(0, at).split("\n").length - 1;
  const [, code = "", behind] =
    /^((?:"(?:\\.|[^"\\])*"?|(?!\/\/).)*)(?:\/\/(.*))?$/.exec(lines[n] ?? "") ?? [];
  const line = code.trim().length > LONGEST ? `${code.trim().slice(0, LONGEST)}…` : code.trim();
  const above: string[] = [];
  for (let i = n - 1; i >= 0 && /^\s*\/\//.test(lines[i]!); i--)
    above.unshift(lines[i]!.replace(/^\s*\/\/\s?/, ""));
  return { line, comment: behind?.trim() ?? above.join(" ") };
}

/** What is shown of a name: a line of code, and what is said of it. */
export interface Help {
  code: string;
  says: string;
}

/** Null where there is nothing to show, as of a name where it is declared. */
export function helpOf({ from, name, builtin, declared, type }: Meaning, text: string): Help | null {
  if (builtin) return { code: builtin.sign, says: builtin.what };
  if (!declared || (declared.text === text && declared.at === from)) return null;
  if (type) return { code: `${name}: ${written(type)}`, says: "" };
  const { line, comment } = lineOf(declared);
  return { code: line, says: comment };
}
