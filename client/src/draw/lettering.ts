// How large type may be, so that no word is broken, and where it stands at all. No DOM; nothing is measured.

import type { Thing } from "../model/table";
import type { SignOf } from "../pure/signs";

/** A card shows its text from this width on, in pixels. */
export const WORDS_FROM = 72;

/** Whether a card of a width has a text that is not shown there. */
export const hasUnreadWords = ({ look }: Thing, width: number): boolean =>
  Boolean(look?.text) && !look?.face && width < WORDS_FROM;

/** How wide bold letters are, in sizes of the type: of the widest fonts that a system may have. */
const LETTERS: readonly (readonly [RegExp, number])[] = [
  [/[mwMW@%]/u, 1.05],
  [/[A-Z0-9&]/u, 0.78],
  [/[ijltfr.,:;'’()[\]|!-]/u, 0.46],
];
const OTHERS = 0.7;

const widthOf = (word: string): number =>
  [...word].reduce((sum, letter) => sum + (LETTERS.find(([of]) => of.test(letter))?.[1] ?? OTHERS), 0);

/** The largest size between two bounds at which the widest word of a text fits a width, in pixels. */
export function sizeFor(text: string, width: number, least: number, most: number): number {
  const widest = Math.max(1, ...text.split(/\s+/u).map(widthOf));
  return Math.max(least, Math.min(most, width / widest));
}

/** Type of less cannot be read, in pixels. */
export const LEAST = 9;
/** Letters of less than that part of their width are cut off rather than narrowed further. */
const NARROWEST = 0.64;

/** The size of a text in a width, and how narrow its letters are: they are never lower than what can be read. */
export function fitted(text: string, width: number, most: number): { size: number; narrow: number } {
  const size = sizeFor(text, width, 0, most);
  if (size >= LEAST) return { size, narrow: 1 };
  return { size: LEAST, narrow: Math.max(NARROWEST, size / LEAST) };
}

/** Whether a text of one word stands whole in a width, narrowed as far as may be. */
export const isWhole = (text: string, width: number): boolean =>
  sizeFor(text, width, 0, LEAST) >= LEAST * NARROWEST;

/** The size of the letters of a symbol that is not drawn, where a drawn one is so large; and how wide they are. */
export const writtenSize = (symbol: string, size: number): number =>
  Math.max(LEAST, size * (symbol.length > 2 ? 0.5 : 0.8));
export const widthOfWritten = (symbol: string, size: number): number =>
  widthOf(symbol) * writtenSize(symbol, size);

/** How wide a sign is, in sizes of its type, and one of two halves. */
const [ONE, HALVES] = [1.4, 2.2];

/** The size of type at which signs in a row fit a width, in pixels; where that cannot be read, they take several rows. */
export function signSizeFor(signs: readonly SignOf[], width: number, most: number): number {
  const wide = signs.reduce((sum, { halves }) => sum + (halves.length > 1 ? HALVES : ONE), 0);
  return Math.max(LEAST, Math.min(most, width / Math.max(1, wide)));
}

/** How large words are in the corners of a small card, in pixels. */
const FOOT = 10;

/**
 * How tall words and signs are that stand in rows of a width, in pixels, where signs are at most so large. Those of one
 * corner stand together unless each sign goes where there is room.
 */
export function heightInRows(
  all: readonly { text: string; signs?: readonly SignOf[] | null | undefined }[],
  width: number,
  most: number,
  isFlowing = false,
): number {
  let [height, high, x] = [0, 0, 0];
  for (const { text, signs } of all) {
    const size = signs ? signSizeFor(signs, width, most) : FOOT;
    const widths = signs
      ? signs.map(({ halves }) => (halves.length > 1 ? HALVES : ONE) * size)
      : [widthOf(text) * size];
    const pieces = isFlowing ? widths : [widths.reduce((sum, one) => sum + one, 0)];
    for (const wide of pieces) {
      if (x > 0 && x + wide > width + 0.01) [height, high, x] = [height + high, 0, 0];
      const lines = Math.ceil(wide / width - 0.01);
      high = Math.max(high, lines * size * (signs ? ONE : 1.2));
      x += wide;
    }
    x += 3;
  }
  return height + high;
}
