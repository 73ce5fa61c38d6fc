// What surrounds the things of a match: where tiles, sides and corners are, how zones and seats look. Most of it is the
// same all match long and stands in the legend; what changes is on the table.

import type { BoardEntry, Legend, Look, SpotEntry, TileEntry, ZoneEntry } from "./legend";
import type { PlaceKey } from "./reference";
import type { Table } from "./table";

export type Point = readonly [x: number, y: number];

export interface TileSetting {
  key: PlaceKey;
  name: string;
  /** Its middle in cells, from the left and from above; null on a graph without places. */
  c: Point | null;
  mark?: string;
  look?: Look;
}

/** An edge or corner that is a place, or a line between two tiles of a graph. */
export interface SideSetting {
  key: PlaceKey;
  name: string;
  c: Point;
  /** Where it begins and ends; one point twice for a corner. */
  line: readonly [Point, Point];
  /** The numbers of the tiles that it connects, where these lie as they are laid out. */
  between?: readonly [number, number];
  look?: Look;
}

export interface BoardSetting {
  name: string;
  owner: number | null;
  shape: string;
  /** Whether a cell has four sides, six, or three; graphs, tracks and rings have none. */
  cell: "square" | "hex" | "triangle" | "none";
  isHidden: boolean;
  grows: boolean;
  tiles: TileSetting[];
  /** By the numbers of two tiles. */
  edges: [number, number, number, boolean][];
  sides: SideSetting[];
  corners: SideSetting[];
  ground?: string;
  path?: string;
  isUpright: boolean;
}

export interface ZoneSetting {
  key: PlaceKey;
  name: string;
  owner: number | null;
  layout?: string;
  columns?: number;
  /** The attribute by which it has sides. */
  by?: string;
  look?: Look;
  back?: string;
}

export interface Setting {
  /** By the names of those who sit there; `seat` is how a seat is called of itself, where that is not known already. */
  seats: { name: string; seat?: string; look?: Look }[];
  boards: BoardSetting[];
  zones: ZoneSetting[];
  /** How global objects are called, by class. */
  facts: ReadonlyMap<string, Look>;
}

/** The same with the names of those who sit there; who has none is called by the seat. */
export const named = (setting: Setting, names: readonly (string | undefined)[]): Setting => ({
  ...setting,
  seats: setting.seats.map((s, i) => ({ ...s, seat: s.name, name: names[i] || s.name })),
});

/** For a seat, or with null for spectators. */
export function settingOf(legend: Legend, table: Table, viewer: number | null): Setting {
  const players = table.seats.length;
  const isThere = (owner: number | undefined) => owner === undefined || owner < players;
  return {
    seats: legend.seats.slice(0, players),
    boards: legend.boards.filter((b) => isThere(b.owner)).map((b) => boardOf(legend, b, table, viewer)),
    zones: legend.zones.flatMap((zone) => zonesOf(zone, players)),
    facts: table.looks,
  };
}

function zonesOf(zone: ZoneEntry, players: number): ZoneSetting[] {
  const { name, layout, columns, by, look, back } = zone;
  const owners = zone.per ? Array.from({ length: players }, (_, p) => p) : [null];
  return owners.map((owner) => ({
    key: keyOf(name, owner),
    name,
    owner,
    ...(layout && { layout }),
    ...(columns && { columns }),
    ...(by && { by }),
    ...(look && { look }),
    ...(back && { back }),
  }));
}

const keyOf = (name: string, owner: number | null | undefined): PlaceKey =>
  owner === null || owner === undefined ? name : `${name}/${owner}`;

function boardOf(legend: Legend, board: BoardEntry, table: Table, viewer: number | null): BoardSetting {
  const owner = board.owner ?? null;
  const looks = legend.looks.boards?.find((b) => b.of === board.name);
  const cell = cellOf(board.shape);
  const prefix = keyOf(board.name, owner);
  const all = board.grows ? grownTiles(cell, prefix, table) : board.tiles;
  const tiles: TileSetting[] = all.map((tile) => {
    const key = `${prefix}/${tile.name}`;
    const held = table.held.get(key)?.look;
    const title = held && !held.title && tile.look?.title;
    const look = title ? { ...held, title } : (held ?? tile.look ?? board.each);
    return {
      key,
      name: tile.name,
      c: tile.c ?? tile.at ?? null,
      ...(tile.mark && { mark: tile.mark }),
      ...(look && { look }),
    };
  });
  const isOpen = (spot: SpotEntry) => !table.closed.has(`${prefix}/${spot.name}`);
  const sideOf = (isCorner: boolean) => (spot: SpotEntry) => {
    const look = table.held.get(`${prefix}/${spot.name}`)?.look;
    return sideSetting(cell, tiles, prefix, { ...spot, ...(look && { look }) }, isCorner);
  };
  const sees = board.visible === "all" || (board.visible === "owner" && owner !== null && owner === viewer);
  return {
    name: board.name,
    owner,
    shape: board.shape,
    cell,
    isHidden: !sees,
    grows: board.grows ?? false,
    tiles,
    edges: roadsOf(board.edges ?? []),
    sides: (board.sides ?? []).filter(isOpen).map(sideOf(false)),
    corners: (board.corners ?? []).filter(isOpen).map(sideOf(true)),
    ...(looks?.ground && { ground: looks.ground }),
    ...(looks?.path && { path: looks.path }),
    isUpright: looks?.upright ?? false,
  };
}

