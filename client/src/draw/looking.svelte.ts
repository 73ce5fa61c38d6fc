// What is looked at closely: what lies in a place, what the pointer rests on, and cards that a finger has to see large
// before it plays them. It draws nothing.

import type { Table, Thing } from "../model/table";
import { hasMore } from "../pure/attributes";
import type { Roles } from "../pure/classify";
import { titleOf } from "../pure/facts";
import { type Box, isFlat, type Scene, type SceneThing } from "../pure/scene";
import { hasUnreadWords } from "./lettering";

/** Where a card that is looked at may lie, how wide it is there, and what it had better not cover. */
interface Around {
  frame: Box | null;
  boxes: readonly Box[];
  wanted: readonly Box[];
  w: number;
}

/** Who looks at what. */
interface Seen {
  table: Table;
  roles: Roles;
  scene: Scene | null;
  seat: number | null;
  names: readonly string[];
}

export class Looking {
  inspected = $state.raw<{ things: Thing[]; title: string } | null>(null);
  loupe = $state.raw<({ thing: Thing; x: number; y: number } & Around) | null>(null);
  readonly #seen: () => Seen;
  readonly #around: () => Around;

  constructor(seen: () => Seen, around: () => Around) {
    this.#seen = seen;
    this.#around = around;
  }

  /** Shows a thing, or all that is known of what lies in a place. */
  inspect(key: string): void {
    const { scene, seat, names } = this.#seen();
    const isIn = (place: string) => (this.#seen().table.at.get(place) ?? []).some((id) => `t${id}` === key);
    const zone = scene?.zones.find((z) => z.key === key || (z.pile && isIn(z.key)));
    const things = this.known(zone?.pile ? zone.key : key);
    // Several may have a zone that is called so.
    const whose = zone?.owner == null || zone.owner === seat ? "" : `${names[zone.owner] ?? ""}: `;
    const counted = scene?.tray.find((counted) => counted.key === key);
    const title =
      counted?.title ?? (things.length === 1 ? titleOf(things[0]!) : key.slice(key.lastIndexOf("/") + 1));
    if (things.length) this.inspected = { things, title: zone ? whose + zone.title : title };
  }

  /** A thing, or what lies in a place, as far as it is known. */
  known(key: string): Thing[] {
    const { table } = this.#seen();
    const ids = /^t\d+$/.test(key) ? [Number(key.slice(1))] : (table.at.get(key) ?? []);
    return ids
      .flatMap((id) => (id === null ? [] : (table.things.get(id) ?? [])))
      .filter((thing) => thing.class);
  }

  /** The pointer rests on a thing, or on none any more. */
  hover(id: number | null, x: number, y: number): void {
    const thing = id === null ? undefined : this.#seen().table.things.get(id);
    this.loupe = thing?.class && this.#isSmaller(thing) ? { thing, x, y, ...this.#around() } : null;
  }

  /** Whether it tells less as it lies there than large: a short title and the face of a card of a pack stand on it in any size. */
  #isSmaller(thing: Thing): boolean {
    const { look } = thing;
    const isLong = !look?.face && (Boolean(look?.image) || titleOf(thing).length > 3);
    return isLong || hasMore(thing, this.#seen().roles);
  }

  /** Whether any card has words that are not shown where it lies. */
  hasUnread(): boolean {
    const { table, scene } = this.#seen();
    return (scene?.things ?? []).some(({ id, shape, w }) => {
      const thing = id === null ? undefined : table.things.get(id);
      return thing !== undefined && isFlat(shape) && hasUnreadWords(thing, w);
    });
  }

  /** Whether a thing says more to whoever looks at it closely, or several lie there. */
  isReadable(key: string): boolean {
    const [thing, ...more] = this.known(key);
    return thing !== undefined && (more.length > 0 || hasMore(thing, this.#seen().roles));
  }

  /** A card whose words are too small to be read where it lies. */
  unread(key: string): { thing: Thing; box: SceneThing } | null {
    const { table, scene } = this.#seen();
    const box = scene?.things.find((thing) => thing.key === key);
    const thing = box && box.id !== null ? table.things.get(box.id) : undefined;
    return box && thing && isFlat(box.shape) && hasUnreadWords(thing, box.w) ? { thing, box } : null;
  }
}
