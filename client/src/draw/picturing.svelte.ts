// The table as it is laid out for a viewer: where everything lies, how it gets there, and what changed lately. It draws
// nothing and knows no engine.

import type { Shown } from "../live/live";
import type { Step, Table, Thing } from "../model/table";
import { arrange } from "../pure/arrange";
import { classify } from "../pure/classify";
import { factsOf } from "../pure/facts";
import { type Laid, laid, ORDERS } from "../pure/hand";
import { withLatest } from "../pure/latest";
import {
  type LaidAs,
  laidAs,
  type Memory,
  NOTHING_REMEMBERED,
  remember,
  rememberAsked,
} from "../pure/memory";
import { delayed, left, type Plan, plan as planOf } from "../pure/plan";
import { type Room, roomAfter } from "../pure/room";
import type { Scene, SceneZone } from "../pure/scene";

/** What is shown, and how. */
export interface Seen extends Pick<Shown, "legend" | "setting" | "table" | "seat"> {
  /** What led to the table. */
  trace: readonly Step[];
  /** How fast things move; 0 where nothing flies. */
  pace: number;
  /** Whether a table that is too tall for its room is shown smaller. */
  isFitted?: boolean;
  /** The places that the own question names. */
  asked?: ReadonlySet<string>;
}

const NOWHERE: ReadonlySet<string> = new Set();

interface Drawn {
  scene: Scene;
  /** How large it is shown: 1 as it is laid out. */
  scale: number;
  plan: Plan | null;
  /** Of the plan what comes from the last message alone: the rest is still to be seen of those before. */
  news: Plan | null;
  /** All that is known, and was a moment ago. */
  known: ReadonlyMap<number, Thing>;
}

/** What of an arrangement outlasts the page, as JSON: a table that is loaded again lies as it lay. */
export interface Arrangement {
  /** How one's own hand is sorted: the number of an order, and in which order one has laid it. */
  order: number | null;
  own: Laid | null;
  most: [string, number][];
  from: [number, number][];
  turned: [string, boolean][];
  uneven: string[];
  sizes: [string, KeptSize][];
}

interface KeptSize extends Pick<Sized, "template" | "u" | "middle" | "scale"> {
  forms: [string, number][];
}

/** How a table was laid out in a window of one size. */
interface Sized extends LaidAs {
  room: Room | null;
  scale: number;
}

const UNLAID: LaidAs = { template: null, u: null, middle: null, forms: new Map(), extents: new Map() };
const UNSEEN: Sized = { room: null, ...UNLAID, scale: 1 };

/** How large a table is shown that must fit its room. */
const SCALES = [1, 0.9, 0.8, 0.72, 0.65, 0.58];

/** A message moves for so many milliseconds at most. */
const LONGEST = 3500;
/** A hand of fewer things needs no sorting. */
const LEAST_SORTED = 3;

const matches = (query: string): boolean => typeof matchMedia === "function" && matchMedia(query).matches;

export class Picturing {
  /** How much room there is, in a window of what size. */
  area = $state.raw({ width: 0, height: 0, window: "" });
  /** None as long as one has not chosen one. */
  #order = $state<number | null>(null);
  #own = $state.raw<Laid | null>(null);
  readonly #seen: () => Seen;
  // Layout is a function of what was seen so far; what is remembered is no state of the page.
  #memory: Memory = NOTHING_REMEMBERED;
  #last: Table | null = null;
  /** By the size of the window, so that a table lies as it lay when the window has that size again. */
  #sizes: ReadonlyMap<string, Sized> = new Map();
  #before: { scene: Scene; table: Table } | null = null;
  /** As long as nothing has happened a page is still finding its size, and nothing need stay. */
  #isSettled = false;
  /** What moves since when, and what is seen of it. */
  #moving: { plan: Plan; since: number; known: Drawn["known"] } | null = null;
  readonly isTouch = matches("(pointer: coarse)");

  constructor(seen: () => Seen) {
    this.#seen = seen;
  }

