// A match as one viewer was told of it, written down for tests and for the gallery. Types alone.

import type { Legend } from "./legend";
import type { View } from "./setting";
import type { Entry, Step, WireTable } from "./table";
import type { Ask } from "./tree";

/** A moment of a match; `trace` leads to the table of the next one. */
export interface Moment {
  at: number;
  table: WireTable;
  view: View;
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
