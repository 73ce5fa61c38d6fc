// What a player may pick next: a decision is a sentence with blanks, a pick fills one, and what stays possible is what
// agrees with all picks. No DOM, no clock, no rules: the tree says it all.

import type { PlaceRef } from "../model/reference";
import type { Part, TreeRef } from "../model/tree";
import { type Ask, actionName, below, isAction, isCut, type Node, numberOf, partKey } from "../model/tree";

/** A pick: a part of the move, in whatever order it was chosen. */
export interface Pick {
  part: Part;
  /** Where in the sentence, from 0. */
  depth: number;
  /** One of the things of a list that stands there; there may be several of one depth. */
  isMember?: true;
}

/** One leaf that is still possible, as the numbers of its parts. */
type Leaf = readonly number[];

export interface Blank {
  depth: number;
  /** What stands there; null while it is open. */
  part: Part | null;
  /** It filled by itself, since nothing else was possible. */
  isForced: boolean;
  /** Nobody chooses it: it says what follows from the others. */
  isAuto?: true;
  /** Where that is chosen, as follows from what was picked before it. */
  on?: PlaceRef;
}

/** What a pick may be, of those that are no thing on the table. */
export interface Button {
  part: Part;
  depth: number;
  /** Where it is chosen, as follows from what was picked before it. */
  on?: PlaceRef;
  /** One of the things of a list, which narrows down which list is meant. */
  isMember?: true;
}

export interface Widening {
  depth: number;
  range?: { from: number; to: number; step?: number };
  list?: { of: Part[]; least: number; most: number };
  free?: number;
}

export interface Offer {
  /** The parts so far, and the open ones as null. */
  sentence: Blank[];
  /** The depth that is asked for next; null where the move is whole. */
  next: number | null;
  /** What the author asks there, where that is not always the same. */
  prompt?: string | undefined;
  /** Things, tiles, zones, seats that may be picked next, by key, with the depth they fill. */
  lit: ReadonlyMap<string, Button>;
  /** Targets that a first pick leads to: of all the actions that it allows. */
  targets: ReadonlySet<string>;
  buttons: Button[];
  widenings: Widening[];
  /** The whole path, once it is. */
  path: Part[] | null;
  /** The parts so far, where those behind them are to be asked for. */
  wanted: Part[] | null;
  /** What filled by itself in a move that is whole: there one more tap makes it. */
  byItself: Button[];
  /** How many moves stay possible, of those that are told. */
  count: number;
}

const isPlaced = (part: TreeRef): boolean =>
  part !== null &&
  typeof part === "object" &&
  !Array.isArray(part) &&
  ("thing" in part || "tile" in part || "zone" in part);

const isTile = (part: TreeRef): boolean =>
  part !== null && typeof part === "object" && !Array.isArray(part) && "tile" in part;

const isWide = (ref: TreeRef): boolean =>
  ref !== null &&
  typeof ref === "object" &&
  !Array.isArray(ref) &&
  ("range" in ref || "list" in ref || "free" in ref);

/** Every path from the root to an end, as numbers of the dictionary. */
export function leaves(tree: readonly Node[]): Leaf[] {
  const all: Leaf[] = [];
  const walk = (nodes: readonly Node[], before: Leaf) => {
    for (const node of nodes) {
      const path = [...before, numberOf(node)];
      const deeper = below(node);
      if (deeper) walk(deeper, path);
      else all.push(isCut(node) ? [...path, CUT] : path);
    }
  };
  walk(tree, []);
  return all;
}

/** Stands behind the last part of a path that goes on with parts that are not told. */
const CUT = -1;

export interface Offering {
  offer: (picks: readonly Pick[]) => Offer;
}

/** Prepares a question, so that each pick costs one pass over the leaves. */
export function offering(ask: Ask, isAuto: IsAuto = () => false): Offering {
  const all = leaves(ask.tree);
  const keys = ask.refs.map(partKey);
  return { offer: (picks) => offer(ask, all, keys, picks, isAuto) };
}

/** Whether nobody chooses a part of a move, as far as its parts are known. */
export type IsAuto = (sentence: readonly (Part | null)[], depth: number) => boolean;

function fits(ask: Ask, keys: readonly string[], leaf: Leaf, pick: Pick): boolean {
  const n = leaf[pick.depth];
  if (n === undefined || n === CUT) return false;
  if (pick.isMember)
    return membersOf(ask.refs[n] ?? null).some((part) => partKey(part) === partKey(pick.part));
  if (keys[n] === partKey(pick.part)) return true;
  return isInside(ask, ask.refs[n] ?? null, pick.part);
}

/** What is in a list, where all of that lies on the table. */
function membersOf(ref: TreeRef): readonly Part[] {
  return Array.isArray(ref) && ref.every((part) => isPlaced(part)) ? ref : [];
}

