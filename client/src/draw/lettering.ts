// How large type may be, so that no word is broken, and where it stands at all. No DOM; nothing is measured.

import type { Thing } from "../model/table";

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
