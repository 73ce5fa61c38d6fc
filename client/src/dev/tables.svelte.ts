// The tables of the match: one connection for each pair of eyes, kept as long as the page is there.

import { kept } from "../app/kept.svelte";
import { RemoteMatch } from "../live/remote.svelte";
import { web } from "../live/web";

/** Whoever must decide, one seat, or those who look on. */
export type Eyes = "follow" | "watch" | `seat-${number}`;

export class Tables {
  readonly #token: string;
  readonly #all = new Map<string, RemoteMatch>();

  constructor(token: string) {
    this.#token = token;
  }

  /** The table with these eyes. */
  of(match: string): RemoteMatch {
    const known = this.#all.get(match);
    // A seat that was not there for a while may be there again.
    if (known && known.link !== "ended") return known;
    // What it works out must outlast the component that asks for it first.
    $effect.root(() => {
      const { language } = kept.settings;
      this.#all.set(match, new RemoteMatch(web("/api/socket"), { match, token: this.#token, language }));
    });
    return this.#all.get(match) as RemoteMatch;
  }
}

/** Whose eyes these are now; nobody's where nobody decides: then those that looked last. */
export function nameOf(eyes: Eyes, deciding: readonly number[], last: string): string {
  if (eyes !== "follow") return eyes;
  const first = deciding[0];
  return first === undefined ? last : `seat-${first}`;
}
