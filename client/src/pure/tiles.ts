// A board where it lies on the table: its tiles, sides and lines in pixels, and the things on them. No DOM, no clock.

import { placeKey } from "../model/reference";
import type { BoardSetting, Point, SideSetting } from "../model/setting";
import { type BoardPlan, boardKey } from "./boards";
import type { PieceShape } from "./classify";
import { COORDINATES, type Fitted, gutterOf } from "./fit";
import { type Context, LABEL, shapeOf } from "./lots";
import { alike } from "./memory";
import { naming } from "./naming";
import { inPlace, nameBeside, type PlaceWords, wordsOf } from "./places";
import type { Box, Scene, SceneBoard, SceneSide, SceneTile } from "./scene";
import { words } from "./words";

/** Takes a point in cells of a plan to where it lies on the table. */
type Placing = (c: Point) => Point;

export function drawBoard(context: Context, scene: Scene, board: BoardSetting, box: Fitted, c: number): void {
  const { plan } = box;
  const key = boardKey(board);
  const isTurned = context.memory.turned.get(key) ?? false;
  const gutter = gutterOf(board, plan);
  const title = context.setting.boards.length > 1 ? LABEL : 0;
  const at: Placing = ([x, y]) => {
    const [tx, ty] = isTurned ? [plan.w - x, plan.h - y] : [x, y];
    return [box.x + gutter + tx * c, box.y + title + ty * c];
  };
  const lines = plan.cell === "spot" ? linesOf(board, plan, at) : [];
  const tiles = labelled(tilesOf(plan, at, c, isTurned), plan.cell, box, lines);
  const sides = sidesOf(board, plan, at);
  const placeWords = plan.cell === "place" ? wordsOf(tiles, c) : null;
  const owner = board.owner === null ? null : context.setting.seats[board.owner];
  scene.boards.push({
    key,
    title: owner ? `${context.roles.translate(words(board.name))}: ${owner.name}` : "",
    isOwn: board.owner !== null && board.owner === context.seat,
    x: box.x,
    y: box.y,
    w: box.w,
    h: box.h,
    cell: plan.cell,
    c,
    form: box.form,
    isTurned,
    isHidden: board.isHidden,
    ...(board.ground && { ground: board.ground }),
    ...(board.grows && { extent: { x: plan.offset[0], y: plan.offset[1], w: plan.w, h: plan.h } }),
    tiles,
    sides,
    ...(placeWords && { words: placeWords }),
    lines,
    gutter: gutter ? (numbers(context, tiles, box, gutter) ?? coordinates(tiles, box, gutter)) : [],
  });
  for (const tile of tiles) drawTile(context, scene, tile, plan.cell, c, placeWords);
  for (const { key, name, look, x, y } of sides) {
    const reach = c * 0.34;
    const place = { key, name, look, x: x - reach / 2, y: y - reach / 2, w: reach, h: reach };
    drawTile(context, scene, { ...place, isDark: false, isUp: true }, "spot", c, null);
  }
}

function tilesOf(plan: BoardPlan, at: Placing, c: number, isTurned: boolean): SceneTile[] {
  return plan.tiles.map(({ tile, c: middle, w, h }, i): SceneTile => {
    const [x, y] = at(middle);
    const parity = tile.c ? Math.round(tile.c[0]) + Math.round(tile.c[1]) : i;
    return {
      key: tile.key,
      name: tile.name,
      look: tile.look,
      ...(tile.mark && { mark: tile.mark }),
      isDark: plan.cell !== "hex" && ((parity % 2) + 2) % 2 === 1,
      isUp: plan.cell === "point" ? middle[1] > plan.h / 2 !== isTurned : parity % 2 === 0,
      x: x - (w * c) / 2,
      y: y - (h * c) / 2,
      w: w * c,
      h: h * c,
    };
  });
}

/** How wide a letter is, in sizes of its type. */
const LETTER = 0.72;
/** The largest and the least type of numbers beside places. */
const TYPE = { most: 13, least: 9 };

