// The moves of today's protocol, a flat list in words, as the tree of references that the client works with. Where
// words leave open which thing is meant, the first that reads so is taken. When `moves` answers with trees, this module
// goes.

import type { Legend, TypeName } from "../model/legend";
import type { Ref, Value } from "../model/reference";
import type { Setting } from "../model/setting";
import type { Table } from "../model/table";
import { type Ask, type Node, type Part, partKey, type TreeRef } from "../model/tree";

interface FlatMove {
  id: number;
  seat: number;
  action: string | null;
  inputs: Record<string, unknown>;
  with?: unknown;
  text: string;
}

export interface MovesAnswer {
  over: boolean;
  seats: number[];
  asks?: "move" | "answer";
  prompt?: string | null;
  moves?: FlatMove[];
  stepwise?: boolean;
  chosen?: string[];
  part?: {
    name: string;
    prompt: string | null;
    options: { part: number; text: string; value: unknown }[];
    more: boolean;
    range?: { from: number; to: number; step?: number };
    free?: number;
  };
  free?: { action: string | null; input: string; most: number }[];
}

export type PlayRequest =
  | { cmd: "play"; id: number }
  | { cmd: "play"; text: string }
  | { cmd: "play"; part: number | string };

export interface Offered {
  ask: Ask;
  /** What to send for a whole path; null where the path is none. */
  request: (path: Part[]) => PlayRequest | null;
}

interface Words {
  legend: Legend;
  setting: Setting;
  table: Table;
  seat: number;
}

export function offeredFrom(answer: MovesAnswer, words: Words, q: number): Offered | null {
  if (answer.part) return stepwise(answer, words, q);
  if (!answer.moves?.length && !answer.free?.length) return null;
  const dictionary = new Dictionary();
  const roots: Grown[] = [];
  const byPath = new Map<string, number>();
  for (const move of answer.moves ?? []) {
    const path = pathOf(move, words);
    byPath.set(path.map(partKey).join("|"), move.id);
    grow(roots, path, dictionary);
  }
  for (const free of answer.free ?? []) {
    const path: TreeRef[] = [...(free.action ? [{ action: free.action }] : []), { free: free.most }];
    grow(roots, path, dictionary);
  }
  const tree = roots.map(nodeOf);
  return {
    ask: {
      ...asked(answer, q),
      refs: dictionary.refs,
      tree,
      whole: true,
      ...(isForced(tree) && { auto: true }),
    },
    request: (path) => {
      const id = byPath.get(path.map(partKey).join("|"));
      if (id !== undefined) return { cmd: "play", id };
      const text = path.map(freeText).filter((t) => t !== null);
      return text.length ? { cmd: "play", text: text.join(" ") } : null;
    },
  };
}

function freeText(part: Part): string | null {
  if (part === null || Array.isArray(part)) return null;
  if ("action" in part) return typeof part.action === "string" ? part.action : part.action[0];
  return "text" in part ? JSON.stringify(part.text) : null;
}

const isForced = (tree: Node[]): boolean => tree.length === 1 && typeof tree[0] === "number";

function asked(answer: MovesAnswer, q: number): Pick<Ask, "q" | "ask"> {
  return { q, ask: { kind: answer.asks ?? "move", prompt: answer.prompt ?? null, of: null } };
}

function stepwise(answer: MovesAnswer, words: Words, q: number): Offered {
  const part = answer.part!;
  const dictionary = new Dictionary();
  const byKey = new Map<string, number>();
  const tree: Node[] = part.options.map((option) => {
    const value: Part =
      part.name === "action" ? { action: String(option.value) } : wordOf(option.value, null, words);
    byKey.set(partKey(value), option.part);
    return dictionary.number(value);
  });
  if (part.range && part.more) tree.push(dictionary.number({ range: part.range }));
  if (part.free) tree.push(dictionary.number({ free: part.free }));
  return {
    ask: {
      ...asked(answer, q),
      ask: { kind: answer.asks ?? "move", prompt: part.prompt ?? answer.prompt ?? null, of: null },
      refs: dictionary.refs,
      tree,
      whole: false,
    },
    request: (path) => {
      const last = path[path.length - 1];
      if (last === undefined) return null;
      const option = byKey.get(partKey(last));
      if (option !== undefined) return { cmd: "play", part: option };
      if (last !== null && !Array.isArray(last) && "num" in last)
        return { cmd: "play", part: String(last.num) };
      if (last !== null && !Array.isArray(last) && "text" in last) return { cmd: "play", part: last.text };
      return null;
    },
  };
}

