// What a seat is asked, with all that it may answer: a tree of typed parts and a dictionary of what its numbers stand
// for. The form of the engine's protocol; types, and walking them.

import type { PlaceRef, Ref, Value } from "./reference";

/** One part of a move. */
export type Part = Value | { action: string | [name: string, of: string] } | { nth: [number, Part] };

/** What a number in a tree stands for. */
export type TreeRef =
  | Part
  | { range: { from: number; to: number; step?: number; unsure?: boolean } }
  | { list: { of: number[]; least: number; most: number; ordered?: boolean; unsure?: boolean } }
  | { free: number };

/** A leaf ends a move, a branch goes on, a cut goes on with parts that are not told yet. */
export type Node = number | [number] | [number, Node[]];

export interface Ask {
  q: number;
  ask: { kind: "move" | "answer"; prompt: string | null; of: Ref };
  refs: TreeRef[];
  /** Where parts are chosen, by their numbers, where that follows from what stands before them. */
  on?: [number, PlaceRef][];
  /** What the author asks behind some first parts, by their numbers, where that is not always the same. */
  prompts?: [number[], string][];
  tree: Node[];
  whole: boolean;
  more?: boolean;
  auto?: boolean;
}

/** What an answer to `ask` or `part` holds for a seat that is asked; null for one that is not. */
export function askOf(answer: object): Ask | null {
  return "tree" in answer ? (answer as Ask) : null;
}

export const numberOf = (node: Node): number => (typeof node === "number" ? node : node[0]);

/** What stands below a node; null where a move ends with it or where that is not told. */
export const below = (node: Node): Node[] | null => (typeof node === "number" ? null : (node[1] ?? null));

export const isCut = (node: Node): boolean => Array.isArray(node) && node.length === 1;

export function isAction(part: TreeRef): part is { action: string | [string, string] } {
  return part !== null && typeof part === "object" && !Array.isArray(part) && "action" in part;
}

/** The name of an action, and the class that it is of where several have one of that name. */
export function actionName(part: { action: string | [string, string] }): [string, string | null] {
  return typeof part.action === "string" ? [part.action, null] : part.action;
}

/** One text for a part, equal for equal parts. */
export function partKey(part: TreeRef): string {
  if (part === null || typeof part !== "object") return JSON.stringify(part);
  if (Array.isArray(part)) return `[${part.map((p) => partKey(p as TreeRef)).join()}]`;
  return JSON.stringify(part);
}
