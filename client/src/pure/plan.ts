// How what happened is shown: a trace as timed motions. Groups follow one another, the next begins before the last has
// ended; what leaves a place that something entered in the same message rests there first. No DOM, no clock: times are
// milliseconds from the beginning.

import { placeKey } from "../model/reference";
import type { Step } from "../model/table";
import type { Extent } from "./boards";
import { LABEL } from "./lots";
import type { Box, Scene, SceneThing } from "./scene";
import { towards } from "./spread";

export type Motion = { start: number; ms: number } & (
  | {
      kind: "fly";
      key: string;
      from: Box;
      via: Box[];
      to: Box;
      shape: SceneThing["shape"];
      id: number | null;
      /** Which part of its time is behind it when it starts; none where this is missing. */
      done?: number;
      /** It is there all at once, and comes to be seen in its time. */
      isStill?: true;
      /** It was not seen before, as a card in the hand of another. */
      isNew?: true;
    }
  | { kind: "turn"; key: string; id: number }
  /** `shape` is that of what comes to lie in a place. */
  | { kind: "appear"; key: string; id: number; shape?: SceneThing["shape"] }
  /** A board that was laid out anew, or what lies on it, comes from where it was. */
  | { kind: "shift"; key: string; from: Box; to: Box }
  | { kind: "vanish"; key: string; id: number; from: Box }
  | { kind: "shuffle"; place: string }
  | { kind: "roll"; values: number[] }
  | { kind: "score"; seat: number; by: number }
  | { kind: "pass"; seat: number }
  | { kind: "mark"; key: string }
  | { kind: "end" }
);

export interface Plan {
  motions: Motion[];
  /** When all has come to rest. */
  ms: number;
  /** What changed, to be marked until the viewer's next pick: things and places by key. */
  changed: ReadonlySet<string>;
  /** Tiles that were cleared, as at the end of a year: what happened there before is marked no longer. */
  cleared: ReadonlySet<string>;
}

export interface Options {
  /** The longest that all may take. */
  most: number;
  /** How fast things move; where it is 0 there are no flights, and what changed fades. */
  pace: number;
}

/** So long what was played lies before it is taken, and how a deal ended before the next one is shuffled. */
const REST = 1000;

/** The scores before, to tell by how much they changed. */
type Scores = readonly { score: number }[];

export function plan(
  trace: readonly Step[],
  before: Scene,
  after: Scene,
  scores: Scores,
  options: Options,
): Plan {
  const scene = new Boxes(before, after);
  const changed = new Set<string>();
  const motions: Motion[] = [];
  let [at, end] = [0, 0];
  const groups = grouped(trace);
  const entered = new Set<string>();
  for (const [n, group] of groups.entries()) {
    const isNextDeal = group.some((step) => step.do === "shuffle") && motions.length > 0;
    if ((group.some((step) => leaves(step, entered)) && n > 0) || isNextDeal) at = Math.max(at, end) + REST;
    let last = 0;
    const delay = Math.min(40, 300 / Math.max(1, group.length));
    group.forEach((step, i) => {
      for (const motion of motionsOf(step, scene, scores, changed, options)) {
        const start = at + i * delay;
        motions.push({ ...motion, start });
        last = Math.max(last, start + motion.ms);
      }
      enters(step, entered);
    });
    if (last === 0) continue;
    end = Math.max(end, last);
    at += (last - at) * 0.7;
  }
  leaveOut(trace, scene, changed);
  const cleared = clearedIn(trace);
  for (const key of cleared) changed.delete(key);
  if (options.pace > 0) {
    const moved = new Set(motions.flatMap((motion) => ("key" in motion ? [motion.key] : [])));
    const shifts = shifted(before, after, moved);
    motions.unshift(...shifts);
    end = Math.max(end, ...shifts.map(({ ms }) => ms));
  }
  return { ...paced(motions, end, options), changed, cleared };
}

/** Where so many things go back to their players at once, a board is cleared. */
const CLEARED = 3;

/** Tiles that things have left all at once for zones of players, but for those of which something else is told. */
function clearedIn(trace: readonly Step[]): Set<string> {
  const left = trace.flatMap((step) => {
    const isBack = step.do === "move" && step.to && "zone" in step.to && (step.to.zone[1] ?? null) !== null;
    return isBack && step.from && "tile" in step.from ? [placeKey(step.from)] : [];
  });
  if (left.length < CLEARED) return new Set();
  const told = new Set<string>();
  for (const step of trace) if (step.do === "set" || step.do === "own") mark(step.of, told);
  return new Set(left.filter((key) => !told.has(key)));
}