/** Whether a value is one of those that a range, a list or a free text stands for. */
function isInside(ask: Ask, ref: TreeRef, part: Part): boolean {
  if (ref === null || typeof ref !== "object" || Array.isArray(ref)) return false;
  if ("free" in ref) return part !== null && !Array.isArray(part) && "text" in part && part.text.length > 0;
  if ("range" in ref) {
    if (part === null || Array.isArray(part) || !("num" in part)) return false;
    const { from, to, step = 1 } = ref.range;
    return part.num >= from && part.num <= to && Math.abs(((part.num - from) / step) % 1) < 1e-9;
  }
  if (!("list" in ref) || !Array.isArray(part)) return false;
  const may = new Set(ref.list.of.map((n) => partKey(ask.refs[n] ?? null)));
  const isLong = part.length >= ref.list.least && part.length <= ref.list.most;
  return isLong && part.every((p) => may.has(partKey(p))) && new Set(part.map(partKey)).size === part.length;
}

function offer(
  ask: Ask,
  all: readonly Leaf[],
  keys: readonly string[],
  picks: readonly Pick[],
  isAuto: IsAuto,
): Offer {
  const possible = all.filter((leaf) => picks.every((pick) => fits(ask, keys, leaf, pick)));
  const length = Math.max(0, ...possible.map((leaf) => leaf.length));
  const sentence: Blank[] = [];
  let next: number | null = null;
  for (let depth = 0; depth < length; depth++) {
    const picked = picks.find((pick) => pick.depth === depth && !pick.isMember);
    const numbers = new Set(possible.map((leaf) => leaf[depth]));
    const only = onlyOne(keys, numbers);
    if (only === CUT) break;
    if (picked) sentence.push({ depth, part: picked.part, isForced: false });
    else if (only !== undefined && !isWide(ask.refs[only] ?? null)) {
      const on = numbers.size === 1 ? placeIn(ask, only) : {};
      sentence.push({ depth, part: ask.refs[only] as Part, isForced: true, ...on });
    } else {
      sentence.push({ depth, part: null, isForced: false });
      next ??= depth;
    }
  }
  const known = sentence.map((blank) => blank.part);
  for (const blank of sentence) if (blank.isForced && isAuto(known, blank.depth)) blank.isAuto = true;
  if (next === null && picks.length === 0 && sentence.length > 0) next = openLast(sentence);
  const parts = sentence.map((blank) => blank.part);
  const isCutOff = possible.length > 0 && possible.every((leaf) => leaf[leaf.length - 1] === CUT);
  const isWhole = next === null && possible.length > 0 && !isCutOff && picks.length > 0;
  return {
    sentence,
    next,
    prompt: promptAt(ask, possible, next),
    ...choices(ask, possible, keys, next, picks),
    path: isWhole ? parts : null,
    wanted: isCutOff && next === null ? parts : null,
    byItself: isWhole || isCutOff ? forced(sentence, picks, next) : [],
    count: possible.length,
  };
}

/** What is asked at a depth: all that is possible has the same parts before it. */
function promptAt({ prompts }: Ask, possible: readonly Leaf[], next: number | null): string | undefined {
  if (!next) return undefined;
  const begun = possible[0]?.slice(0, next).join();
  return prompts?.find(([before]) => before.join() === begun)?.[1];
}

/** The number of the one part that there is; parts that are chosen at several places have a number for each. */
function onlyOne(keys: readonly string[], numbers: ReadonlySet<number | undefined>): number | undefined {
  const [first, ...others] = numbers;
  if (first === undefined || first === CUT) return others.length ? undefined : first;
  return others.every((n) => n !== undefined && keys[n] === keys[first]) ? first : undefined;
}

/** Where a part is chosen, if that follows from those before it. */
function placeIn(ask: Ask, n: number): { on?: PlaceRef } {
  const on = ask.on?.find(([number]) => number === n)?.[1];
  return on ? { on } : {};
}

/** What filled by itself once all is said; what was picked elsewhere in the sentence too is none of it. */
function forced(sentence: readonly Blank[], picks: readonly Pick[], next: number | null): Button[] {
  if (next !== null) return [];
  const picked = new Set(picks.map(({ part }) => partKey(part)));
  const named = new Set(picks.flatMap(({ depth, isMember }) => (isMember ? [depth] : [])));
  return sentence.flatMap(({ part, depth, isForced, isAuto, on }) =>
    isForced && !isAuto && part !== null && !picked.has(partKey(part)) && !named.has(depth)
      ? [{ part, depth, ...(on && { on }) }]
      : [],
  );
}

/** Where there is one move alone, its last thing or place is picked by hand, so that nothing is made by itself. */
function openLast(sentence: Blank[]): number {
  const placed = sentence.findLastIndex(({ part, isAuto }) => part !== null && !isAuto && isPlaced(part));
  const depth =
    placed >= 0
      ? placed
      : Math.max(
          0,
          sentence.findLastIndex(({ isAuto }) => !isAuto),
        );
  sentence[depth] = { depth, part: null, isForced: false };
  return depth;
}

