// What of a scene can be pointed at, and what lies under a point. No DOM, no clock.

import type { Box, Scene, SceneThing } from "./scene";
import { circleOf, isPoint } from "./tiles";

/** Something that can be pointed at: `t31`, `Field/e4`, `hand/0`; what has a greater `z` lies above. */
export interface Spot extends Box {
  key: string;
  z: number;
  /** It is one of the fields that cover a board. */
  isField?: boolean;
}

/** A lit place with its box, as it is marked and as it can be reached by keys. */
export interface Place {
  key: string;
  box: Box;
  isRound: boolean;
  isThing: boolean;
  /** It is no more than a point on a board, of which a small mark is enough. */
  isPoint: boolean;
  /** It is the side of a tile, which leads in this direction, in degrees. */
  along?: number;
}

type Keys = ReadonlySet<string>;

/** How far around its middle the side or corner of a tile can be pointed at. */
const REACH = { least: 22, share: 0.32 };
/** So far from its middle, in parts of its size, a field is meant by who points there. */
const MIDDLE = 0.34;
/** Boards that are covered by their tiles. */
const COVERED = new Set(["square", "hex", "triangle"]);

export const thingOf = (scene: Scene, key: string): SceneThing | undefined => {
  const id = idOf(key);
  return id === null ? undefined : scene.things.find((t) => t.ids.includes(id));
};

/** The number of a thing, where the key is that of a thing. */
export const idOf = (key: string): number | null => (/^t\d+$/.test(key) ? Number(key.slice(1)) : null);

export const isIn = (box: Box | null, x: number, y: number): boolean =>
  box !== null && x >= box.x && x <= box.x + box.w && y >= box.y && y <= box.y + box.h;

export function spotsOf(scene: Scene, lit: Keys, others: Keys = new Set()): Spot[] {
  const all: Spot[] = [];
  for (const zone of scene.zones) all.push({ ...boxOf(zone.pile ?? zone), key: zone.key, z: 0 });
  for (const board of scene.boards) {
    const isField = COVERED.has(board.cell);
    for (const tile of board.tiles)
      all.push({ ...boxOf(tile), key: tile.key, z: 1, ...(isField && { isField }) });
    const reach = Math.max(REACH.least, board.c * REACH.share);
    for (const { key, x, y } of board.sides) {
      all.push({ key, x: x - reach / 2, y: y - reach / 2, w: reach, h: reach, z: 2 });
    }
  }
  for (const thing of scene.things) {
    const named = (keys: Keys) => thing.ids.find((i) => keys.has(`t${i}`));
    const id = named(lit) ?? named(others) ?? thing.id;
    all.push({ ...boxOf(thing), key: id === null ? thing.place : `t${id}`, z: 3 + thing.z });
  }
  return all;
}

const boxOf = ({ x, y, w, h }: Box): Box => ({ x, y, w, h });

/** What lies under a point: what is lit goes first, then what is on top; lit places within reach count too. */
export function under(spots: readonly Spot[], lit: Keys, x: number, y: number, reach: number): Spot | null {
  const hits = spots.filter((s) => isIn(s, x, y));
  const top = (all: Spot[]) => all.reduce<Spot | null>((a, b) => (!a || b.z >= a.z ? b : a), null);
  const found = top(hits.filter((s) => lit.has(s.key)));
  if (found) return found;
  // Who means a field that may not be picked is not taken to mean the one beside it.
  const isMeant = hits.some((s) => s.isField && isInMiddle(s, x, y));
  const near = spots
    .filter((s) => lit.has(s.key) && !(isMeant && s.isField))
    .map((s) => ({ s, d: Math.hypot(x - (s.x + s.w / 2), y - (s.y + s.h / 2)) - Math.min(s.w, s.h) / 2 }))
    .filter(({ d }) => d < reach)
    .sort((a, b) => a.d - b.d)[0];
  return near && hits.every((h) => idOf(h.key) === null) ? near.s : top(hits);
}

