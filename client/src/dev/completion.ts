// What may be meant by the beginning of a word: words of the language, names of the open files, and what is built in.
// Behind a dot stands what the type of what is before it has, in a look what may be said of the thing, and in a few texts
// the names that may stand there.

import {
  type Completion,
  type CompletionContext,
  type CompletionResult,
  insertCompletionText,
  pickedCompletion,
} from "@codemirror/autocomplete";
import type { EditorView } from "@codemirror/view";
import { BUILTINS, type Builtin } from "./builtins";
import type { Declaration, Declared } from "./declarations";
import { type InLook, LOOK_WORDS, lookAt, SIGNS, VALUES } from "./looks";
import { receiverAt } from "./receivers";
import { blocksAt, type Spot, spotAt, thisAt, variablesAt } from "./scopes";
import { builtinsOf } from "./sections";
import { WORDS } from "./tgdl";
import { tokensBefore } from "./tokens";
import { type Type, written } from "./types";
import { type World, worldOf } from "./world";

/** A word that is begun, behind a dot or not; two dots are a range. */
const BEGUN = /((?<!\.)\.\s*)?([\p{L}_][\p{L}\p{N}_]*)$|(?<!\.)\.$/u;
/** Before so many signs nothing is offered unasked, except behind a dot and in looks. */
const LEAST = 2;

/** What is offered at a place, and where the word begins that it stands for. */
export interface Offer {
  from: number;
  options: readonly Completion[];
  /** So many signs must be typed before it is offered unasked. */
  least: number;
}

/** One of each name, the first; several of a name are of several types. */
function once(all: readonly Completion[]): Completion[] {
  const found = new Map<string, Completion>();
  for (const one of all) if (!found.has(one.label)) found.set(one.label, one);
  return [...found.values()];
}

