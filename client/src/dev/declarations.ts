// What a file declares: things with their members, variables with where they hold, and blocks. No more than data.

import type { Token } from "./tokens";
import type { Type } from "./types";

export type Kind =
  | "class"
  | "interactable"
  | "event"
  | "modifier"
  | "enum"
  | "board"
  | "zone"
  | "dice"
  | "turn"
  | "phase"
  | "function"
  | "action"
  | "input"
  | "attribute"
  | "case"
  | "value";

export interface Declaration {
  kind: Kind;
  name: string;
  /** Where its name stands. */
  at: number;
  /** Of a value its type, of a function what it gives. */
  type: Type | null;
  /** What a function takes; null for what is not called. */
  takes: { name: string; type: Type | null }[] | null;
  /** What stands in its braces: members, cases, phases, tiles of a graph. */
  members: Map<string, Declaration>;
  /** What a class extends, and what a modifier is for. */
  above: Type | null;
  /** The types that a class leaves open. */
  open: string[];
  isGlobal: boolean;
  isPerPlayer: boolean;
  /** How many there are of a zone stands behind its name. */
  isRow: boolean;
  /** The classes of the tiles, edges and corners of a board. */
  places: Map<string, string>;
}

/** A name that holds in a part of a file. */
export interface Variable {
  name: string;
  at: number;
  from: number;
  /** It holds to the end of that block; null: of the file. */
  within: Block | null;
  /** Where it ends before that. */
  to: number | null;
  type: Type | null;
  /** Where its type follows from an expression: the token that begins it, and whether it is an element of that. */
  value: { token: number; isElement: boolean } | null;
  /** Of a function value that stands in a call: the bracket of the call, which argument it is, and which name in it. */
  lambda: { open: number; argument: number; named: string | null; index: number } | null;
}

/** Braces, with what stands before them. */
export interface Block {
  from: number;
  to: number;
  /** `class`, `look`, `part` of a look, and so on; empty for statements. */
  kind: string;
  name: string;
  within: Block | null;
  declares: Declaration | null;
}

export interface Declared {
  text: string;
  tokens: readonly Token[];
  pairs: Int32Array;
  /** What stands at the top of the file, by name. */
  top: ReadonlyMap<string, Declaration>;
  /** By name, in the order of the text. */
  variables: ReadonlyMap<string, readonly Variable[]>;
  blocks: readonly Block[];
  /** What imported files are called here. */
  aliases: ReadonlySet<string>;
  /** All names but those behind a dot, and those that stand behind one or are members. */
  names: ReadonlySet<string>;
  members: ReadonlySet<string>;
}