class Dictionary {
  readonly refs: TreeRef[] = [];
  readonly #numbers = new Map<string, number>();

  number(ref: TreeRef): number {
    const key = partKey(ref);
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    this.#numbers.set(key, this.refs.length);
    this.refs.push(ref);
    return this.refs.length - 1;
  }
}

interface Grown {
  ref: number;
  isEnd: boolean;
  below: Grown[];
}

function grow(roots: Grown[], path: TreeRef[], dictionary: Dictionary): void {
  let level = roots;
  path.forEach((part, i) => {
    const ref = dictionary.number(part);
    let node = level.find((g) => g.ref === ref);
    if (!node) {
      node = { ref, isEnd: false, below: [] };
      level.push(node);
    }
    if (i === path.length - 1) node.isEnd = true;
    level = node.below;
  });
}

function nodeOf(grown: Grown): Node {
  return grown.below.length === 0 ? grown.ref : [grown.ref, grown.below.map(nodeOf)];
}

function pathOf(move: FlatMove, words: Words): Part[] {
  const action = words.legend.actions.find((a) => a.name === move.action);
  const path: Part[] = [];
  if (move.action !== null) path.push({ action: move.action });
  if (move.with !== undefined) path.push(wordOf(move.with, null, words));
  for (const [name, value] of Object.entries(move.inputs)) {
    path.push(wordOf(value, action?.inputs.find((input) => input.name === name)?.type ?? null, words));
  }
  return path;
}

interface FlatObject {
  class: string | null;
  text: string;
  place: string | { zone: string; owner: number } | null;
  numbers?: Record<string, number>;
}

function wordOf(value: unknown, type: TypeName | null, words: Words): Value {
  if (value === null || value === undefined) return null;
  if (Array.isArray(value)) {
    const of = type && typeof type === "object" && "list" in type ? type.list : null;
    return value.map((v) => wordOf(v, of, words));
  }
  if (typeof value === "boolean") return { bool: value };
  if (typeof value === "number") return type === "player" ? { seat: value } : { num: value };
  if (typeof value === "string") return textOf(value, type, words);
  const object = value as
    | FlatObject
    | { zone: string; owner: number }
    | { board: string; owner: number | null; tile: string };
  if ("tile" in object) return tileRef(object.board, object.tile, object.owner ?? null);
  return "class" in object ? objectOf(object, words) : { zone: [object.zone, object.owner] };
}

function textOf(text: string, type: TypeName | null, words: Words): Ref {
  if (type && typeof type === "object" && "case" in type) return { case: [type.case, text] };
  if (type === "text") return { text };
  if (type === "zone") return { zone: [text, null] };
  if (type === null) {
    const of = words.legend.enums.find((e) => e.cases.includes(text));
    if (of) return { case: [of.name, text] };
  }
  for (const board of words.setting.boards) {
    const places = [...board.tiles, ...board.sides, ...board.corners];
    if (places.some((tile) => tile.name === text)) return tileRef(board.name, text, board.owner);
  }
  return { text };
}

function tileRef(board: string, name: string, owner: number | null): Ref {
  return owner === null ? { tile: [board, name] } : { tile: [board, name, owner] };
}

function objectOf(object: FlatObject, words: Words): Ref {
  for (const board of words.setting.boards) {
    const side = [...board.sides, ...board.corners].find((s) => s.name === object.text);
    if (side && object.place === null) return tileRef(board.name, side.name, board.owner);
  }
  const place = typeof object.place === "string" ? object.place : (object.place?.zone ?? null);
  let best: { id: number; score: number } | null = null;
  for (const [key, all] of words.table.at) {
    const [board, ...rest] = key.split("/");
    const isThere = place === board || place === key || place === rest[rest.length - 1];
    if (place !== null && !isThere) continue;
    const isOwn = rest[0] === String(words.seat);
    for (const id of all) {
      const thing = id === null ? undefined : words.table.things.get(id);
      if (id === null || !thing || thing.class !== object.class) continue;
      if (thing.text !== object.text && object.text !== place) continue;
      const score = Number(isOwn) + Number(numbersFit(object, thing.attributes));
      if (!best || score > best.score) best = { id, score };
    }
  }
  return best ? { thing: best.id } : { named: object.text };
}

function numbersFit(object: FlatObject, attributes: Record<string, Value> | undefined): boolean {
  return Object.entries(object.numbers ?? {}).every(([name, n]) => {
    const value = attributes?.[name];
    return (
      value !== null && value !== undefined && !Array.isArray(value) && "num" in value && value.num === n
    );
  });
}
