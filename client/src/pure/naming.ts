// Where the names of places stand beside the circles of a map: on nothing else, as far as that can be. No DOM, no clock.

import type { Point } from "../model/setting";
import type { Box } from "./scene";

export interface Named {
  name: string;
  /** The circle that stands for the place. */
  circle: Box;
}

/** What a map has besides. */
export interface Ground {
  /** All circles, those of places with names among them. */
  circles: readonly Box[];
  lines: readonly (readonly [Point, Point])[];
  board: Box;
}

/** The middle of each name, in the order of the places, and how all of them are written. */
export interface Naming {
  at: Point[];
  size: number;
  /** How narrow the letters are: 1 where there is room. */
  narrow: number;
}

/** How wide a letter is, in sizes of the type. */
const LETTER = 0.69;
/** The largest and the least type of names beside places. */
const TYPE = { most: 13, least: 9 };
/** On a crowded map letters are narrower by this. */
const NARROW = 0.86;
/** So many sides of a circle are tried. */
const SIDES = 16;
/** From a circle to its name, and between names. */
const [GAP, APART] = [2, 1.5];
/** How often each name looks for a better side, now that the others have theirs; where they are many, less often. */
const [ROUNDS, FEW_ROUNDS, MANY] = [12, 3, 60];
/** What it costs in pixels of area: a pixel out of the board, of a line, and to stand as near to another circle. */
const COSTS = { out: 3, line: 1.2, near: 30, slant: 6 };

interface Try {
  box: Box;
  /** What it costs, whatever the other names do. */
  cost: number;
}

export function naming(places: readonly Named[], ground: Ground, cells: readonly number[]): Naming {
  const fitting = places.map(({ name }, i) => ((cells[i] ?? 0) * 1.6) / name.length);
  const size = Math.max(TYPE.least, Math.min(TYPE.most, ...fitting));
  const wide = placed(places, ground, size, 1);
  if (wide.isFree || size > TYPE.least) return { at: wide.at, size, narrow: 1 };
  const narrow = placed(places, ground, size, NARROW);
  return { at: narrow.at, size, narrow: NARROW };
}

function placed(places: readonly Named[], ground: Ground, size: number, narrow: number) {
  const tries = places.map(({ name, circle }) => triesOf(name, circle, ground, size, narrow));
  const rounds = places.length > MANY ? FEW_ROUNDS : ROUNDS;
  const chosen = tries.map((all) => cheapest(all, () => 0));
  for (let round = 0; round < rounds; round++) {
    let isBetter = false;
    tries.forEach((all, i) => {
      const others = chosen.filter((_, k) => k !== i);
      const best = cheapest(all, ({ box }) => covered(box, others));
      isBetter ||= best !== chosen[i];
      chosen[i] = best;
    });
    if (!isBetter) break;
  }
  if (places.length <= MANY) untangle(tries, chosen);
  const isFree = chosen.every(
    (one, i) =>
      one.cost < COSTS.near &&
      covered(
        one.box,
        chosen.filter((_, k) => k !== i),
      ) === 0,
  );
  return { at: chosen.map(({ box }): Point => [box.x + box.w / 2, box.y + box.h / 2]), isFree };
}

/** Two names that touch look for better sides together. */
function untangle(tries: readonly (readonly Try[])[], chosen: Try[]): void {
  for (let i = 0; i < chosen.length; i++) {
    for (let k = i + 1; k < chosen.length; k++) {
      if (shared(chosen[i]!.box, chosen[k]!.box) === 0) continue;
      const others = chosen.filter((_, n) => n !== i && n !== k);
      const cost = (one: Try) => one.cost + covered(one.box, others);
      const [first, second] = [i, k].map((n) => tries[n]!.map((one) => ({ one, cost: cost(one) })));
      let best = { cost: Number.POSITIVE_INFINITY, pair: [chosen[i]!, chosen[k]!] as const };
      for (const a of first!) {
        for (const b of second!) {
          const both = a.cost + b.cost + shared(a.one.box, b.one.box);
          if (both < best.cost) best = { cost: both, pair: [a.one, b.one] };
        }
      }
      [chosen[i], chosen[k]] = best.pair;
    }
  }
}

const covered = (box: Box, others: readonly Try[]): number =>
  others.reduce((sum, other) => sum + shared(box, other.box), 0);

function cheapest(all: readonly Try[], more: (one: Try) => number): Try {
  let [best, least] = [all[0]!, Number.POSITIVE_INFINITY];
  for (const one of all) {
    const cost = one.cost + more(one);
    if (cost < least) [best, least] = [one, cost];
  }
  return best;
}

/** Every side on which a name can stand, below and above first. */
function triesOf(name: string, circle: Box, ground: Ground, size: number, narrow: number): Try[] {
  const [w, h] = [name.length * size * LETTER * narrow + 2 * APART, size * 1.1 + APART];
  const [x, y, r] = [circle.x + circle.w / 2, circle.y + circle.h / 2, circle.w / 2];
  const others = ground.circles.filter((other) => other !== circle);
  const within = (n: number) => Math.max(-1, Math.min(1, n * 1.6));
  return Array.from({ length: SIDES }, (_, k): Try => {
    const a = (k / SIDES) * 2 * Math.PI;
    const [cos, sin] = [Math.cos(a), Math.sin(a)];
    const middle = [x + cos * (r + GAP) + (within(cos) * w) / 2, y + sin * (r + GAP) + (within(sin) * h) / 2];
    const box = { x: middle[0]! - w / 2, y: middle[1]! - h / 2, w, h };
    const out = w * h - shared(box, ground.board);
    const over = others.reduce((sum, other) => sum + shared(box, other), 0);
    const near = others.filter((other) => distance(box, other) < GAP).length;
    const crossed = ground.lines.reduce((sum, [from, to]) => sum + inside(from, to, box), 0);
    const slanted = Math.abs(cos) < 0.01 ? (sin > 0 ? 0 : 1) : Math.abs(sin) < 0.01 ? 2 : 3;
    const cost =
      COSTS.out * out + 1.5 * over + COSTS.near * near + COSTS.line * crossed + COSTS.slant * slanted;
    return { box, cost };
  });
}

/** The area that two boxes have in common. */
export function shared(a: Box, b: Box): number {
  const w = Math.min(a.x + a.w, b.x + b.w) - Math.max(a.x, b.x);
  const h = Math.min(a.y + a.h, b.y + b.h) - Math.max(a.y, b.y);
  return w > 0 && h > 0 ? w * h : 0;
}

/** From a box to a circle. */
function distance(box: Box, circle: Box): number {
  const [x, y, r] = [circle.x + circle.w / 2, circle.y + circle.h / 2, circle.w / 2];
  const dx = Math.max(box.x - x, 0, x - box.x - box.w);
  const dy = Math.max(box.y - y, 0, y - box.y - box.h);
  return Math.hypot(dx, dy) - r;
}

/** How much of a line lies in a box, in pixels. */
function inside([x, y]: Point, [tx, ty]: Point, box: Box): number {
  const [dx, dy] = [tx - x, ty - y];
  let [from, to] = [0, 1];
  for (const [start, by, low, high] of [
    [x, dx, box.x, box.x + box.w],
    [y, dy, box.y, box.y + box.h],
  ] as const) {
    if (by === 0) {
      if (start < low || start > high) return 0;
      continue;
    }
    const [a, b] = [(low - start) / by, (high - start) / by];
    from = Math.max(from, Math.min(a, b));
    to = Math.min(to, Math.max(a, b));
  }
  return to > from ? (to - from) * Math.hypot(dx, dy) : 0;
}