/** Names beside the places of a graph, numbers beside pits and points. */
function labelled(
  tiles: SceneTile[],
  cell: BoardPlan["cell"],
  board: Box,
  lines: SceneBoard["lines"],
): SceneTile[] {
  if (cell === "pit") return outside(tiles, board);
  if (cell === "point") return onRim(tiles);
  if (cell === "hex") return onHexes(tiles);
  if (cell !== "spot") return tiles;
  const circles = tiles.map(circleOf);
  const named = tiles.flatMap((tile, i) => {
    const name = tile.look?.title ?? tile.name;
    return name.length < 4 ? [] : [{ i, name, circle: circles[i]! }];
  });
  if (named.length === 0) return tiles;
  const roads = lines.map(({ from, to }) => [from, to] as const);
  const cells = named.map(({ i }) => tiles[i]!.w);
  const { at, size, narrow } = naming(named, { circles, lines: roads, board }, cells);
  const all = [...tiles];
  named.forEach(({ i }, k) => {
    const [x, y] = at[k]!;
    all[i] = { ...tiles[i]!, label: { x, y, size, ...(narrow < 1 && { narrow }) } };
  });
  return all;
}

/** Numbers of pits, above those of the upper row and below all others, where no seed lies over them. */
function outside(tiles: SceneTile[], board: Box): SceneTile[] {
  return tiles.map((tile) => {
    const isUpper = tile.y + tile.h < board.y + board.h * 0.6;
    const y = isUpper ? tile.y - 6 : tile.y + tile.h + 7;
    const size = TYPE.most - 1;
    const narrow = tile.w / ((tile.look?.title ?? tile.name).length * size * LETTER);
    return { ...tile, label: { x: tile.x + tile.w / 2, y, size, ...(narrow < 1 && { narrow }) } };
  });
}

/** Hexes as wide as this have room for a letter and a number. */
const NAMED_HEX = 30;
/** On more than so many, those at the edge are enough to count from. */
const MOST_NAMED = 61;
const AROUND = 6;

/** Coordinates of hexes, low inside them, where they stand for nothing else that is written there. */
function onHexes(tiles: SceneTile[]): SceneTile[] {
  if (!tiles.every(({ name, look }) => COORDINATES.test(name) && !look?.text)) return tiles;
  return tiles.map((tile) => {
    const { x, y, w, h } = tile;
    if (w < NAMED_HEX || (tiles.length > MOST_NAMED && neighbours(tile, tiles) === AROUND)) return tile;
    return { ...tile, label: { x: x + w / 2, y: y + h * 0.83, size: Math.max(TYPE.least, w * 0.19) } };
  });
}

const neighbours = (tile: SceneTile, tiles: readonly SceneTile[]): number =>
  tiles.filter((t) => t !== tile && Math.hypot(t.x - tile.x, t.y - tile.y) < tile.w * 1.2).length;

/** Numbers of points, on the rim at their feet. */
function onRim(tiles: SceneTile[]): SceneTile[] {
  return tiles.map((tile) => {
    const y = tile.isUp ? tile.y + tile.h + tile.w / 4 : tile.y - tile.w / 4;
    return {
      ...tile,
      label: { x: tile.x + tile.w / 2, y, size: Math.max(TYPE.least, Math.min(TYPE.most, tile.w * 0.4)) },
    };
  });
}

/** The circle that stands for a place of a graph. */
export function circleOf(tile: Box & { name: string }): Box {
  const d = Math.min(tile.w, tile.h) * (tile.name.length > 3 ? 0.52 : 0.6);
  return { x: tile.x + (tile.w - d) / 2, y: tile.y + (tile.h - d) / 2, w: d, h: d };
}

/** Whether a place of a graph is no more than a point where lines meet: it has neither a name to be read nor a look. */
export const isPoint = ({ label, look }: SceneTile): boolean => !label && !look?.colour && !look?.symbol;

function sidesOf(board: BoardSetting, plan: BoardPlan, at: Placing): SceneSide[] {
  const placed: Placing = ([x, y]) => at([x - plan.offset[0], y - plan.offset[1]]);
  const sideOf =
    (isCorner: boolean) =>
    ({ key, name, c, line, between, look }: SideSetting): SceneSide => {
      const ends = between?.map((i) => plan.tiles[i]?.c);
      const [from, to] = ends?.[0] && ends[1] ? [at(ends[0]), at(ends[1])] : line.map(placed);
      const [x, y] = between ? [(from![0] + to![0]) / 2, (from![1] + to![1]) / 2] : placed(c);
      return { key, name, x, y, line: [from!, to!], isCorner, look };
    };
  return [...board.sides.map(sideOf(false)), ...board.corners.map(sideOf(true))];
}

function linesOf(board: BoardSetting, plan: BoardPlan, at: Placing): SceneBoard["lines"] {
  const middles = plan.tiles.map((tile) => at(tile.c));
  const pair = (a: number, b: number) => `${Math.min(a, b)} ${Math.max(a, b)}`;
  const looks = new Map(
    board.sides.flatMap(({ between, look }) => (between && look ? [[pair(...between), look]] : [])),
  );
  return board.edges.flatMap(([a, b, weight, isOneWay]) => {
    const [from, to, look] = [middles[a], middles[b], looks.get(pair(a, b))];
    return from && to ? [{ from, to, weight, isOneWay, ...(look && { look }) }] : [];
  });
}

