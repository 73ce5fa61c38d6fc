// What surrounds the things of a match: where tiles, sides and corners are, how zones and seats look. Today the engine
// tells this in `view` alone; when tables and legends say it, this module is the only one that changes.

import type { BoardEntry, Legend, Look } from "./legend";
import type { PlaceKey } from "./reference";

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

/** How a zone is shown, as the engine tells it. */
interface ViewZone {
  name: string;
  owner: number | null;
  layout?: string;
  columns?: number;
  look?: Look;
  back?: string;
}

export interface ZoneSetting extends ViewZone {
  key: PlaceKey;
}

export interface Setting {
  seats: { name: string; look?: Look }[];
  boards: BoardSetting[];
  zones: ZoneSetting[];
  /** How global objects are called, by class. */
  facts: Map<string, Look>;
}

interface ViewTile {
  name: string;
  x: number;
  y: number;
  mark?: string;
  look?: Look;
  at?: [number, number];
}

interface ViewSide {
  name: string;
  tiles: number[];
  way?: string;
  look?: Look;
}

export interface ViewBoard {
  name: string;
  owner?: number;
  hidden?: boolean;
  kind: string;
  grows?: boolean;
  rows: number;
  columns: number;
  tiles: ViewTile[];
  edges: [number, number, number, string?][];
  sides?: ViewSide[];
  corners?: ViewSide[];
}

/** The part of the answer to `view` that is read here. */
export interface View {
  seats: { name: string; look?: Look }[];
  boards: ViewBoard[];
  zones: ViewZone[];
  objects?: { class: string; global: boolean; look?: Look }[];
}

/** The least that must be kept of a view, so that records of matches stay small. */
export function viewForSetting(view: View): View {
  return {
    seats: view.seats.map(({ name, look }) => ({ name, ...(look && { look }) })),
    boards: view.boards.map((board) => ({
      ...board,
      tiles: board.tiles.map(({ name, x, y, mark, look, at }) => ({
        name,
        x,
        y,
        ...(mark && { mark }),
        ...(look && { look }),
        ...(at && { at }),
      })),
      ...(board.sides && { sides: board.sides.map(plainSide) }),
      ...(board.corners && { corners: board.corners.map(plainSide) }),
    })),
    zones: view.zones.map(({ name, owner, layout, columns, look, back }) => ({
      name,
      owner,
      ...(layout && { layout }),
      ...(columns && { columns }),
      ...(look && { look }),
      ...(back && { back }),
    })),
    objects: (view.objects ?? [])
      .filter((o) => o.global && o.look)
      .map(({ class: c, global, look }) => ({
        class: c,
        global,
        ...(look && { look }),
      })),
  };
}

function plainSide({ name, tiles, way, look }: ViewSide): ViewSide {
  return { name, tiles, ...(way && { way }), ...(look && { look }) };
}

export function settingOf(legend: Legend, view: View): Setting {
  return {
    seats: view.seats,
    boards: view.boards.map((board) => boardOf(legend, board)),
    zones: view.zones.map((zone) => ({ ...zone, key: keyOf(zone.name, zone.owner) })),
    facts: new Map((view.objects ?? []).flatMap((o) => (o.look ? [[o.class, o.look] as const] : []))),
  };
}

const keyOf = (name: string, owner: number | null | undefined): PlaceKey =>
  owner === null || owner === undefined ? name : `${name}/${owner}`;

function boardOf(legend: Legend, board: ViewBoard): BoardSetting {
  const owner = board.owner ?? null;
  const entry = legend.boards.find((b) => b.name === board.name && (b.owner ?? null) === owner);
  const looks = legend.looks.boards?.find((b) => b.of === board.name);
  const cell = cellOf(board.kind, entry?.shape);
  const centres = new Map(entry?.tiles.map((tile) => [tile.name, tile.c]));
  const prefix = keyOf(board.name, owner);
  const tiles: TileSetting[] = board.tiles.map((tile) => ({
    key: `${prefix}/${tile.name}`,
    name: tile.name,
    c: centres.get(tile.name) ?? tile.at ?? (cell === "none" ? null : grown(cell, tile)),
    ...(tile.mark && { mark: tile.mark }),
    ...(tile.look && { look: tile.look }),
  }));
  const sideOf = (isCorner: boolean) => (side: ViewSide) => sideSetting(cell, tiles, prefix, side, isCorner);
  return {
    name: board.name,
    owner,
    shape: entry?.shape ?? board.kind,
    cell,
    isHidden: board.hidden ?? false,
    grows: board.grows ?? false,
    tiles,
    edges: board.edges.map(([a, b, weight, oneWay]) => [a, b, weight, oneWay !== undefined]),
    sides: (board.sides ?? []).map(sideOf(false)),
    corners: (board.corners ?? []).map(sideOf(true)),
    ...(looks?.ground && { ground: looks.ground }),
    ...(looks?.path && { path: looks.path }),
    isUpright: looks?.upright ?? false,
  };
}

function cellOf(kind: string, shape: BoardEntry["shape"] | undefined): BoardSetting["cell"] {
  if (kind === "hex") return "hex";
  if (kind === "triangle" || shape === "triangles") return "triangle";
  return kind === "square" ? "square" : "none";
}

export const ROW = Math.sqrt(3) / 2;

/** The middle of a tile of a board without an end. */
function grown(cell: BoardSetting["cell"], tile: ViewTile): Point {
  return cell === "hex" ? [tile.x + tile.y / 2, -tile.y * ROW] : [tile.x, -tile.y];
}

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
  side: ViewSide,
  isCorner: boolean,
): SideSetting {
  const centres = side.tiles.flatMap((i) => tiles[i]?.c ?? []) as unknown as number[];
  const points: Point[] = [];
  for (let i = 0; i + 1 < centres.length; i += 2) points.push([centres[i]!, centres[i + 1]!]);
  const first: Point = points[0] ?? [0, 0];
  const key = `${prefix}/${side.name}`;
  const made = (c: Point, line: readonly [Point, Point]): SideSetting => ({
    key,
    name: side.name,
    c,
    line,
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
