// What is lit on a table: what a decision offers, and of things that are alike all that stand for the one it names. It
// draws nothing.

import type { Table } from "../model/table";
import type { Scene } from "../pure/scene";
import { placesOf } from "../pure/spots";
import { twinsOf, withTwins } from "../pure/twins";
import type { Deciding } from "./deciding.svelte";

export class Lighting {
  readonly #deciding: Deciding;
  readonly #seen: () => { table: Table; scene: Scene | null };

  constructor(deciding: Deciding, seen: () => { table: Table; scene: Scene | null }) {
    this.#deciding = deciding;
    this.#seen = seen;
  }

  /** Where moves name one of several that are alike, any of them stands for it. */
  #twins = $derived.by(() => {
    const { litKeys, otherKeys, picked } = this.#deciding;
    return twinsOf(this.#seen().table, new Set([...litKeys, ...otherKeys, ...picked]));
  });
  lit = $derived.by(() => withTwins(this.#deciding.litKeys, this.#twins));
  others = $derived.by((): ReadonlySet<string> => {
    const twins = [...this.#twins.keys()].filter((key) => !this.lit.has(key));
    return new Set([...this.#deciding.otherKeys, ...twins]);
  });
  boxes = $derived.by(() => {
    const { scene } = this.#seen();
    return scene ? placesOf(scene, this.lit).map(({ box }) => box) : [];
  });

  /** The one that moves name. */
  named(key: string): string {
    return this.#twins.get(key) ?? key;
  }
}
