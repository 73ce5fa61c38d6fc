// The table as one viewer sees it, and what visibly changes there. Types, and the form in which the client keeps it.

import type { Look } from "./legend";
import type { PlaceKey, PlaceRef, Value } from "./reference";

export interface Thing {
  /** Missing where only its back can be seen. */
  class?: string;
  owners?: number[];
  text?: string;
  attributes?: Record<string, Value>;
  look?: Look;
}

export interface Held {
  owners?: number[];
  attributes?: Record<string, Value>;
  look?: Look;
}

export interface SeatState {
  score: number;
  out?: boolean;
  team?: string | null;
}

export interface Course {
  active: number;
  turn?: string;
  phase?: string;
}

/** As it is sent. */
export interface WireTable {
  things: Record<string, Thing>;
  at: Record<PlaceKey, (number | null)[]>;
  count?: Record<PlaceKey, number>;
  held?: Record<PlaceKey, Held>;
  closed?: PlaceKey[];
  facts?: Record<string, Value>;
  looks?: Record<string, Look>;
  seats: SeatState[];
  course: Course;
  over: boolean;
}

/** As it is kept: what lies where stands in `at` alone, from the bottom, null for what is not known. */
export interface Table {
  things: ReadonlyMap<number, Thing>;
  at: ReadonlyMap<PlaceKey, readonly (number | null)[]>;
  held: ReadonlyMap<PlaceKey, Held>;
  /** Edges and corners that are there no more. */
  closed: ReadonlySet<PlaceKey>;
  facts: ReadonlyMap<string, Value>;
  /** How global objects look, by class. */
  looks: ReadonlyMap<string, Look>;
  seats: readonly SeatState[];
  course: Course;
  over: boolean;
}

export function tableOf(wire: WireTable): Table {
  const at = new Map<PlaceKey, readonly (number | null)[]>(Object.entries(wire.at));
  for (const [place, n] of Object.entries(wire.count ?? {})) at.set(place, new Array<null>(n).fill(null));
  return {
    things: new Map(Object.entries(wire.things).map(([id, thing]) => [Number(id), thing])),
    at,
    held: new Map(Object.entries(wire.held ?? {})),
    closed: new Set(wire.closed ?? []),
    facts: new Map(Object.entries(wire.facts ?? {})),
    looks: new Map(Object.entries(wire.looks ?? {})),
    seats: wire.seats,
    course: wire.course,
    over: wire.over,
  };
}

/** Where a thing lies, for all things that lie somewhere. */
export function placesOf(table: Table): Map<number, PlaceKey> {
  const places = new Map<number, PlaceKey>();
  for (const [place, all] of table.at) for (const id of all) if (id !== null) places.set(id, place);
  return places;
}

export type Step = { g: number } & (
  | {
      do: "move";
      id: number;
      from?: PlaceRef;
      via?: PlaceRef[];
      to?: PlaceRef;
      j?: number;
      lost?: boolean;
      thing?: Thing;
    }
  | { do: "make"; id: number; at?: PlaceRef; j?: number; thing: Thing }
  | { do: "gone"; id: number; from?: PlaceRef; of?: undefined }
  | { do: "gone"; of: Value; id?: undefined }
  | { do: "count"; from?: PlaceRef; to?: PlaceRef; n: number }
  | { do: "order"; at: PlaceRef; now: (number | null)[] }
  | { do: "turn"; ids: number[]; at: PlaceRef; lost?: boolean }
  | { do: "reveal"; id: number; at: PlaceRef; i?: number; thing: Thing }
  | { do: "shuffle"; at: PlaceRef; now?: number[] }
  | { do: "roll"; dice?: string; values: number[] }
  | { do: "set"; of: Value; attr: string; to?: Value }
  | { do: "look"; id: number; text: string; look?: Look; of?: undefined }
  | { do: "look"; of: Value; look?: Look; id?: undefined }
  | { do: "own"; of: Value; to: number[]; thing?: Thing }
  | { do: "score"; seat: number; to: number }
  | { do: "out"; seat: number }
  | { do: "team"; seat: number; to: string | null }
  | ({ do: "pass" } & Course)
  | { do: "say"; text: string }
  | { do: "end" }
  /** There was too much to be told; a table stands beside it. */
  | { do: "anew" }
);

/** A table as it was, and what led to it. */
export interface Moment {
  /** So many moves stood. */
  moves: number;
  table: Table;
  trace: readonly Step[];
}

/** A value in the log: things have their text, and the tile on which they lay, as it was at that moment. */
export type LoggedValue = Value | { thing: number; text: string; on?: PlaceRef } | { nth: [number, Value] };

/** What became known to have been chosen, in parts, or a sentence that the rules told. */
export interface Entry {
  by?: number;
  action?: string;
  of?: string;
  /** Behind the name of the seat, with the names of `args` in braces. */
  says?: string;
  title?: string;
  asked?: string;
  args?: Record<string, LoggedValue>;
  sealed?: boolean;
  /** What `by` chose in secret has become impossible, so nothing came of it; `why` is for who chose. */
  void?: boolean;
  why?: string;
  tell?: string;
  /** The step that it came with; it is told beside it. */
  v?: number;
}

/** Whether a seat that must decide does so in the turn of somebody else. */
export const isOutOfTurn = ({ course }: Table, seat: number | null): boolean =>
  seat !== null && seat !== course.active;
