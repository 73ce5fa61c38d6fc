// What of a log and its chat is new for who looks: what was read stays read, also after the page is loaded again. It
// draws nothing.

import { untrack } from "svelte";
import { lastSaid, newsOf, unreadOf } from "../pure/news";
import type { Line } from "../pure/say";
import { keepRead, keptRead } from "./keptPicks";

interface Seen {
  lines: readonly Line[];
  seat: number | null;
  /** The log is open, or beside the table. */
  isSeen: boolean;
}

export class Fresh {
  readonly #seen: () => Seen;
  /** The last line of the chat that was seen. */
  #read = $state(-1);

  /** Within a component; under the name it is kept what was read. */
  constructor(keptAs: string | null, seen: () => Seen) {
    this.#seen = seen;
    this.#read = keptRead(keptAs);
    $effect(() => {
      const { lines, isSeen } = this.#seen();
      const last = isSeen ? lastSaid(lines) : -1;
      untrack(() => {
        if (last <= this.#read) return;
        this.#read = last;
        if (keptAs !== null) keepRead(keptAs, last);
      });
    });
  }

  /** So much is said and not read. */
  missed = $derived.by(() => unreadOf(this.#seen().lines, this.#read).length);
  /** What others and the rules did since one's last choice, and what is said and not read. */
  lines = $derived.by(() => {
    const { lines, seat } = this.#seen();
    return newsOf(lines, seat, this.#read);
  });
}