type Choices = { [P in "lit" | "targets" | "buttons" | "widenings"]: Offer[P] };

function choices(
  ask: Ask,
  possible: readonly Leaf[],
  keys: readonly string[],
  next: number | null,
  picks: readonly Pick[],
): Choices {
  const lit = new Map<string, Button>();
  const targets = new Set<string>();
  const buttons = new Map<string, Button>();
  const widenings = new Map<number, Widening>();
  if (next === null) return { lit, targets, buttons: [], widenings: [] };
  const isActionOpen = possible.some((leaf) => isAction(ask.refs[leaf[next] ?? -2] ?? null));
  for (const leaf of possible) {
    offerPart(ask, keys, leaf, next, { lit, buttons, widenings });
    offerMembers(ask.refs[leaf[next] ?? CUT] ?? null, next, picks, lit);
    // Where the action is open, the things of all actions may be picked; the action follows, or is asked for at the end.
    if (isActionOpen) {
      const depth = leaf.findIndex((n, i) => i > next && n !== CUT && !picks.some((p) => p.depth === i));
      const part = depth < 0 ? null : (ask.refs[leaf[depth]!] ?? null);
      if (depth >= 0 && isPlaced(part)) {
        offerPart(ask, keys, leaf, depth, { lit, buttons, widenings });
        if (picks.length > 0) targets.add(keys[leaf[depth]!]!);
      }
      offerMembers(part, depth, picks, lit);
    }
    // In any order: a place that only a later part names may be picked first, unless a place is asked for before it.
    for (let depth = next + 1; picks.length === 0 && depth < leaf.length; depth++) {
      const n = leaf[depth]!;
      const key = keys[n];
      if (
        n !== CUT &&
        isTile(ask.refs[n] ?? null) &&
        leaf.slice(next, depth).some((m) => isTile(ask.refs[m] ?? null))
      )
        break;
      if (n !== CUT && key && isPlaced(ask.refs[n] ?? null) && !lit.has(key)) {
        lit.set(key, { part: ask.refs[n] as Part, depth });
        targets.add(key);
      }
      if (n !== CUT) offerMembers(ask.refs[n] ?? null, depth, picks, lit);
    }
  }
  return { lit, targets, buttons: [...buttons.values()], widenings: [...widenings.values()] };
}

function offerPart(
  ask: Ask,
  keys: readonly string[],
  leaf: Leaf,
  depth: number,
  into: { lit: Map<string, Button>; buttons: Map<string, Button>; widenings: Map<number, Widening> },
): void {
  const n = leaf[depth];
  if (n === undefined || n === CUT) return;
  const ref = ask.refs[n] ?? null;
  if (isWide(ref)) {
    if (!into.widenings.has(n)) into.widenings.set(n, widening(ask, ref, depth));
    return;
  }
  const key = keys[n]!;
  if (isPlaced(ref)) {
    const known = into.lit.get(key);
    if (!known || known.depth > depth) into.lit.set(key, { part: ref as Part, depth });
  } else if (!into.buttons.has(`${depth} ${key}`)) {
    into.buttons.set(`${depth} ${key}`, { part: ref as Part, depth, ...placeIn(ask, n) });
  }
}

/** Lights what is in a list: a tap on it narrows down which list is meant. */
function offerMembers(ref: TreeRef, depth: number, picks: readonly Pick[], lit: Map<string, Button>): void {
  for (const part of membersOf(ref)) {
    const key = partKey(part);
    const isPicked = picks.some((pick) => pick.depth === depth && partKey(pick.part) === key);
    if (!isPicked && !lit.has(key)) lit.set(key, { part, depth, isMember: true });
  }
}

function widening(ask: Ask, ref: TreeRef, depth: number): Widening {
  if (ref === null || typeof ref !== "object" || Array.isArray(ref)) return { depth };
  if ("range" in ref) return { depth, range: ref.range };
  if ("free" in ref) return { depth, free: ref.free };
  if (!("list" in ref)) return { depth };
  const { of, least, most } = ref.list;
  return { depth, list: { of: of.map((n) => (ask.refs[n] ?? null) as Part), least, most } };
}

/** Adds a pick, without those that stand where it stands, unless they are of one list with it. */
export function pick(picks: readonly Pick[], { part, depth, isMember }: Pick): Pick[] {
  const others = picks.filter((p) => p.depth !== depth || (isMember && p.isMember));
  return [...others, { part, depth, ...(isMember && { isMember }) }];
}

/** Opens a part of the sentence again: its pick goes, and all that were made after it. */
export function reopen(picks: readonly Pick[], depth: number): Pick[] {
  const at = picks.findIndex((p) => p.depth === depth);
  return at < 0 ? [...picks] : picks.slice(0, at);
}

/** Whether a part is the action of a move, and which. */
export function actionOf(part: Part): [string, string | null] | null {
  return isAction(part) ? actionName(part) : null;
}

export { isPlaced };