const isInMiddle = ({ x, y, w, h }: Box, px: number, py: number): boolean =>
  Math.abs(px - x - w / 2) < w * MIDDLE && Math.abs(py - y - h / 2) < h * MIDDLE;

/** Around the circles of places on graphs: close to those whose names stand beside them. */
export function circlesOf(scene: Scene): ReadonlyMap<string, Box> {
  const tiles = scene.boards.filter((b) => b.cell === "spot").flatMap((b) => b.tiles);
  return new Map(
    tiles.map((tile): [string, Box] => {
      const { key, x, y, w, h } = tile;
      const d = tile.label ? circleOf(tile).w + 4 : Math.min(w, h) * 0.78;
      return [key, { x: x + (w - d) / 2, y: y + (h - d) / 2, w: d, h: d }];
    }),
  );
}

/** Places that are no rectangles. */
export const roundOf = (scene: Scene): Keys =>
  new Set(
    scene.boards.flatMap((b) => [
      ...(["hex", "spot", "pit"].includes(b.cell) ? b.tiles.map((tile) => tile.key) : []),
      ...b.sides.map((side) => side.key),
    ]),
  );

/** Places of graphs that are no more than points. */
const pointsOf = (scene: Scene): Keys =>
  new Set(
    scene.boards
      .filter((board) => board.cell === "spot")
      .flatMap((board) => board.tiles.filter(isPoint).map((tile) => tile.key)),
  );

/** In which direction each side of a tile leads, in degrees. */
const alongOf = (scene: Scene): ReadonlyMap<string, number> =>
  new Map(
    scene.boards
      .flatMap((board) => board.sides.filter(({ isCorner }) => !isCorner))
      .map(({ key, line: [[ax, ay], [bx, by]] }) => [key, (Math.atan2(by - ay, bx - ax) * 180) / Math.PI]),
  );

/** The lit places as one reads: from above to below, and from left to right in a row. */
export function placesOf(scene: Scene, lit: Keys): Place[] {
  const [circles, round, points] = [circlesOf(scene), roundOf(scene), pointsOf(scene)];
  const along = alongOf(scene);
  const spots = new Map(spotsOf(scene, lit).map((spot) => [spot.key, spot]));
  const all = [...lit].flatMap((key): Place[] => {
    const isThing = idOf(key) !== null;
    const box = isThing ? thingOf(scene, key) : (circles.get(key) ?? spots.get(key));
    const direction = along.get(key);
    const place = {
      key,
      isRound: round.has(key),
      isThing,
      isPoint: points.has(key),
      ...(direction !== undefined && { along: direction }),
    };
    return box ? [{ ...place, box: boxOf(box) }] : [];
  });
  return inOrder(all);
}

/** Whether two boxes stand in one row: the middle of one is within the height of the other. */
const isSameRow = (a: Box, b: Box): boolean =>
  Math.abs(a.y + a.h / 2 - (b.y + b.h / 2)) < Math.min(a.h, b.h) / 2;

function inOrder(all: readonly Place[]): Place[] {
  const rows: Place[][] = [];
  for (const place of [...all].sort((a, b) => a.box.y + a.box.h / 2 - b.box.y - b.box.h / 2)) {
    const row = rows[rows.length - 1];
    if (row?.[0] && isSameRow(row[0].box, place.box)) row.push(place);
    else rows.push([place]);
  }
  return rows.flatMap((row) => row.sort((a, b) => a.box.x - b.box.x));
}

/** Tiles that something left, came to or changed on. */
export function trailOf(scene: Scene, changed: Keys): Place[] {
  const [circles, round] = [circlesOf(scene), roundOf(scene)];
  const on = scene.things.filter((t) => t.ids.some((id) => changed.has(`t${id}`))).map((t) => t.place);
  const keys = new Set([...changed, ...on]);
  return scene.boards.flatMap((board) =>
    board.tiles
      .filter((tile) => keys.has(tile.key))
      .map(({ key, ...tile }) => ({
        key,
        box: boxOf(circles.get(key) ?? tile),
        isRound: round.has(key),
        isThing: false,
        isPoint: false,
      })),
  );
}