/** Where numbers are chosen on the tiles of one row or column, as its look says, they are what is called so: no others. */
function numbers(
  { roles }: Context,
  tiles: readonly SceneTile[],
  box: Box,
  gutter: number,
): SceneBoard["gutter"] | null {
  const chosen = roles.legend.actions
    .flatMap(({ inputs }) => inputs.flatMap(({ on }) => on ?? []))
    .flatMap(([value, place]) => {
      const tile = tiles.find(({ key }) => key === placeKey(place));
      return tile && value && !Array.isArray(value) && "num" in value ? [{ tile, text: `${value.num}` }] : [];
    });
  const count = (of: (tile: SceneTile) => number) =>
    new Set(chosen.map(({ tile }) => Math.round(of(tile)))).size;
  const [columns, rows] = [count(({ x }) => x), count(({ y }) => y)];
  if (rows === 1 && columns > 1) {
    const y = Math.max(...tiles.map((tile) => tile.y + tile.h)) + gutter / 2;
    return chosen.map(({ tile, text }) => ({ text, x: tile.x + tile.w / 2, y }));
  }
  if (columns === 1 && rows > 1)
    return chosen.map(({ tile, text }) => ({ text, x: box.x + gutter / 2, y: tile.y + tile.h / 2 }));
  return null;
}

/** Letters below, numbers at the left. */
function coordinates(tiles: SceneTile[], box: Box, gutter: number): SceneBoard["gutter"] {
  const columns = new Map<string, number>();
  const rows = new Map<string, number>();
  for (const tile of tiles) {
    const [, letters, digits] = COORDINATES.exec(tile.name) ?? [];
    if (letters) columns.set(letters, tile.x + tile.w / 2);
    if (digits) rows.set(digits, tile.y + tile.h / 2);
  }
  const bottom = Math.max(...tiles.map((tile) => tile.y + tile.h));
  return [
    ...[...columns].map(([text, x]) => ({ text, x, y: bottom + gutter / 2 })),
    ...[...rows].map(([text, y]) => ({ text, x: box.x + gutter / 2, y })),
  ];
}

/** So many beads lie in a pit one by one; more become a number. */
const MOST_LOOSE = 12;

function drawTile(
  context: Context,
  scene: Scene,
  tile: SceneTile,
  cell: BoardPlan["cell"],
  c: number,
  placeWords: PlaceWords | null,
): void {
  const all = context.table.at.get(tile.key) ?? [];
  const shapes = all.map((id) => shapeOf(context, id));
  if (all.length === 0) return;
  const isColumn = cell === "point";
  const beads = shapes.every((s) => s === "bead") && all.length <= MOST_LOOSE;
  const sets = all.length > 4 && !isColumn && !beads ? equalOnes(context, all) : all.map((id) => [id]);
  const n = sets.length;
  const boxes = sets.map((ids, i) => {
    const box = isColumn
      ? onPoint(tile, c, i, n)
      : beads && !placeWords
        ? beadIn(tile, i, n)
        : inTile(tile, cell, placeWords, ids.length > 1 ? "disc" : (shapes[i] ?? "disc"), i, n);
    const known = ids.filter((id): id is number => id !== null);
    const id = known[known.length - 1] ?? null;
    scene.things.push({
      key: id === null ? `${tile.key}#${i}` : `t${id}`,
      id,
      ids: known,
      place: tile.key,
      shape: shapeOf(context, id),
      z: i,
      count: ids.length,
      ...box,
    });
    return box;
  });
  const narrow = placeWords ? nameBeside(tile, placeWords, boxes) : 1;
  if (narrow < 1) tile.nameNarrow = narrow;
}

function equalOnes(context: Context, all: readonly (number | null)[]): (number | null)[][] {
  const sets = new Map<string, (number | null)[]>();
  for (const id of all) {
    const thing = id === null ? undefined : context.table.things.get(id);
    const key = alike(thing);
    sets.set(key, [...(sets.get(key) ?? []), id]);
  }
  return [...sets.values()];
}

function onPoint(tile: SceneTile, c: number, i: number, n: number): Box {
  const d = c * 0.92;
  const step = n > 1 ? Math.min(d, (tile.h - d) / (n - 1)) : 0;
  const y = tile.isUp ? tile.y + tile.h - d - i * step : tile.y + i * step;
  return { x: tile.x + (tile.w - d) / 2, y, w: d, h: d };
}