  roles = $derived.by(() => classify(this.#seen().legend, this.#seen().setting));
  facts = $derived.by(() => {
    // What a table is remembered by is known once it is laid out.
    void this.drawn;
    return factsOf(this.roles, this.#seen().table, this.#seen().setting, this.#memory.uneven);
  });

  /** The same one as long as it is no different, so that nothing is laid out anew. */
  room = $derived.by((): Room | null => {
    const sized = this.#sized();
    if (this.area.width >= 50) sized.room = roomAfter(sized.room, this.area);
    return sized.room;
  });

  #sized(): Sized {
    const known = this.#sizes.get(this.area.window) ?? { ...UNSEEN };
    this.#sizes = withLatest(this.#sizes, this.area.window, known);
    return known;
  }

  drawn = $derived.by((): Drawn | null => {
    const { table, trace, setting, seat, pace, isFitted, asked = NOWHERE } = this.#seen();
    if (!this.room) return null;
    if (table !== this.#last)
      this.#memory = remember(this.#memory, this.roles, table, setting, seat, [...trace]);
    this.#memory = rememberAsked(this.#memory, setting, asked);
    this.#last = table;
    const sized = this.#sized();
    if (this.#before && this.#before.table !== table) this.#isSettled = true;
    const { template, u, extents } = sized;
    const { middle, forms } = this.#isSettled ? sized : UNLAID;
    const order = this.#sorting();
    const memory: Memory = { ...this.#memory, template, u, middle, forms, extents, order, laid: this.#own };
    const [{ width, height }, isTouch] = [this.room, this.isTouch];
    const at = (scale: number) => {
      const screen = { width: width / scale, height: height / scale, isTouch };
      return { scene: arrange(this.roles, table, setting, seat, screen, memory), scale };
    };
    let { scene, scale } = at(isFitted ? sized.scale : 1);
    // It does not grow again, so that it does not jump.
    for (const less of isFitted ? SCALES : [])
      if (less < scale && scene.height * scale > height + 1) ({ scene, scale } = at(less));
    this.#memory = memory;
    Object.assign(sized, { ...laidAs(scene), scale });
    const before = this.#before;
    this.#before = { scene, table };
    if (!before || before.table === table || trace.length === 0) {
      this.settle();
      return { scene, scale, plan: null, news: null, known: table.things };
    }
    const how = { most: LONGEST, pace: matches("(prefers-reduced-motion: reduce)") ? 0 : pace };
    const made = planOf(trace, before.scene, scene, before.table.seats, how);
    const known = knownBy(before.table, trace, table);
    return { scene, scale, ...this.#behind(made, known) };
  });

  /** A message that comes while the one before still moves, or rests, waits for it, unless that takes too long. */
  #behind(made: Plan, known: Drawn["known"]): Omit<Drawn, "scene" | "scale"> {
    const was = this.#moving;
    const now = performance.now();
    const rest = was && !document.hidden ? left(was.plan, now - was.since) : null;
    const isBrief = rest !== null && rest.motions.length > 0 && rest.ms < LONGEST;
    const news = isBrief ? delayed(made, rest.ms) : made;
    const plan = isBrief ? { ...news, motions: [...rest.motions, ...news.motions] } : made;
    const seen = isBrief ? new Map([...was!.known, ...known]) : known;
    this.#moving = { plan, since: now, known: seen };
    return { plan, news, known: seen };
  }

  /** Nothing waits for what still moves. */
  settle(): void {
    this.#moving = null;
  }

  /** Nothing lies in the middle: what there is to know stands there, large. */
  isBare = $derived.by(() => {
    const scene = this.drawn?.scene;
    if (!scene) return false;
    const isEmpty = scene.boards.length === 0 && scene.things.length === 0;
    return isEmpty && scene.zones.every((zone) => zone.owner !== null);
  });

  /** Keys of all that has a box; what has none stands among the buttons. */
  placed = $derived.by((): ReadonlySet<string> => {
    const scene = this.drawn?.scene;
    if (!scene) return new Set();
    return new Set([
      ...scene.zones.map((zone) => zone.key),
      ...scene.boards.flatMap((board) => [...board.tiles, ...board.sides].map((tile) => tile.key)),
      ...scene.things.flatMap((thing) => thing.ids.map((id) => `t${id}`)),
    ]);
  });

  // ------------------------------------------------------------------------------------------------ the own hand

  hand = $derived.by((): SceneZone | undefined => {
    const { seat } = this.#seen();
    return this.drawn?.scene.zones.find(
      (zone) => zone.role === "hand" && zone.owner === seat && zone.count >= LEAST_SORTED,
    );
  });

  get order(): (typeof ORDERS)[number] | "ownOrder" {
    void this.drawn;
    return this.#own ? "ownOrder" : this.#sorting();
  }

  /** Cards of a pack lie by suit, as one would sort them, until one wants them otherwise. */
  #sorting(): (typeof ORDERS)[number] {
    return this.#order === null ? (this.#memory.packs.size ? "suit" : "dealt") : ORDERS[this.#order]!;
  }

  /** How the table is arranged, to be kept; and as it was before. */
  get arrangement(): Arrangement {
    void this.drawn;
    const { most, from, turned, uneven } = this.#memory;
    const kept = ({ template, u, middle, forms, scale }: Sized): KeptSize => ({
      ...{ template, u, middle, scale },
      forms: [...forms],
    });
    return {
      order: this.#order,
      own: this.#own,
      most: [...most],
      from: [...from],
      turned: [...turned],
      uneven: [...uneven],
      sizes: [...this.#sizes].map(([window, sized]) => [window, kept(sized)]),
    };
  }
  set arrangement({ order, own, most, from, turned, uneven, sizes }: Arrangement) {
    this.#order = order;
    this.#own = own;
    this.#memory = {
      ...this.#memory,
      most: new Map(most),
      from: new Map(from),
      turned: new Map(turned),
      uneven: new Set(uneven),
    };
    this.#isSettled = true;
    this.#sizes = new Map(
      sizes.map(([window, sized]) => [window, { ...UNSEEN, ...sized, forms: new Map(sized.forms) }]),
    );
  }

  /** The next order; one's own is left with the first. */
  sort(): void {
    if (this.#own) this.#own = null;
    else this.#order = (ORDERS.indexOf(this.#sorting()) + 1) % ORDERS.length;
  }

  /** Lays a thing of the hand before another one, or behind all. */
  lay(id: number, before: number | null): void {
    const things = (this.drawn?.scene.things ?? [])
      .filter((thing) => thing.place === this.hand?.key)
      .sort((a, b) => a.y - b.y || a.x - b.x);
    const all = things.flatMap((thing) => thing.ids);
    this.#own = laid(all, id, before);
  }
}

/** All that was known at some moment between two tables. */
function knownBy(before: Table, trace: readonly Step[], after: Table): ReadonlyMap<number, Thing> {
  const known = new Map(before.things);
  for (const step of trace) if ("thing" in step && step.thing && "id" in step) known.set(step.id, step.thing);
  for (const [id, thing] of after.things) if (thing.class !== undefined) known.set(id, thing);
  return known;
}