/** Writes brackets behind the name of a function, with the cursor between them where it takes something. */
const calling = (takes: boolean) => (view: EditorView, chosen: Completion, from: number, to: number) => {
  const isCalled = /^\s*\(/.test(view.state.sliceDoc(to, to + 20));
  const change = insertCompletionText(view.state, isCalled ? chosen.label : `${chosen.label}()`, from, to);
  const at = from + chosen.label.length + (isCalled ? 0 : takes ? 1 : 2);
  view.dispatch({ ...change, selection: { anchor: at }, annotations: pickedCompletion.of(chosen) });
};
const FUNCTION = { some: calling(true), none: calling(false) };

const ofBuiltin = ({ name, sign, what }: Builtin): Completion => {
  const detail = sign.slice(sign.indexOf(name) + name.length);
  const isFunction = detail.startsWith("(");
  return {
    label: name,
    type: isFunction ? "function" : "property",
    detail,
    info: what,
    ...(isFunction && { apply: detail.startsWith("()") ? FUNCTION.none : FUNCTION.some }),
  };
};

const told = (is: Type | null): string => (is ? `: ${written(is)}` : "");

const CLASS = /^(class|interactable|event|modifier|enum)$/;

function ofDeclared({ name, kind, type: is, members, ...one }: Declaration, boost = 0): Completion {
  const takes = kind === "action" ? [...members.values()].filter((m) => m.kind === "input") : one.takes;
  if (kind === "function" || kind === "action")
    return {
      label: name,
      type: "function",
      detail: `(${takes?.map(({ name, type }) => name + told(type)).join(", ") ?? ""})${told(is)}`,
      apply: takes?.length ? FUNCTION.some : FUNCTION.none,
      boost,
    };
  const isClass = CLASS.test(kind);
  return {
    label: name,
    type: isClass ? "class" : "variable",
    detail: isClass || kind !== "attribute" ? kind : told(is),
    boost,
  };
}

const keyword = (label: string): Completion => ({ label, type: "keyword" });
const value = (label: string): Completion => ({ label, type: "constant", boost: 2 });

const ALL_MEMBERS = once(BUILTINS.filter(({ isFree }) => !isFree).map(ofBuiltin));
const FREE: readonly Completion[] = [
  ...BUILTINS.filter(({ isFree }) => isFree).map(ofBuiltin),
  ...WORDS.map(keyword),
];
const isWord: ReadonlySet<string> = new Set(WORDS);
const builtinOptions = new Map<Builtin, Completion>(BUILTINS.map((one) => [one, ofBuiltin(one)]));

const plain = (label: string): Completion => ({ label, type: /^\p{Lu}/u.test(label) ? "class" : "variable" });

/** Of each file, its names as they are offered. */
const named = new WeakMap<Declared, { all: readonly Completion[]; members: readonly Completion[] }>();
function namesIn(file: Declared): { all: readonly Completion[]; members: readonly Completion[] } {
  const known = named.get(file);
  if (known) return known;
  const own = (names: ReadonlySet<string>) => [...names].filter((name) => !isWord.has(name)).map(plain);
  const found = { all: own(file.names), members: own(file.members) };
  named.set(file, found);
  return found;
}

/** Names that stand in the files, but not the word that is begun, where it stands nowhere else. */
const anywhere = ({ files }: World, which: "all" | "members", begun: string): Completion[] =>
  files
    .slice(0, -1)
    .flatMap((file) => namesIn(file)[which])
    .filter(({ label }) => label !== begun);

// ------------------------------------------------------------------------------------------------------- behind a dot

/** Before what is done in a test; there alone actions are called. */
const PLAYED = /\b(play|legal|illegal)\s[^;]*$/;

function behindDot(spot: Spot, begun: string, line: string): Completion[] {
  const { world } = spot;
  const receiver = receiverAt(spot);
  const builtin = receiver && builtinsOf(receiver, world);
  const own = receiver ? ownMembers(world, receiver, PLAYED.test(line)) : [];
  if (!builtin) return once([...own, ...ALL_MEMBERS, ...anywhere(world, "members", begun)]);
  return once([...own, ...builtin.map((one) => builtinOptions.get(one)!)]);
}

function ownMembers(world: World, of: Type, isPlayed = false): Completion[] {
  if (of.name === "word")
    return of.of[0]?.name === "turn" ? [{ label: "phase", type: "property", boost: 1 }] : [];
  if (of.name === "module")
    return world.files.slice(1, -1).flatMap(({ top }) => [...top.values()].map((one) => ofDeclared(one, 1)));
  if (of.name === "enum") return world.ofEnum(of.of[0]!.name, "case").map((one) => ofDeclared(one, 1));
  if (world.enumOf(of.name)) return world.ofEnum(of.name, "attribute").map((one) => ofDeclared(one, 1));
  return world
    .members(of)
    .filter(
      ({ declared: { kind } }) =>
        kind === "attribute" || kind === "function" || (isPlayed && kind === "action"),
    )
    .map(({ declared, type }) => ofDeclared({ ...declared, type }, 1));
}

// --------------------------------------------------------------------------------------------------------- by itself

/** What holds at a place, nearest first: variables, members of what is around, and what files declare. */
function holding(spot: Spot): Completion[] {
  const { world, pos } = spot;
  const variables = variablesAt(spot).filter(({ at }) => at !== pos);
  const own = thisAt(spot);
  return [
    ...variables.map(
      ({ name, type }): Completion => ({ label: name, type: "variable", detail: told(type), boost: 2 }),
    ),
    ...(own ? ownMembers(world, own) : []),
    ...world.files.flatMap(({ top }) => [...top.values()].map((one) => ofDeclared(one))),
  ];
}

function byItself(spot: Spot, begun: string): Completion[] {
  const own = holding(spot).filter(({ label, detail }) => label !== begun || detail);
  return once([...own, ...FREE, ...anywhere(spot.world, "all", begun)]);
}

// ------------------------------------------------------------------------------------------------------------ in looks

/** The tokens of the statement that a place stands in, up to the word that begins there. */
function statementAt({ file: { tokens } }: Spot, from: number): string[] {
  const found: string[] = [];
  for (let i = tokensBefore(tokens, from) - 1; i >= 0 && !/^[;{}]$/.test(tokens[i]!.text); i--)
    found.unshift(tokens[i]!.text);
  return found;
}

/** What an expression in a look may read: what is told of the thing itself, inputs, cases, options and places. */
function readInLook({ parts }: InLook, spot: Spot): Completion[] {
  const { world } = spot;
  const own = thisAt(spot);
  const builtin = own ? (builtinsOf(own, world) ?? []) : [];
  const tops = world.files.flatMap(({ top }) => [...top.values()]);
  return [
    ...parts.filter(({ kind }) => kind === "input").map((one) => ofDeclared(one, 1)),
    ...(own ? ownMembers(world, own) : []).filter(({ type }) => type !== "function"),
    ...builtin.filter(({ name }) => READ.test(name)).map((one) => builtinOptions.get(one)!),
    ...tops.filter(({ kind }) => PLACED.test(kind)).map((one) => ofDeclared(one)),
    ...["true", "false", "null", "has"].map(keyword),
  ];
}
const READ = /^(owner|tile|x|y|name|mark|index)$/;
const PLACED = /^(enum|modifier|value|zone|board)$/;

function inLook(spot: Spot, from: number): Completion[] | null {
  const look = lookAt(spot.world, blocksAt(spot));
  if (!look) return null;
  if (!look.words.length && !look.parts.length) return [];
  if (spot.code !== spot.file) return once(readInLook(look, spot));
  const [word, ...rest] = statementAt(spot, from);
  if (word === undefined) {
    // In the order of the reference, where the commonest stand first.
    const fitting = look.words.map((label, i): Completion => ({ ...keyword(label), boost: 50 - i }));
    const parts = look.parts.map(
      ({ name, kind }): Completion => ({ label: name, type: "variable", detail: kind, boost: 1 }),
    );
    return once([...fitting, ...parts, ...LOOK_WORDS.map((label) => ({ ...keyword(label), boost: -1 }))]);
  }
  const values = rest.length ? [] : (VALUES[word] ?? []).map(value);
  if (values.length && !/^colou?r$/.test(word)) return values;
  return once([...values, ...readInLook(look, spot)]);
}

// ------------------------------------------------------------------------------------------------------------ in texts

const TURN = /\bturns\s*\.\s*use\s*\(\s*(?:turn\s*:\s*)?"([^"]*)$/;
const PHASE_OF = /\bturns\s*\.\s*use\s*\(\s*"([^"]*)"\s*,\s*(?:phase\s*:\s*)?"([^"]*)$/;
const PHASE = /\bphase\s*\.\s*use\s*\(\s*(?:phase\s*:\s*)?"([^"]*)$/;
const SIGN = /\b(?:symbol|sign)\b[^;]*"([^"{}]*)$/;

