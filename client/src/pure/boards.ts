// Where the tiles of a board are, in cells: squares and hexes as the legend says, tracks, rings and graphs by rules of
// our own. Same board, same places; no DOM, no clock.

import { type BoardSetting, type Point, ROW, type TileSetting } from "../model/setting";

export const boardKey = ({ name, owner }: BoardSetting): string => `${name}/${owner}`;

/** A tile with its middle and its size, in cells. */
export interface PlacedTile {
  tile: TileSetting;
  c: Point;
  w: number;
  h: number;
}

export interface BoardPlan {
  tiles: PlacedTile[];
  /** The extent of all, in cells; the least middle is half a tile from the corner. */
  w: number;
  h: number;
  /** How cells look: their shape, or where a track goes. */
  cell: "square" | "hex" | "triangle" | "place" | "spot" | "point" | "pit" | "step";
  /** What to take from a place in the legend's cells to one of this plan, for sides and corners. */
  offset: Point;
  /** The least width of a cell in pixels at which it can be read, beside what fingers want. */
  least: number;
  /** Of a board that grows, whether it still takes the form of the room that there is. */
  isLoose?: boolean;
}

/** What a board that grows takes up, in the legend's cells: a corner and its size. */
export interface Extent {
  x: number;
  y: number;
  w: number;
  h: number;
}

/** So many cells stay free around a board that grows when it is laid out anew. */
const SPARE = 1;
/** What would need less than that part of what it takes up is laid out anew too. */
const SHRUNK = 0.4;

/** `extent` is what a board that grows took up before: it is kept as long as all lies in it. */
export function planBoard(board: BoardSetting, aspect: number, extent: Extent | null = null): BoardPlan {
  const n = board.tiles.length;
  if (n === 0) return { tiles: [], w: 1, h: 1, cell: "square", offset: [0, 0], least: 20 };
  if (board.cell !== "none" && board.tiles.every((tile) => tile.c)) {
    return board.grows ? growing(cells(board), extent) : cells(board);
  }
  if (board.path === "points") return points(board.tiles);
  if (board.path === "pits") return pits(board.tiles);
  if (board.shape === "ring") return ring(board.tiles, aspect);
  if (board.shape === "track") {
    const isSpiral = board.path === "spiral" || (board.path === undefined && n >= 30);
    return isSpiral ? spiral(board.tiles, aspect) : snake(board.tiles, aspect);
  }
  return graph(board, aspect);
}

function cells(board: BoardSetting): BoardPlan {
  const cell = board.cell === "hex" ? "hex" : board.cell === "triangle" ? "triangle" : "square";
  const h = cell === "hex" ? 2 / Math.sqrt(3) : 1;
  const tiles = board.tiles.map((tile) => ({ tile, c: tile.c!, w: 1, h }));
  const dark = board.tiles.length;
  return boxed(tiles, cell, dark > 200 ? 16 : 20);
}

function growing(plan: BoardPlan, extent: Extent | null): BoardPlan {
  const [x, y] = plan.offset;
  const isKept =
    extent !== null &&
    x >= extent.x &&
    y >= extent.y &&
    x + plan.w <= extent.x + extent.w &&
    y + plan.h <= extent.y + extent.h &&
    Math.max((plan.w + 2 * SPARE) / extent.w, (plan.h + 2 * SPARE) / extent.h) > SHRUNK;
  if (isKept) return within(plan, extent);
  const around = { x: x - SPARE, y: y - SPARE, w: plan.w + 2 * SPARE, h: plan.h + 2 * SPARE };
  return { ...within(plan, around), isLoose: true };
}

/** The same tiles, in another extent. */
function within(plan: BoardPlan, { x, y, w, h }: Extent): BoardPlan {
  const [dx, dy] = [plan.offset[0] - x, plan.offset[1] - y];
  const tiles = plan.tiles.map((tile) => ({ ...tile, c: [tile.c[0] + dx, tile.c[1] + dy] as const }));
  return { ...plan, tiles, w, h, offset: [x, y] };
}

/** A board that grows, in the middle of a room of a form, which is so many cells wide and high at least. */
export function widened(plan: BoardPlan, w: number, h: number): BoardPlan {
  const [x, y] = plan.offset;
  const extent = { x: x - (w - plan.w) / 2, y: y - (h - plan.h) / 2, w, h };
  return { ...within(plan, extent), isLoose: false };
}