/** How long a board takes that was laid out anew, in milliseconds. */
const SHIFT = 320;

/** Boards that were laid out anew since they have grown, and what lies on them and does not move by itself. */
function shifted(before: Scene, after: Scene, moved: ReadonlySet<string>): Motion[] {
  return after.boards.flatMap((board): Motion[] => {
    const was = before.boards.find(({ key }) => key === board.key);
    if (!was?.extent || !board.extent || isSameExtent(was.extent, board.extent)) return [];
    const k = was.c / board.c;
    // Where the corner of the table would have lain, had it been drawn as large as the board was.
    const x = was.x + (board.extent.x - was.extent.x) * was.c - k * board.x;
    const y = was.y + (board.extent.y - was.extent.y) * was.c - k * board.y;
    const [from, to] = [
      { x, y, w: k, h: k },
      { x: 0, y: 0, w: 1, h: 1 },
    ];
    const tiles = new Set(board.tiles.map(({ key }) => key));
    const things = after.things.flatMap((thing): Motion[] => {
      const old = before.things.find(({ key, place }) => key === thing.key && place === thing.place);
      if (!old || !tiles.has(thing.place) || moved.has(thing.key)) return [];
      return [{ kind: "shift", key: thing.key, from: plain(old), to: plain(thing), start: 0, ms: SHIFT }];
    });
    return [{ kind: "shift", key: board.key, from, to, start: 0, ms: SHIFT }, ...things];
  });
}

const isSameExtent = (a: Extent, b: Extent): boolean =>
  a.x === b.x && a.y === b.y && a.w === b.w && a.h === b.h;

/** Everything at one pace: as fast as is wished for, and so that it ends in time. */
function paced(motions: Motion[], ms: number, { most, pace }: Options): { motions: Motion[]; ms: number } {
  const factor = Math.min(1, most / Math.max(1, ms)) / (pace || 1);
  if (factor === 1) return { motions, ms };
  const all = motions.map((m) => ({ ...m, start: m.start * factor, ms: m.ms * factor }));
  // What is divided and multiplied again may be a hair more.
  return { motions: all, ms: Math.min(ms * factor, most / (pace || 1)) };
}

/**
 * What is still to be seen of a plan after so many milliseconds. What flies goes on from where it is then, as fast as it
 * is; all else that has begun is done at once, since it could only begin anew: a card that is half there would go and
 * come again.
 */
export function left({ motions, ms, ...marks }: Plan, after: number): Plan {
  const all = motions.flatMap((motion): Motion[] => {
    const start = motion.start - after;
    if (start >= 0) return [{ ...motion, start }];
    if (motion.kind !== "fly" || motion.isStill || start + motion.ms <= 0) return [];
    const { done = 0 } = motion;
    return [{ ...motion, start: 0, ms: motion.ms + start, done: done + (1 - done) * (-start / motion.ms) }];
  });
  return { motions: all, ms: Math.max(0, ms - after), ...marks };
}

/** The same, so many milliseconds later. */
export function delayed({ motions, ms, ...marks }: Plan, by: number): Plan {
  return {
    motions: motions.map((motion) => ({ ...motion, start: motion.start + by })),
    ms: ms + by,
    ...marks,
  };
}

/**
 * On a board what has come somewhere is the move, and not what changed there with it, as discs that turn over: these are
 * not marked.
 */
function leaveOut(trace: readonly Step[], scene: Boxes, changed: Set<string>): void {
  const came = new Set<string>();
  const boards = new Set<string>();
  for (const step of trace) {
    const to = step.do === "make" ? step.at : step.do === "move" ? step.to : null;
    if (!to || !("tile" in to) || !("id" in step)) continue;
    came.add(`t${step.id}`);
    boards.add(to.tile[0]);
  }
  for (const key of changed) {
    const place = scene.thing(Number(key.slice(1)))?.place;
    if (/^t\d+$/u.test(key) && !came.has(key) && place && boards.has(place.split("/")[0]!))
      changed.delete(key);
  }
}

function grouped(trace: readonly Step[]): Step[][] {
  const groups: Step[][] = [];
  for (const step of trace) {
    const group = groups[groups.length - 1];
    if (group?.[0]?.g === step.g) group.push(step);
    else groups.push([step]);
  }
  return groups;
}

