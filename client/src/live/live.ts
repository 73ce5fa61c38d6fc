// A match as a page follows and plays it, wherever it is carried out: on a server or in an engine beside the page.

import type { Legend } from "../model/legend";
import type { Setting } from "../model/setting";
import type { Entry, Step, Table } from "../model/table";
import type { Ask, Part } from "../model/tree";
import type { LinkState } from "./connection";
import type { ByeWhy } from "./messages";

/** All that is shown of a match at one moment; replaced as a whole. */
export interface Shown {
  legend: Legend;
  setting: Setting;
  table: Table;
  trace: readonly Step[];
  ask: Ask | null;
  /** Whose eyes it is seen with; null for who looks on. */
  seat: number | null;
  /** Who must decide. */
  waiting: readonly number[];
  result: Result | null;
}

export interface Result {
  winners: number[];
  scores: number[];
  how?: string;
}

/** Its fields are reactive. */
export interface Live {
  readonly shown: Shown | null;
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
  play(path: Part[]): void;
  /** Asks for what may follow the first parts of a move. */
  want(path: Part[]): void;
  why(path: Part[]): Promise<string | null>;
  undo(): void;
  uncover(): void;
  retry(): void;
  close(): void;
}