/** Moves all so that the least corner is at zero. */
function boxed(tiles: PlacedTile[], cell: BoardPlan["cell"], least: number): BoardPlan {
  const x0 = Math.min(...tiles.map((t) => t.c[0] - t.w / 2));
  const y0 = Math.min(...tiles.map((t) => t.c[1] - t.h / 2));
  const x1 = Math.max(...tiles.map((t) => t.c[0] + t.w / 2));
  const y1 = Math.max(...tiles.map((t) => t.c[1] + t.h / 2));
  return {
    tiles: tiles.map((t) => ({ ...t, c: [t.c[0] - x0, t.c[1] - y0] })),
    w: x1 - x0,
    h: y1 - y0,
    cell,
    offset: [x0, y0],
    least,
  };
}

/** Two rows of triangles with a bar between; the first stands below at the right. */
function points(tiles: TileSetting[]): BoardPlan {
  const half = Math.ceil(tiles.length / 2);
  const gap = (i: number) => (i >= half / 2 ? 1 : 0);
  const placed = tiles.map((tile, i): PlacedTile => {
    const isLow = i < half;
    const column = isLow ? half - 1 - i : i - half;
    return { tile, c: [column + gap(column) + 0.5, isLow ? 8 : 2.5], w: 1, h: 5 };
  });
  return margined(boxed(placed, "point", 18), NUMBERS);
}

/** With so many cells of room above and below. */
function margined(plan: BoardPlan, room: number): BoardPlan {
  const tiles = plan.tiles.map((tile) => ({ ...tile, c: [tile.c[0], tile.c[1] + room] as const }));
  return { ...plan, tiles, h: plan.h + 2 * room };
}

/** Two rows with a store at each end: the tiles in the middle and at the end of the ring. */
function pits(tiles: TileSetting[]): BoardPlan {
  const half = tiles.length / 2;
  const placed = tiles.map((tile, i): PlacedTile => {
    if (i === half - 1) return { tile, c: [half + 0.5, 1], w: 1, h: 2 };
    if (i === tiles.length - 1) return { tile, c: [0.5, 1], w: 1, h: 2 };
    return i < half
      ? { tile, c: [i + 1.5, 1.5], w: 1, h: 1 }
      : { tile, c: [2 * half - i - 0.5, 0.5], w: 1, h: 1 };
  });
  return margined(boxed(placed, "pit", 36), NAMES);
}

/** So much room have the names of pits, and those of points, above and below them, in cells. */
const [NAMES, NUMBERS] = [0.34, 0.5];

function ring(tiles: TileSetting[], aspect: number): BoardPlan {
  const n = tiles.length;
  const sides = Math.ceil(n / 2) + 2;
  const columns = Math.min(sides - 2, Math.max(2, Math.round((sides * aspect) / (1 + aspect))));
  const rows = sides - columns;
  const around: Point[] = [];
  for (let x = 0; x < columns; x++) around.push([x, rows - 1]);
  for (let y = rows - 2; y >= 0; y--) around.push([columns - 1, y]);
  for (let x = columns - 2; x >= 0; x--) around.push([x, 0]);
  for (let y = 1; y < rows - 1; y++) around.push([0, y]);
  return boxed(
    tiles.map((tile, i) => ({ tile, c: around[i] ?? [0, 0], w: 1, h: 1 })),
    "step",
    24,
  );
}

function columnsFor(n: number, aspect: number): number {
  return Math.max(1, Math.min(n, Math.round(Math.sqrt(n * aspect))));
}

/** A track of no more places is one row. */
const SHORT = 8;

/** Rows that turn back, from below at the left. */
function snake(tiles: TileSetting[], aspect: number): BoardPlan {
  const columns = tiles.length <= SHORT ? tiles.length : columnsFor(tiles.length, aspect);
  const placed = tiles.map((tile, i): PlacedTile => {
    const row = Math.floor(i / columns);
    const along = i % columns;
    return { tile, c: [row % 2 === 0 ? along : columns - 1 - along, -row], w: 1, h: 1 };
  });
  return boxed(placed, "step", 24);
}

/** From below at the left, around and inward. */
function spiral(tiles: TileSetting[], aspect: number): BoardPlan {
  const columns = columnsFor(tiles.length, aspect);
  const rows = Math.ceil(tiles.length / columns);
  const taken = new Set<string>();
  const ways: Point[] = [
    [1, 0],
    [0, -1],
    [-1, 0],
    [0, 1],
  ];
  let [x, y, way] = [0, rows - 1, 0];
  const placed = tiles.map((tile): PlacedTile => {
    const here: Point = [x, y];
    taken.add(`${x},${y}`);
    for (let turn = 0; turn < 2; turn++) {
      const [dx, dy] = ways[way % 4]!;
      const [nx, ny] = [x + dx, y + dy];
      const isFree = nx >= 0 && ny >= 0 && nx < columns && ny < rows && !taken.has(`${nx},${ny}`);
      if (isFree) {
        [x, y] = [nx, ny];
        break;
      }
      way++;
    }
    return { tile, c: here, w: 1, h: 1 };
  });
  return boxed(placed, "step", 24);
}

