// What is marked as changed since one's own last move, and what is heard of what changes. It draws nothing.

import { untrack } from "svelte";
import { type Plan, plan as planOf } from "../pure/plan";
import type { Line } from "../pure/say";
import type { History } from "./history.svelte";
import type { Picturing } from "./picturing.svelte";
import { playPlan } from "./sound";

interface Seen {
  lines: readonly Line[];
  hasSound: boolean;
  isOver: boolean;
}

export class Marking {
  changed = $state.raw<ReadonlySet<string>>(new Set());
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
      const { hasSound, isOver } = untrack(seen);
      if (untrack(() => hasSound && !history.shown)) playPlan(plan, said);
      // At the end, what ended it is what is looked for.
      const before = untrack(() => (isOver ? [] : this.changed));
      if (plan) this.changed = new Set([...before, ...plan.changed]);
    });
  }

  /** Of a moment before, what led there. */
  marked = $derived.by(() => {
    const [{ drawn }, { shown }] = [this.#picturing, this.#history];
    if (!shown || !drawn) return this.changed;
    return planOf(shown.trace, drawn.scene, drawn.scene, [], { most: 0, pace: 0 }).changed;
  });

  clear(): void {
    this.changed = new Set();
  }

  add(keys: Iterable<string>): void {
    this.changed = new Set([...this.changed, ...keys]);
  }
}
