// A match as a page follows and plays it, whoever holds its seats: one seat of this browser, several, or none.

import type { Legend } from "../model/legend";
import type { Setting } from "../model/setting";
import type { Entry, Moment, Step, Table } from "../model/table";
import type { Ask, Part } from "../model/tree";
import type { Changed, LinkState, Wish } from "./connection";
import type { ByeWhy, Now, People, Rematch, Said } from "./messages";

/** All that is shown of a match at one moment; replaced as a whole. */
export interface Shown {
  legend: Legend;
  /** Its seats are called as who sits there. */
  setting: Setting;
  table: Table;
  trace: readonly Step[];
  /** How many moves led to this table. */
  moves: number;
  /** The step that it came with, where these are counted. */
  v?: number;
  ask: Ask | null;
  /** Whose eyes it is seen with; null for who looks on. */
  seat: number | null;
  /** Who must decide. */
  waiting: readonly number[];
  result: Result | null;
}

export interface Result {
  /** Places from the first on; empty where nobody won. */
  ranking: number[][];
  scores: number[];
  how: string;
  /** Why, in the words of the rules. */
  why?: string | undefined;
}

/** What surrounds a match: who is there, what is asked of all, how much time is left. */
export interface Around {
  now: Now;
  /** When `now` was told. */
  since: number;
  people: People | null;
  chat: readonly Said[];
  /** Who left their seat to a bot, and came back. */
  changes: readonly Changed[];
}

/** Its fields are reactive. */
export interface Live {
  readonly shown: Shown | null;
  readonly around: Around;
  readonly log: readonly Entry[];
  /** What was refused, in words. */
  readonly notice: string | null;
  readonly link: LinkState;
  /** Why the server said goodbye. */
  readonly farewell: ByeWhy | null;
  /** The seat that the device is to be handed to, before anything of it is shown. */
  readonly cover: number | null;
  readonly coverName: string | null;
  /** Whether a move is on its way. */
  readonly isSending: boolean;
  /** The match that follows this one. */
  readonly next: Rematch | null;
  /** Whether a move can be taken back, or others can be asked whether it may. */
  readonly mayUndo: boolean;
  play(path: Part[]): void;
  /** Asks for what may follow the first parts of a move. */
  want(path: Part[]): void;
  why(path: Part[]): Promise<string | null>;
  /** The last tables with fewer moves, as they were seen; null where nothing is told of them. */
  past(before: number): Promise<readonly Moment[] | null>;
  undo(): void;
  /** Takes back what was chosen in secret. */
  unseal(): void;
  vote(isYes: boolean): void;
  wish(what: Wish): void;
  say(line: string): void;
  /** All that the game says in another language, where its author has put it into that. */
  read(language: string): void;
  uncover(): void;
  retry(): void;
  close(): void;
}
