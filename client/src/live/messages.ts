// The messages between a page and the server, as `crates/wire` has them. Types alone.

import type { Legend } from "../model/legend";
import type { Entry, Step, WireTable } from "../model/table";
import type { Ask, Part } from "../model/tree";

/** The number of this protocol. */
export const PROTO = 1;

/** A UUID in small letters, chosen before the message is first sent. */
export type Id = string;

export type FromClient =
  | { hello: { proto: number; match: string; token?: string; have?: number; legend?: string } }
  | { play: { id: Id; q: number; path: Part[] } }
  | { part: { id: Id; q: number; path: Part[] } }
  | { why: { id: Id; q: number; path: Part[] } }
  | { past: { id: Id; before: number } }
  | { unseal: { id: Id; q: number } }
  | { undo: { id: Id; to?: number } }
  | { vote: { id: Id; of: number; yes: boolean } }
  | { resign: { id: Id } }
  | { draw: { id: Id } }
  | { back: { id: Id } }
  | { rematch: { id: Id } }
  | { chat: { id: Id; text: string } }
  | { ping: { t: number } };

export type Code =
  | "stale"
  | "illegal"
  | "busy"
  | "reused"
  | "storage"
  | "over"
  | "forbidden"
  | "nothing"
  | "bad";

export type ByeWhy =
  | "unknown"
  | "signed_out"
  | "proto"
  | "storage"
  | "moved"
  | "frozen"
  | "too_much"
  | "unreadable"
  | "restart";

/** A table as it is sent. */
export type SentTable = WireTable;

/** What a seat asks of the others, and who has agreed. */
export interface Voting {
  of: number;
  by: number;
  kind: "undo" | "draw";
  yes: number[];
}

/** Where a match stands beside what lies on the table. */
export interface Now {
  waiting: { seat: number; chosen?: boolean }[];
  /** How many moves stand, those of an open secret round left out. */
  moves?: number;
  undo?: { free: boolean; why?: string };
  clocks?: { seat: number; left: number; runs?: boolean }[];
  sealed?: string;
  vote?: Voting;
  /** What was asked last and refused. */
  refused?: Voting;
  /** `why` is what the rules told last. */
  result?: { how: string; ranking: number[][]; scores?: number[]; why?: string };
}

export interface Welcome {
  v: number;
  seat?: number;
  rules: string;
  legend?: Legend;
  table?: SentTable;
  /** The last step, and the last entries of the log, where the table is told. */
  trace?: Step[];
  log?: Entry[];
  /** With which step each entry of the log was told. */
  steps?: number[];
  now: Now;
}

export interface SentStep {
  v: number;
  trace?: Step[];
  table?: SentTable;
  log?: Entry[];
  now: Now;
}

export interface People {
  seats: { name: string; here: boolean; bot?: boolean }[];
  watching: number;
}

/** A line of the chat; `n` counts them, and it stands behind what was told with step `v`. */
export interface Said {
  n: number;
  v: number;
  by: number;
  text: string;
}

/** The next match, and what holds the viewer's seat there. */
export interface Rematch {
  match: string;
  /** Who has asked for it first. */
  by: number;
  take?: { seat: number; token: string };
}

export type FromServer =
  | { welcome: Welcome }
  | { ack: { id: Id; v?: number } }
  | { no: { id: Id; code: Code; why: string } }
  | { step: SentStep }
  | { ask: Ask & { v: number } }
  | { part: Ask & { id: Id } }
  | { why: { id: Id; legal: boolean; lines?: string[] } }
  | { past: { id: Id; moments: { moves: number; table: SentTable; trace?: Step[] }[] } }
  | { people: People }
  | { chat: Said }
  | { rematch: Rematch }
  | { bye: { why: ByeWhy; retry?: number } }
  | { pong: { t: number } };
