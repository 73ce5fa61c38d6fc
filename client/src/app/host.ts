// What the pages need of whoever keeps games and matches: a server, or the bridge of the development page.

import type { Live, Shown } from "../live/live";
import type { Legend } from "../model/legend";
import type { Setting } from "../model/setting";
import type { Entry, Table } from "../model/table";
import type { GameEntry } from "./games";

export interface Still {
  legend: Legend;
  setting: Setting;
  table: Table;
}

export interface Wish {
  players?: number;
  seed?: number;
  /** All seats on this screen, or one's own alone and bots in the others. */
  seats: "mine" | "all";
  /** How long bots wait before they move, in milliseconds. */
  pause?: number;
}

/** A match that can be looked at step by step. */
export interface Record {
  length: number;
  game: string;
  at(step: number, seat: number | null): Promise<Shown & { log: readonly Entry[] }>;
  close(): void;
}

export interface Host {
  games(): Promise<GameEntry[]>;
  /** One game; null where there is none of that name. */
  game(name: string): Promise<GameEntry | null>;
  /** The rules as the author wrote them, in Markdown. */
  rules(game: string): Promise<string>;
  /** How a game begins. */
  still(game: string): Promise<Still>;
  /** Makes a match; its name stands in addresses. */
  start(game: string, wish: Wish): Promise<{ match: string; live: Live }>;
  /** A match that this browser plays; null where there is none. */
  join(match: string): Promise<Live | null>;
  record(match: string): Promise<Record | null>;
}
