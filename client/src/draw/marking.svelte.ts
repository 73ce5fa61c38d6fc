// What is marked as changed since one's own last move, and what is heard of what changes. It draws nothing.

import { untrack } from "svelte";
import { type Plan, plan as planOf } from "../pure/plan";
import type { Line } from "../pure/say";
import type { History, Past } from "./history.svelte";
import type { Picturing } from "./picturing.svelte";
import { playPlan } from "./sound";

interface Seen {
  lines: readonly Line[];
  hasSound: boolean;
  /** Whether one may still move, until when what changed stays marked. */
  isGoingOn: boolean;
}

export class Marking {
  changed = $state.raw<ReadonlySet<string>>(new Set());
  /** What is pointed at instead, as by a line of the log, as long as one looks at that moment. */
  #pointed = $state.raw<{ keys: ReadonlySet<string>; at: number | null } | null>(null);
  readonly #history: History;
  readonly #picturing: Picturing;

  /** Within a component. */
  constructor(history: History, picturing: Picturing, seen: () => Seen) {
    [this.#history, this.#picturing] = [history, picturing];
    // So many lines of the log were there before: what a look says of a later one is what is heard.
    let heard = untrack(() => seen().lines.length);
    let last: Plan | null = null;
    $effect(() => {
      const { lines } = seen();
      const made = picturing.drawn?.news ?? null;
      const plan = made === last ? null : made;
      const said = lines.slice(heard).findLast(({ sound }) => sound)?.sound;
      [heard, last] = [lines.length, made];
      const { hasSound, isGoingOn } = untrack(seen);
      if (untrack(() => hasSound && !history.shown)) playPlan(plan, said);
      // At the end, what ended it is what is looked for, and in a replay what the last step did.
      const before = untrack(() => (isGoingOn ? this.changed : []));
      if (!plan) return;
      const kept = [...before].filter((key) => !plan.cleared.has(key));
      [this.changed, this.#pointed] = [new Set([...kept, ...plan.changed]), null];
    });
  }

  /** What is pointed at; else of a moment before what led there, and of the present what changed since the own last move. */
  marked = $derived.by(() => {
    const [{ drawn }, { shown }] = [this.#picturing, this.#history];
    const pointed = this.#pointing();
    if (pointed) return pointed;
    return shown && drawn ? this.#ledTo(shown) : this.changed;
  });

  /** What changed on the way to a moment. */
  #ledTo({ trace }: Past): ReadonlySet<string> {
    const scene = this.#picturing.drawn?.scene;
    return scene ? planOf(trace, scene, scene, [], { most: 0, pace: 0 }).changed : new Set();
  }

  /** Marks what led to the present, as when a move was taken back. */
  again(): void {
    const last = this.#history.all.at(-1);
    [this.changed, this.#pointed] = [last ? this.#ledTo(last) : new Set(), null];
  }

  #pointing(): ReadonlySet<string> | null {
    return this.#pointed?.at === this.#history.at ? this.#pointed.keys : null;
  }

  /** Marks these, or again what changed where they are marked already. */
  togglePoint(keys: readonly string[]): void {
    const now = this.#pointing();
    const isSame = now?.size === keys.length && keys.every((key) => now.has(key));
    this.#pointed = isSame || keys.length === 0 ? null : { keys: new Set(keys), at: this.#history.at };
  }

  /** Says whether something was pointed at. */
  unpoint(): boolean {
    const was = this.#pointing() !== null;
    this.#pointed = null;
    return was;
  }

  clear(): void {
    [this.changed, this.#pointed] = [new Set(), null];
  }

  add(keys: Iterable<string>): void {
    this.changed = new Set([...this.changed, ...keys]);
  }
}
