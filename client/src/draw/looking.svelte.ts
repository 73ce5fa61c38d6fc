// What is looked at closely: what lies in a place, what the pointer rests on, and cards that a finger has to see large
// before it plays them. It draws nothing.

import type { Table, Thing } from "../model/table";
import { isFlat, type Scene, type SceneThing } from "../pure/scene";
import { hasUnreadWords } from "./lettering";

export class Looking {
  inspected = $state.raw<{ things: Thing[]; title: string } | null>(null);
  loupe = $state.raw<{ thing: Thing; x: number; y: number } | null>(null);
  readonly #table: () => Table;
  readonly #scene: () => Scene | null;

  constructor(table: () => Table, scene: () => Scene | null) {
    this.#table = table;
    this.#scene = scene;
  }

  /** Shows a thing, or all that is known of what lies in a place. */
  inspect(key: string): void {
    const table = this.#table();
    const isIn = (place: string) => (table.at.get(place) ?? []).some((id) => `t${id}` === key);
    const zone = this.#scene()?.zones.find((z) => z.key === key || (z.pile && isIn(z.key)));
    const ids = zone?.pile
      ? (table.at.get(zone.key) ?? [])
      : /^t\d+$/.test(key)
        ? [Number(key.slice(1))]
        : (table.at.get(key) ?? []);
    const things = ids
      .flatMap((id) => (id === null ? [] : (table.things.get(id) ?? [])))
      .filter((t) => t.class);
    if (things.length) this.inspected = { things, title: zone?.title ?? key };
  }

  /** The pointer rests on a thing, or on none any more. */
  hover(id: number | null, x: number, y: number): void {
    const thing = id === null ? undefined : this.#table().things.get(id);
    this.loupe = thing?.class ? { thing, x, y } : null;
  }

  /** A card whose words are too small to be read where it lies. */
  unread(key: string): { thing: Thing; box: SceneThing } | null {
    const box = this.#scene()?.things.find((thing) => thing.key === key);
    const thing = box && box.id !== null ? this.#table().things.get(box.id) : undefined;
    return box && thing && isFlat(box.shape) && hasUnreadWords(thing, box.w) ? { thing, box } : null;
  }
}