function graph(board: BoardSetting, aspect: number): BoardPlan {
  const { tiles, edges } = board;
  if (tiles.every((tile) => tile.c)) return spots(scaled(tiles.map((tile) => tile.c!)), tiles);
  const named = tiles.map((tile) => /^([a-z])(\d+)$/.exec(tile.name));
  if (named.every((m) => m)) {
    return spots(
      named.map((m): Point => [m![1]!.charCodeAt(0) - 97, -Number(m![2])]),
      tiles,
    );
  }
  if (edges.length === 0) return places(tiles, aspect);
  return spots(scaled(stress(tiles.length, edges)), tiles);
}

function spots(c: readonly Point[], tiles: TileSetting[]): BoardPlan {
  const isWordy = tiles.some((tile) => tile.name.length > 3);
  const [w, h] = isWordy ? [1.5, 1.2] : [1, 1];
  return boxed(
    tiles.map((tile, i) => ({ tile, c: c[i] ?? [0, 0], w, h })),
    "spot",
    isWordy ? 34 : 22,
  );
}

/** So that neighbours are about one cell apart: the distance that a tenth of the places is nearer to another than. */
function scaled(c: readonly Point[]): Point[] {
  const nearest = c.map((p, i) =>
    Math.min(...c.map((q, j) => (i === j ? Infinity : Math.hypot(p[0] - q[0], p[1] - q[1])))),
  );
  const unit = [...nearest].sort((a, b) => a - b)[Math.floor(c.length / 10)] || 1;
  return c.map(([x, y]) => [x / unit, y / unit]);
}

/** Cards with a name and a text, in rows. */
function places(tiles: TileSetting[], aspect: number): BoardPlan {
  const [w, h] = [3, 1.9];
  const columns = Math.max(2, Math.min(tiles.length, Math.round(Math.sqrt((tiles.length * aspect * h) / w))));
  return boxed(
    tiles.map((tile, i) => ({
      tile,
      c: [(i % columns) * w, Math.floor(i / columns) * h],
      w: w * 0.96,
      h: h * 0.94,
    })),
    "place",
    34,
  );
}

/**
 * Stress majorization (Gansner, Koren, North 2004) from a circle in the order of the text: 300 rounds, each place goes to
 * the mean of where the others would have it. Deterministic.
 */
export function stress(n: number, edges: readonly [number, number, number, boolean][]): Point[] {
  const far = distances(n, edges);
  const at = Array.from({ length: n }, (_, i): [number, number] => {
    const a = (2 * Math.PI * i) / n - Math.PI / 2;
    return [(Math.cos(a) * n) / 4, (Math.sin(a) * n) / 4];
  });
  for (let round = 0; round < 300; round++) {
    for (let i = 0; i < n; i++) {
      let [x, y, weight] = [0, 0, 0];
      for (let j = 0; j < n; j++) {
        if (i === j) continue;
        const d = far[i]![j]!;
        const [dx, dy] = [at[i]![0] - at[j]![0], at[i]![1] - at[j]![1]];
        const length = Math.hypot(dx, dy) || 1e-6;
        const w = 1 / (d * d);
        x += w * (at[j]![0] + (dx * d) / length);
        y += w * (at[j]![1] + (dy * d) / length);
        weight += w;
      }
      if (weight > 0) at[i] = [x / weight, y / weight];
    }
  }
  return at;
}

/** How many edges apart, by Floyd and Warshall; what is not connected is far. */
function distances(n: number, edges: readonly [number, number, number, boolean][]): number[][] {
  const far = Array.from({ length: n }, (_, i) => Array.from({ length: n }, (_, j) => (i === j ? 0 : n)));
  for (const [a, b] of edges) if (a < n && b < n && a !== b) far[a]![b] = far[b]![a] = 1;
  for (let k = 0; k < n; k++) {
    for (let i = 0; i < n; i++) {
      for (let j = 0; j < n; j++) far[i]![j] = Math.min(far[i]![j]!, far[i]![k]! + far[k]![j]!);
    }
  }
  return far;
}

export const HEX_HEIGHT = 2 / Math.sqrt(3);
export { ROW };
