// A match as one viewer was told of it, written down for tests and for the gallery. Types alone.

import type { Legend } from "./legend";
import type { Entry, Step, WireTable } from "./table";
import type { Ask } from "./tree";

/** A moment of a match; `trace` leads to the table of the next one. */
export interface Moment {
  at: number;
  table: WireTable;
  ask: Ask | null;
  log: Entry[];
  trace: Step[];
  isLast: boolean;
}

export interface Recording {
  game: string;
  players: number;
  /** Null for spectators. */
  seat: number | null;
  legend: Legend;
  moments: Moment[];
}