/** What a text may say, and what of it is there. */
function inText(world: World, file: Declared, pos: number): { begun: string; all: readonly string[] } | null {
  const { text } = file;
  const line = text.slice(text.lastIndexOf("\n", pos - 1) + 1, pos);
  const turns = world.files.flatMap(({ top }) => [...top.values()].filter(({ kind }) => kind === "turn"));
  const phases = (of: Declaration[]) => of.flatMap(({ members }) => [...members.keys()]);
  const turn = TURN.exec(line);
  if (turn) return { begun: turn[1]!, all: turns.map(({ name }) => name) };
  const of = PHASE_OF.exec(line);
  if (of) return { begun: of[2]!, all: phases(turns.filter(({ name }) => name === of[1])) };
  const phase = PHASE.exec(line);
  if (phase) return { begun: phase[1]!, all: phases(turns) };
  const sign = SIGN.exec(line);
  return sign && lookAt(world, blocksAt({ file, pos })) ? { begun: sign[1]!, all: SIGNS } : null;
}

// ---------------------------------------------------------------------------------------------------------------------

/** What may stand at a place of a text; `texts` are those of the open files. */
export function offerAt(texts: readonly string[], text: string, pos: number): Offer | null {
  const world = worldOf([text, ...texts]);
  const file = world.files[0]!;
  const spot = spotAt(world, file, pos);
  if (!spot) {
    const found = inText(world, file, pos);
    return found && { from: pos - found.begun.length, options: found.all.map(value), least: 0 };
  }
  const line = text.slice(text.lastIndexOf("\n", pos - 1) + 1, pos);
  const [before = "", dot, begun = ""] = BEGUN.exec(line) ?? [];
  const from = pos - begun.length;
  if (dot !== undefined || before === ".") return { from, options: behindDot(spot, begun, line), least: 0 };
  const look = inLook(spot, from);
  if (look) return { from, options: look, least: look[0]?.type === "constant" ? 0 : 1 };
  return { from, options: byItself(spot, begun), least: LEAST };
}

/** Whether a word is whole: it is offered itself, and nothing that is longer. */
function isWhole(options: readonly Completion[], begun: string): boolean {
  const longer = options.filter(({ label }) => label.toLowerCase().startsWith(begun.toLowerCase()));
  return longer.length === 1 && longer[0]!.label === begun;
}

export const completing =
  (texts: () => readonly string[]) =>
  ({ state, pos, explicit }: CompletionContext): CompletionResult | null => {
    const offer = offerAt(texts(), state.doc.toString(), pos);
    const begun = offer ? state.sliceDoc(offer.from, pos) : "";
    if (!offer || (!explicit && begun.length < offer.least)) return null;
    if (!explicit && isWhole(offer.options, begun)) return null;
    return {
      from: offer.from,
      options: offer.options,
      validFor: (word) => /^[\p{L}\p{N}_:-]*$/u.test(word) && !isWhole(offer.options, word),
    };
  };
