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
    this.all = [...this.all.slice(-MOST + 1), { table, trace }];
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
