// The last tables of a match, to look back at, and those before them where somebody can tell them; the whole match is
// its replay's. A table of 300 things takes about 20 KB beside what it shares with the one before.

import type { Moment, Step, Table } from "../model/table";
import { lastLike } from "../pure/back";

export interface Past {
  table: Table;
  /** What led to it. */
  trace: readonly Step[];
  /** Counts them. */
  n: number;
  /** What came between it and the one before is not known. */
  isCut: boolean;
  /** How many moves led to it; null where that is not known. */
  moves: number | null;
  /** The step that it came with; null where that is not known. */
  v: number | null;
}

/** Tells the last tables with fewer moves; null where it cannot. */
export type Recall = (before: number) => Promise<readonly Moment[] | null>;

export interface Throw {
  values: number[];
  /** Another number for each throw; 0 where none is known. */
  n: number;
}

/** More are forgotten, the oldest first. */
const MOST = 300;
/** Of one throw. */
const MOST_DICE = 6;

export class History {
  all = $state.raw<readonly Past[]>([]);
  /** Which one is looked at; null for the present. */
  at = $state<number | null>(null);
  shown = $derived(this.at === null ? null : (this.all[this.at] ?? null));
  /** Whether there is anything to look back at. */
  hasPast = $derived.by(() => this.all.length > 1 || this.#reachesBack());
  /** The moment that is looked at, and the last one: in moves, where these are counted. */
  place = $derived.by(() => {
    const last = this.all.at(-1)?.moves;
    const moves = this.shown?.moves;
    return moves == null || last == null
      ? { at: (this.at ?? 0) + 1, all: this.all.length }
      : { at: moves, all: last };
  });
  #n = 0;
  #recall: Recall | null;
  #isRecalling = false;
  /** Whether all is there that can be told. */
  #isWhole = $state(false);

  constructor(recall: Recall | null = null) {
    this.#recall = recall;
  }

  /** The last throw before the moment that is shown, as far as it is known. */
  thrown = $derived.by((): Throw => {
    for (let i = this.at ?? this.all.length - 1; i >= 0; i--) {
      const { trace, n, isCut } = this.all[i]!;
      const values = trace.flatMap((step) => (step.do === "roll" ? step.values : []));
      if (values.length) return { values: values.slice(-MOST_DICE), n };
      if (isCut) break;
    }
    return { values: [], n: 0 };
  });

  /** Says whether something was taken back, or missed, so that what was noted of the last moves holds no more. */
  add(table: Table, trace: readonly Step[], moves: number | null = null, v: number | null = null): boolean {
    const last = this.all[this.all.length - 1];
    if (last?.table === table) return false;
    // What nothing led to was there before, where a move was taken back: what came after it is no past.
    const isCut = trace.length === 0 && this.all.length > 0;
    const standing = isCut ? this.#before(moves) : this.all;
    const again = isCut
      ? lastLike(
          standing.map((past) => past.table),
          table,
        )
      : -1;
    const before = again >= 0 ? standing.slice(0, again) : standing;
    const now =
      again >= 0 ? { ...standing[again]!, table, v } : { table, trace, n: ++this.#n, isCut, moves, v };
    const isBack = isCut && again < this.all.length - 1;
    // Who looks back keeps what is looked at.
    const surplus = this.at === null ? Math.max(0, before.length + 1 - MOST) : 0;
    this.all = [...before.slice(surplus), now];
    if (isCut) this.go(this.at);
    return isBack;
  }

  /** The moments behind which no more moves stood, where that is known. */
  #before(moves: number | null): readonly Past[] {
    return moves === null ? this.all : this.all.filter((past) => past.moves === null || past.moves <= moves);
  }

  /** To the moment before; what came before the first one that is known is asked for. */
  async earlier(): Promise<void> {
    const at = this.at ?? this.all.length - 1;
    if (at > 0) this.at = at - 1;
    else await this.#goOnBack();
  }

  #reachesBack(): boolean {
    return this.#recall !== null && !this.#isWhole && (this.all[0]?.moves ?? 0) > 0;
  }

  async #goOnBack(): Promise<void> {
    const first = this.all[0];
    if (!this.#recall || !this.#reachesBack() || !first?.moves || this.#isRecalling) return;
    const from = this.at;
    this.#isRecalling = true;
    const told = await this.#recall(first.moves).catch(() => null);
    this.#isRecalling = false;
    // Meanwhile it may have been taken back.
    if (this.all[0] !== first) return;
    if (!told?.length) {
      this.#isWhole = true;
      return;
    }
    const older = told.map((moment): Past => ({ ...moment, n: ++this.#n, isCut: false, v: null }));
    const isThere = this.at === from;
    this.all = [...older, ...this.all];
    // Who has gone elsewhere meanwhile stays there.
    if (isThere) this.at = older.length - 1;
    else if (this.at !== null) this.at += older.length;
  }

  later(): void {
    this.go(this.at === null ? null : this.at + 1);
  }

  /** Where the moment is that came with a step, if it is past and known. */
  placeOf(v: number): number | null {
    const at = this.all.findIndex((past) => past.v === v);
    return at < 0 || at === this.all.length - 1 ? null : at;
  }

  /** To a moment; the last one is the present. */
  go(at: number | null): void {
    this.at = at === null || at >= this.all.length - 1 ? null : Math.max(0, at);
  }
}
