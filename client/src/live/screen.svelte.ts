// Several seats of one browser, on one screen. Where nothing is hidden, all their lines are open, and the table is seen
// from the first of them; else only the line of who has the device is, and a cover stands between two of them.

import type { Entry, Moment } from "../model/table";
import type { Part } from "../model/tree";
import type { Wish } from "./connection";
import type { Around, Live, Shown } from "./live";
import type { Rematch } from "./messages";
import type { RemoteMatch } from "./remote.svelte";

/** Opens the line of a seat, or with null of somebody who looks on. */
type Opens = (seat: number | null) => RemoteMatch;

/** So long what a move made is to be seen before the device is handed on, in milliseconds. */
const REST = 1400;

export class OneScreen implements Live {
  #seats: readonly number[];
  #open: Opens;
  /** By seat; the line of who looks on until it is known whether anything is hidden. */
  #lines = $state.raw<ReadonlyMap<number | null, RemoteMatch>>(new Map());
  #viewer = $state<number | null>(null);
  #cover = $state<number | null>(null);
  #coverName = $state<string | null>(null);
  /** Who has chosen in a round that is not over. */
  #chosen = new Set<number>();
  #voted = -1;
  #log = $state.raw<readonly Entry[]>([]);
  #stop: () => void;

  constructor(seats: readonly number[], open: Opens) {
    this.#seats = seats;
    this.#open = open;
    this.#lines = new Map([[null, open(null)]]);
    this.#stop = $effect.root(() => {
      $effect(() => this.#follow());
      $effect(() => this.#consent());
    });
  }

  /** The line that the table is seen over. */
  #line = $derived.by((): RemoteMatch | null => this.#lines.get(this.#viewer) ?? null);
  /** The line that an answer goes over. */
  #asked = $derived.by((): RemoteMatch | null => {
    const all = [...this.#lines.values()];
    return all.find((line) => line.shown?.ask) ?? this.#line;
  });
  #shown = $derived.by((): Shown | null => {
    const shown = this.#line?.shown ?? null;
    if (!shown) return null;
    const { v, ...rest } = shown;
    const ask = this.#asked?.shown?.ask ?? null;
    // Each line counts its own steps: where the device goes round, they say nothing.
    return { ...rest, ask, ...(v !== undefined && !shown.legend.secret && { v }) };
  });

  /** Brings the device to whoever must decide. */
  #follow(): (() => void) | undefined {
    const shown = this.#line?.shown;
    if (!shown || this.#cover !== null) return;
    if (!shown.legend.secret) {
      if (this.#viewer !== null) return;
      // Not at once: what is made within an effect ends with it.
      const timer = setTimeout(() => this.#openAll());
      return () => clearTimeout(timer);
    }
    const [asks, sealed] = [shown.ask !== null, this.#line!.around.now.sealed !== undefined];
    if (asks) return;
    if (sealed && this.#viewer !== null) this.#chosen.add(this.#viewer);
    else this.#chosen.clear();
    const next = this.#seats.find((seat) => shown.waiting.includes(seat) && !this.#chosen.has(seat));
    if (next === undefined || next === this.#viewer) return;
    const timer = setTimeout(() => this.#handOver(next, shown), this.#viewer === null ? 0 : REST);
    return () => clearTimeout(timer);
  }

  #openAll(): void {
    const all = this.#seats.map((seat): [number, RemoteMatch] => [seat, this.#open(seat)]);
    this.#lines.get(null)?.close();
    this.#lines = new Map(all);
    this.#viewer = this.#seats[0] ?? null;
  }

  /** Nothing of the next player's is fetched before that one has the device. */
  #handOver(seat: number, shown: Shown): void {
    this.#log = this.#line?.log ?? [];
    this.#line?.close();
    this.#lines = new Map();
    this.#coverName = shown.setting.seats[seat]?.name ?? null;
    this.#cover = seat;
  }

  uncover(): void {
    const seat = this.#cover;
    if (seat === null) return;
    this.#lines = new Map([[seat, this.#open(seat)]]);
    this.#viewer = seat;
    this.#cover = null;
  }

  /** Who sits at one screen has agreed already. */
  #consent(): void {
    const vote = this.#line?.around.now.vote;
    if (!vote || vote.of === this.#voted || !this.#seats.includes(vote.by)) return;
    this.#voted = vote.of;
    for (const [seat, line] of this.#lines) if (seat !== vote.by) line.vote(true);
  }

  get shown(): Shown | null {
    return this.#shown;
  }
  get around(): Around {
    return this.#line?.around ?? NOTHING;
  }
  get log(): readonly Entry[] {
    return this.#line?.log ?? this.#log;
  }
  get notice(): string | null {
    return this.#asked?.notice ?? this.#line?.notice ?? null;
  }
  get link() {
    return this.#cover !== null ? "open" : (this.#line?.link ?? "connecting");
  }
  get farewell() {
    return this.#line?.farewell ?? null;
  }
  get cover(): number | null {
    return this.#cover;
  }
  get coverName(): string | null {
    return this.#coverName;
  }
  get isSending(): boolean {
    return [...this.#lines.values()].some((line) => line.isSending);
  }
  get next(): Rematch | null {
    return this.#line?.next ?? null;
  }
  /** Where something is hidden, only what needs nobody's consent: the others have no line. */
  get mayUndo(): boolean {
    const line = this.#line;
    if (line?.shown?.legend.secret) return line.mayUndo && line.around.now.undo?.free === true;
    return [...this.#lines.values()].some((one) => one.mayUndo);
  }

  play(path: Part[]): void {
    this.#asked?.play(path);
  }
  want(path: Part[]): void {
    this.#asked?.want(path);
  }
  async why(path: Part[]): Promise<string | null> {
    return (await this.#asked?.why(path)) ?? null;
  }
  async past(before: number): Promise<readonly Moment[] | null> {
    return (await this.#line?.past(before)) ?? null;
  }
  /** Whoever has made the last move takes it back. */
  undo(): void {
    const all = [...this.#lines.values()];
    (all.find((line) => line.around.now.undo) ?? all.find((line) => line.mayUndo) ?? this.#line)?.undo();
  }
  unseal(): void {
    this.#line?.unseal();
  }
  vote(isYes: boolean): void {
    for (const line of this.#lines.values()) line.vote(isYes);
  }
  /** Gives up for whoever must decide. */
  wish(what: Wish): void {
    this.#asked?.wish(what);
  }
  say(line: string): void {
    this.#asked?.say(line);
  }
  read(language: string): void {
    for (const line of this.#lines.values()) line.read(language);
  }
  retry(): void {
    for (const line of this.#lines.values()) line.retry();
  }
  close(): void {
    this.#stop();
    for (const line of this.#lines.values()) line.close();
  }
}

const NOTHING: Around = { now: { waiting: [] }, since: 0, people: null, chat: [], changes: [] };