function inTile(
  tile: SceneTile,
  cell: BoardPlan["cell"],
  placeWords: PlaceWords | null,
  shape: PieceShape,
  i: number,
  n: number,
): Box {
  const isFlat = shape === "card" || shape === "tile";
  if (placeWords) return inPlace(tile, placeWords, i, n);
  const room = Math.min(tile.w, tile.h) * (cell === "hex" ? 0.86 : 0.94);
  if (n === 1) {
    if (isWorded(tile) && cell !== "spot") return belowMark(tile, room);
    const d = room * (isFlat ? 1 : shape === "stone" ? 0.96 : shareOf(tile, cell));
    return { x: tile.x + (tile.w - d) / 2, y: tile.y + (tile.h - d) / 2, w: d, h: d };
  }
  const area = besideName(tile, cell);
  const columns = Math.ceil(Math.sqrt((n * area.w) / area.h));
  const rows = Math.ceil(n / columns);
  const d = Math.min((area.w * 0.92) / columns, (area.h * 0.92) / rows);
  const inLast = n - (rows - 1) * columns;
  const [rowAt, columnAt] = [Math.floor(i / columns), i % columns];
  const across = rowAt === rows - 1 ? inLast : columns;
  return {
    x: area.x + area.w / 2 + (columnAt - across / 2) * d + d * 0.04,
    y: area.y + area.h / 2 + (rowAt - rows / 2) * d + d * 0.04,
    w: d * 0.92,
    h: d * 0.92,
  };
}

/** Where several things lie at a place of a graph: not over its name, which stands at one side of its circle. */
export function besideName(tile: SceneTile, cell: BoardPlan["cell"]): Box {
  const { label, x, y, w, h } = tile;
  if (cell !== "spot" || !label) return tile;
  const cut = (w - circleOf(tile).w) / 2;
  const below = label.y - y - h / 2;
  return Math.abs(below) < w / 2 - cut
    ? { x: label.x < x + w / 2 ? x + cut : x, y, w: w - cut, h }
    : { x, y: below < 0 ? y + cut : y, w, h: h - cut };
}

/** How far the rim of a pit is from its middle, as a share of its width, and how large a bead is at most. */
const [RIM, BEAD] = [0.41, 0.29];

/** Beads of a pit in rings, so that none lies over its rim; a pit that is twice as high has two middles. */
export function beadIn(tile: Box, i: number, n: number): Box {
  if (tile.h < tile.w * 1.5) return inRings(tile, i, n);
  const above = Math.ceil(n / 2);
  const half = { ...tile, h: tile.h / 2 };
  return i < above ? inRings(half, i, above) : inRings({ ...half, y: tile.y + half.h }, i - above, n - above);
}

/** The first lie in the middle, where they are too many for one ring. */
function inRings(box: Box, i: number, n: number): Box {
  const room = Math.min(box.w, box.h);
  const within = n < 6 ? (n === 1 ? 1 : 0) : Math.max(1, n - 9);
  const around = n - within;
  const chord = Math.sin(Math.PI / Math.max(2, around));
  const d = room * Math.min(BEAD, (2 * RIM * chord) / (1 + chord));
  const isWithin = i < within;
  const far = around < 5 ? d * 0.72 : room * RIM - d / 2;
  const r = isWithin ? (within === 1 ? 0 : d * 0.56) : far;
  const a = (isWithin ? i / within : (i - within) / around) * 2 * Math.PI;
  const [x, y] = [box.x + box.w / 2 + r * Math.cos(a), box.y + box.h / 2 + r * Math.sin(a)];
  return { x: x - d / 2, y: y - d / 2, w: d, h: d };
}

/** How much of its room a piece takes that stands alone. */
const shareOf = (tile: SceneTile, cell: BoardPlan["cell"]): number =>
  cell === "hex" ? 0.72 : cell !== "spot" ? 0.84 : isPoint(tile) ? 0.74 : 0.62;

/** Whether several letters stand on a tile, which are to be read; one letter, or a sign, may lie below a piece. */
const isWorded = ({ look }: SceneTile): boolean => /^[^:].+/u.test(look?.symbol ?? "");

/** What stands alone on a tile with words in its middle leaves that to be read. */
function belowMark(tile: SceneTile, room: number): Box {
  const d = room * 0.4;
  return { x: tile.x + (tile.w - d) / 2, y: tile.y + tile.h * 0.95 - d, w: d, h: d };
}
