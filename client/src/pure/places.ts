// Places with a name and a text: how large their words are, and where pieces stand so that these can be read. No DOM, no
// clock; nothing is measured.

import type { Box, SceneTile } from "./scene";

/** The words of the places of a board. */
export interface PlaceWords {
  /** The size of the type of names, and of texts. */
  name: number;
  text: number;
  /** How narrow the letters of texts are, as a share of their width. */
  narrow: number;
  /** How large pieces are that have room below all words; none where they have not. */
  below: number | null;
}

/** How wide letters are, in sizes of the type: those of names are bold. */
const LETTER = { name: 0.66, text: 0.56 };
/** How high a line is, in sizes of the type. */
const LINE = 1.15;
/** The least and the most of the type of texts, and how much it differs from try to try. */
const TYPE = { least: 9, most: 11.5, step: 0.5 };
/** Letters of the least type are narrowed so far, where texts do not fit otherwise; less cannot be read. */
const NARROW = { least: 0.7, step: 0.06 };
/** Letters become no narrower than that for pieces to stand below the words. */
const FOR_PIECES = 0.88;
/** Words leave so many pixels below them for a piece, which takes at most that share of its place. */
const PIECE = { least: 18, most: 0.42 };
const EDGE = 4;

/** Where the name ends and the text begins, from the upper edge. */
export const textFrom = ({ h }: Box): number => Math.min(18, h * 0.36);

export function wordsOf(tiles: readonly SceneTile[], c: number): PlaceWords {
  const name = c < 30 ? 10 : Math.min(13, c * 0.28);
  const most = Math.min(TYPE.most, c * 0.24);
  const h = Math.min(...tiles.map((tile) => tile.h));
  const beside = typeOf(tiles, most, PIECE.least + EDGE);
  if (beside === null || beside.narrow < FOR_PIECES) {
    const { text, narrow } = typeOf(tiles, most, 0) ?? { text: TYPE.least, narrow: NARROW.least };
    return { name, text, narrow, below: null };
  }
  const { text, narrow } = beside;
  const end = Math.max(...tiles.map((tile) => textFrom(tile) + heightOf(tile, text, narrow)));
  return { name, text, narrow, below: Math.min(h * PIECE.most, h - end - EDGE) };
}

/** The largest type, and of the least one the widest, in which the texts of all places stand whole above a strip. */
function typeOf(
  tiles: readonly SceneTile[],
  most: number,
  strip: number,
): Pick<PlaceWords, "text" | "narrow"> | null {
  const fits = (text: number, narrow: number) =>
    tiles.every((tile) => textFrom(tile) + heightOf(tile, text, narrow) + strip <= tile.h);
  for (let text = Math.max(most, TYPE.least); text >= TYPE.least; text -= TYPE.step)
    if (fits(text, 1)) return { text, narrow: 1 };
  for (let narrow = 1; narrow >= NARROW.least; narrow -= NARROW.step)
    if (fits(TYPE.least, narrow)) return { text: TYPE.least, narrow };
  return null;
}

const heightOf = ({ look, w }: SceneTile, size: number, narrow: number): number =>
  look?.text ? linesOf(look.text, (w - 10) / (size * narrow * LETTER.text)) * size * LINE : 0;

/** How many lines a text takes, word by word. */
function linesOf(text: string, letters: number): number {
  let [lines, at] = [1, 0];
  for (const { length } of text.split(" ")) {
    if (at > 0 && at + 1 + length > letters) [lines, at] = [lines + 1, length];
    else at += (at > 0 ? 1 : 0) + length;
  }
  return lines;
}

/** Letters of names become no narrower than that beside pieces. */
const NAME_NARROW = 0.62;
/** So much of each piece is to be seen where several stand beside a name, as long as that leaves it enough. */
const SPREAD = 0.7;
/** How far the name stands from the left edge. */
const NAME_FROM = 7;

/** How narrow the letters of a name are where pieces stand beside it; 1 where nothing is in their way. */
export function nameBeside(tile: SceneTile, words: PlaceWords, boxes: readonly Box[]): number {
  if (words.below !== null || boxes.length === 0) return 1;
  const room = Math.min(...boxes.map(({ x }) => x)) - tile.x - NAME_FROM - 1;
  return Math.max(NAME_NARROW, Math.min(1, room / nameWidth(tile, words)));
}

const nameWidth = ({ look, name }: SceneTile, words: PlaceWords): number =>
  (look?.title ?? name).length * words.name * LETTER.name;

/** Pieces stand below the words, from the right; where there is no room, beside the name, a little over the edge. */
export function inPlace(tile: SceneTile, words: PlaceWords, i: number, n: number): Box {
  if (words.below !== null) {
    const d = Math.min(words.below, (tile.w - 2 * EDGE) / n);
    return { x: tile.x + tile.w - EDGE - (n - i) * d, y: tile.y + tile.h - d - 3, w: d, h: d };
  }
  const d = textFrom(tile) + EDGE;
  const from = tile.w - NAME_FROM;
  const name = nameWidth(tile, words);
  // Several may have some of the room of the name, whose letters become narrower.
  const room = Math.max(d, from - name, Math.min(from - NAME_NARROW * name, n * d * SPREAD));
  const step = n > 1 ? Math.min(d, (room - d) / (n - 1)) : 0;
  return { x: tile.x + tile.w + 2 - d - (n - 1 - i) * step, y: tile.y - EDGE, w: d, h: d };
}

/** In one line below the symbol of a cell: how large its words are at most, what a letter takes, and what the line has. */
const CELL = { least: 8, most: 13, high: 0.2, letter: 0.72, wide: 0.84 };

/** How large a line of words in a cell is, in pixels; 0 where it has no room there. */
export function lineOf(words: string, w: number): number {
  const size = Math.min(CELL.most, w * CELL.high, (w * CELL.wide) / (words.length * CELL.letter));
  return size < CELL.least ? 0 : size;
}
