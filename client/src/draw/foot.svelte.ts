// How much room stays with what stands below the table, so that the table lies where it lay. It draws nothing and does
// not know what stands there.

import { untrack } from "svelte";
import { withLatest } from "../pure/latest";

/** So much of the height stays with it; more it has only for as long as it is needed. */
const KEPT = 0.2;

export class Foot {
  /** Of all that the match is shown in, as the page tells it, in pixels. */
  width = $state(0);
  height = $state(0);
  /** How high it is now, in pixels. */
  below = $state(0);
  /** By the size of the window, how high it was at most. */
  #tallest = $state.raw<ReadonlyMap<string, number>>(new Map());
  readonly #windowNow: () => string;

  /** Takes the size of what the match is shown in, at once and not when the page has heard of it. */
  constructor(windowNow: () => string) {
    this.#windowNow = windowNow;
  }

  /** It never becomes lower than this in a window of one size. */
  kept = $derived(this.#tallest.get(`${this.width} ${this.height}`) ?? 0);

  /** Notes how high it is; to be called whenever that changes. */
  note(): void {
    const most = Math.min(this.below, this.height * KEPT);
    untrack(() => {
      const size = this.#windowNow();
      if (most > (this.#tallest.get(size) ?? 0)) this.#tallest = withLatest(this.#tallest, size, most);
    });
  }
}