function enters(step: Step, entered: Set<string>): void {
  if (step.do === "move" && step.to) entered.add(placeKey(step.to));
}

function leaves(step: Step, entered: ReadonlySet<string>): boolean {
  return (
    step.do === "move" && step.from !== undefined && "zone" in step.from && entered.has(placeKey(step.from))
  );
}

/** Where things are, as what happened moves them. */
class Boxes {
  readonly #things = new Map<number, SceneThing>();
  readonly #after = new Map<number, SceneThing>();
  readonly #places = new Map<string, Box>();
  readonly #now = new Map<number, Box>();
  /** Something that lies in a place, for what is seen there for a moment only. */
  readonly #samples = new Map<string, SceneThing>();
  readonly #scene: Scene;

  constructor(before: Scene, after: Scene) {
    this.#scene = after;
    for (const thing of [...after.things, ...before.things]) this.#samples.set(thing.place, thing);
    for (const thing of before.things) for (const id of thing.ids) this.#things.set(id, thing);
    for (const thing of after.things) for (const id of thing.ids) this.#after.set(id, thing);
    for (const scene of [before, after]) {
      // A pile without room of its own is at the badge of its player.
      for (const { key, owner, isTight } of scene.tray) {
        const panel = isTight && scene.panels.find(({ seat }) => seat === owner);
        if (panel) this.#places.set(key, { x: panel.x + 6, y: panel.y + 4, w: 24, h: 24 });
      }
      for (const zone of scene.zones) this.#places.set(zone.key, zone.pile ?? zone);
      for (const board of scene.boards) for (const tile of board.tiles) this.#places.set(tile.key, tile);
      for (const board of scene.boards) {
        for (const { key, x, y } of board.sides) this.#places.set(key, { x: x - 8, y: y - 8, w: 16, h: 16 });
      }
    }
  }

  thing(id: number): SceneThing | undefined {
    return this.#after.get(id) ?? this.#things.get(id);
  }

  /** The shape of a thing that is seen. */
  shapeOf(id: number): Pick<SceneThing, "shape"> | null {
    const thing = this.thing(id);
    return thing ? { shape: thing.shape } : null;
  }

  isSeen(id: number): boolean {
    return this.#things.has(id) || this.#now.has(id);
  }

  /** Where a thing is now, or would be in that place. */
  of(id: number, place: string | null): Box | null {
    const now = this.#now.get(id) ?? this.#things.get(id);
    return now ? plain(now) : place === null ? null : this.in(place, this.thing(id));
  }

  /** In a trick, towards who put it there. */
  #around(place: string, like: Box | undefined, by: number | null): Box | null {
    const { zones, panels } = this.#scene;
    const zone = zones.find(({ key, role }) => key === place && role === "around");
    if (!zone || !like || by === null) return null;
    const area = { x: zone.x, y: zone.y + LABEL, w: zone.w, h: zone.h - LABEL };
    return towards(area, like, by - (panels.find(({ isOwn }) => isOwn)?.seat ?? 0), panels.length);
  }

  /** In the middle of a place, with the size of a thing. */
  in(place: string, like: Box | undefined): Box | null {
    const box = this.#places.get(place);
    if (!box) return null;
    const [w, h] = [like?.w ?? Math.min(box.w, 40), like?.h ?? Math.min(box.h, 40)];
    return { x: box.x + (box.w - w) / 2, y: box.y + (box.h - h) / 2, w, h };
  }

  sample(place: string): SceneThing | undefined {
    return this.#samples.get(place);
  }

  /** Where a thing lies that comes there, from somebody where that is known. */
  arrive(id: number, place: string, by: number | null = null): Box | null {
    const last = this.#after.get(id);
    const like = last ?? this.#things.get(id) ?? this.sample(place);
    const box =
      last && last.place === place ? plain(last) : (this.#around(place, like, by) ?? this.in(place, like));
    if (box) this.#now.set(id, box);
    return box;
  }
}

const plain = ({ x, y, w, h }: Box): Box => ({ x, y, w, h });

const distance = (a: Box, b: Box): number => Math.hypot(a.x - b.x, a.y - b.y);

type Untimed = Motion extends infer M
  ? M extends Motion
    ? Omit<M, "start"> & { start?: number }
    : never
  : never;

