// The last tables of a match, to look back at; the whole match is its replay's. A table of 300 things takes about 20 KB
// beside what it shares with the one before.

import type { Step, Table } from "../model/table";

export interface Past {
  table: Table;
  /** What led to it. */
  trace: readonly Step[];
}

/** More are forgotten, the oldest first. */
const MOST = 300;

export class History {
  all = $state.raw<readonly Past[]>([]);
  /** Which one is looked at; null for the present. */
  at = $state<number | null>(null);
  shown = $derived(this.at === null ? null : (this.all[this.at] ?? null));

  add(table: Table, trace: readonly Step[]): void {
    if (this.all[this.all.length - 1]?.table === table) return;
    // What nothing led to was there before, where a move was taken back: what came after it is no past.
    const again = trace.length === 0 ? this.#lastLike(table) : -1;
    const before = again >= 0 ? this.all.slice(0, again) : this.all;
    this.all = [...before.slice(-MOST + 1), { table, trace }];
    if (again >= 0) this.go(this.at);
  }

  #lastLike(table: Table): number {
    if (this.all.length === 0) return -1;
    const now = written(table);
    // Most tables differ in how much there is; only those that do not are written out.
    const isLike = (past: Table) =>
      past.things.size === table.things.size &&
      past.course.active === table.course.active &&
      written(past) === now;
    return this.all.findLastIndex((past) => isLike(past.table));
  }

  earlier(): void {
    this.at = Math.max(0, (this.at ?? this.all.length - 1) - 1);
  }

  later(): void {
    this.go(this.at === null ? null : this.at + 1);
  }

  /** To a moment; the last one is the present. */
  go(at: number | null): void {
    this.at = at === null || at >= this.all.length - 1 ? null : Math.max(0, at);
  }
}

/** A table as one text, the same for tables that are alike, in whatever order they came to be. */
function written({ things, at, held, facts, seats, course, over }: Table): string {
  const places = [...at].filter(([, all]) => all.length).map(([place, all]) => [place, [...all].sort()]);
  const maps = [things, held, facts].map((map) => [...map]);
  return JSON.stringify([places.sort(), maps.map((map) => map.sort()), seats, course, over], sorted);
}

/** Fields in the order of their names. */
function sorted(_: string, value: unknown): unknown {
  if (value === null || typeof value !== "object" || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