/** Each connection once; one that does not lead back is marked. */
function roadsOf(edges: readonly [number, number, number][]): BoardSetting["edges"] {
  const leads = new Set(edges.map(([from, to]) => `${from} ${to}`));
  return edges.flatMap(([from, to, weight]) => {
    const isOneWay = !leads.has(`${to} ${from}`);
    return from < to || isOneWay ? [[from, to, weight, isOneWay] as [number, number, number, boolean]] : [];
  });
}

function cellOf(shape: string): BoardSetting["cell"] {
  if (["hex", "hexagon", "hexes", "triangle"].includes(shape)) return "hex";
  if (shape === "triangles") return "triangle";
  return shape === "square" || shape === "layout" ? "square" : "none";
}

export const ROW = Math.sqrt(3) / 2;

/** The tiles of a board without an end: those on which something lies, and those beside them. */
function grownTiles(cell: BoardSetting["cell"], prefix: PlaceKey, table: Table): TileEntry[] {
  const taken = [...table.at.keys()].filter((key) => key.startsWith(`${prefix}/`));
  const steps = cell === "hex" ? HEX_STEPS : SQUARE_STEPS;
  const found = new Map<string, Point>();
  const add = ([x, y]: Point) => found.set(`${x},${y}`, [x, y]);
  for (const key of taken) {
    const [x = 0, y = 0] = key
      .slice(prefix.length + 1)
      .split(",")
      .map(Number);
    add([x, y]);
    for (const [dx, dy] of steps) add([x + dx, y + dy]);
  }
  if (found.size === 0) add([0, 0]);
  return [...found].map(([name, [x, y]]) => ({
    name,
    c: cell === "hex" ? [x + y / 2, -y * ROW] : [x, -y],
  }));
}

/** From a tile to those beside it. */
const SQUARE_STEPS: Point[] = [
  [1, 0],
  [0, 1],
  [-1, 0],
  [0, -1],
];
const HEX_STEPS: Point[] = [
  [1, 0],
  [0, 1],
  [-1, 1],
  [-1, 0],
  [0, -1],
  [1, -1],
];

/** Degrees, clockwise from the east, as the screen counts. */
const SQUARE_WAYS: Record<string, number> = {
  e: 0,
  se: 45,
  s: 90,
  sw: 135,
  w: 180,
  nw: 225,
  n: 270,
  ne: 315,
};
const HEX_EDGES: Record<string, number> = { e: 0, se: 60, sw: 120, w: 180, nw: 240, ne: 300 };
const HEX_CORNERS: Record<string, number> = { ese: 30, s: 90, wsw: 150, wnw: 210, n: 270, ene: 330 };

const polar = ([x, y]: Point, degrees: number, r: number): Point => {
  const a = (degrees * Math.PI) / 180;
  return [x + r * Math.cos(a), y + r * Math.sin(a)];
};

function sideSetting(
  cell: BoardSetting["cell"],
  tiles: TileSetting[],
  prefix: PlaceKey,
  side: SpotEntry & { look?: Look },
  isCorner: boolean,
): SideSetting {
  const centres = side.tiles.flatMap((i) => tiles[i]?.c ?? []) as unknown as number[];
  const points: Point[] = [];
  for (let i = 0; i + 1 < centres.length; i += 2) points.push([centres[i]!, centres[i + 1]!]);
  const first: Point = points[0] ?? [0, 0];
  const key = `${prefix}/${side.name}`;
  const [from, to] = cell === "none" && !isCorner ? side.tiles : [];
  const between = from === undefined || to === undefined ? null : ([from, to] as const);
  const made = (c: Point, line: readonly [Point, Point]): SideSetting => ({
    key,
    name: side.name,
    c,
    line,
    ...(between && { between }),
    ...(side.look && { look: side.look }),
  });
  if (!side.way || cell === "none" || cell === "triangle") {
    const c = mean(points.length ? points : [first]);
    return made(c, points.length > 1 && !isCorner ? [points[0]!, points[1]!] : [c, c]);
  }
  if (isCorner) {
    const r = cell === "hex" ? 1 / Math.sqrt(3) : Math.SQRT1_2;
    const degrees = (cell === "hex" ? HEX_CORNERS : SQUARE_WAYS)[side.way] ?? 0;
    const c = polar(first, degrees, r);
    return made(c, [c, c]);
  }
  const degrees = (cell === "hex" ? HEX_EDGES : SQUARE_WAYS)[side.way] ?? 0;
  const c = polar(first, degrees, 0.5);
  const half = cell === "hex" ? 0.5 / Math.sqrt(3) : 0.5;
  return made(c, [polar(c, degrees - 90, half), polar(c, degrees + 90, half)]);
}

function mean(points: readonly Point[]): Point {
  const sum = points.reduce<Point>(([x, y], p) => [x + p[0], y + p[1]], [0, 0]);
  return [sum[0] / points.length, sum[1] / points.length];
}