function motionsOf(
  step: Step,
  scene: Boxes,
  scores: Scores,
  changed: Set<string>,
  options: Options,
): (Motion & { start: number })[] {
  const made = motionOf(step, scene, scores, changed);
  if (!made) return [];
  const isStill = options.pace === 0 && made.kind !== "roll" && made.kind !== "end";
  return isStill ? stilled(made) : [{ ...made, start: 0 } as Motion];
}

/** Without a flight: what flew is there all at once, and of what is not known nothing is seen. */
function stilled(made: Untimed): (Motion & { start: number })[] {
  const ms = Math.min(made.ms, 120);
  if (made.kind !== "fly") return [{ ...made, ms, start: 0 } as Motion];
  return made.id === null ? [] : [{ ...made, via: [], isStill: true, ms, start: 0 }];
}

function motionOf(step: Step, scene: Boxes, scores: Scores, changed: Set<string>): Untimed | null {
  switch (step.do) {
    case "move":
      return flight(step, scene, changed);
    case "make":
      changed.add(`t${step.id}`);
      if (step.at) scene.arrive(step.id, placeKey(step.at));
      return { kind: "appear", key: `t${step.id}`, id: step.id, ms: 160, ...scene.shapeOf(step.id) };
    case "gone": {
      const from = step.id === undefined ? null : scene.of(step.id, step.from ? placeKey(step.from) : null);
      if (step.id === undefined || !from) return null;
      return { kind: "vanish", key: `t${step.id}`, id: step.id, from, ms: 160 };
    }
    case "count": {
      const from = step.from && scene.in(placeKey(step.from), undefined);
      const to = step.to && scene.in(placeKey(step.to), undefined);
      if (!from || !to || step.n === 0) return null;
      const ms = flightTime(from, to);
      return {
        kind: "fly",
        key: `${placeKey(step.from!)}>${placeKey(step.to!)}`,
        from,
        via: [],
        to,
        shape: "card",
        id: null,
        ms,
      };
    }
    case "reveal":
      changed.add(`t${step.id}`);
      return { kind: "turn", key: `t${step.id}`, id: step.id, ms: 220 };
    case "shuffle":
      return { kind: "shuffle", place: placeKey(step.at), ms: 450 };
    case "roll":
      return { kind: "roll", values: step.values, ms: 600 };
    case "set":
    case "own":
      return mark(step.of, changed);
    case "score":
      return { kind: "score", seat: step.seat, by: step.to - (scores[step.seat]?.score ?? 0), ms: 300 };
    case "pass":
      return { kind: "pass", seat: step.active, ms: 200 };
    case "end":
      return { kind: "end", ms: 500 };
    default:
      return null;
  }
}

function mark(of: unknown, changed: Set<string>): Untimed | null {
  if (of === null || typeof of !== "object") return null;
  const key =
    "thing" in of ? `t${of.thing}` : "tile" in of ? placeKey(of as { tile: [string, string] }) : null;
  if (key === null) return null;
  changed.add(key);
  return { kind: "mark", key, ms: 180 };
}

function flight(step: Extract<Step, { do: "move" }>, scene: Boxes, changed: Set<string>): Untimed | null {
  const isNew = !scene.isSeen(step.id);
  const from = scene.of(step.id, step.from ? placeKey(step.from) : null);
  const places = [step.to, step.from].flatMap((place) => (place ? [placeKey(place)] : []));
  const like = scene.thing(step.id) ?? places.map((key) => scene.sample(key)).find((thing) => thing);
  const by = step.from && "zone" in step.from ? (step.from.zone[1] ?? null) : null;
  const to = step.to ? scene.arrive(step.id, placeKey(step.to), by) : null;
  if (step.from && "tile" in step.from) changed.add(placeKey(step.from));
  if (!step.lost) changed.add(`t${step.id}`);
  if (!to || !from) {
    if (to) return { kind: "appear", key: `t${step.id}`, id: step.id, ms: 160, ...scene.shapeOf(step.id) };
    return from ? { kind: "vanish", key: `t${step.id}`, id: step.id, from, ms: 160 } : null;
  }
  const via = (step.via ?? []).flatMap((tile) => scene.in(placeKey(tile), like) ?? []);
  const ms = via.length > 1 ? Math.min(900, via.length * 90) : flightTime(from, to);
  const shape = like?.shape ?? "disc";
  const id = step.lost ? null : step.id;
  return { kind: "fly", key: `t${step.id}`, from, via, to, shape, id, ms, ...(isNew && { isNew }) };
}

const flightTime = (from: Box, to: Box): number => Math.min(380, 160 + 0.2 * distance(from, to));
