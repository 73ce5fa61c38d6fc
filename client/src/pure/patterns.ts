// Texts with values in them: what a text says where the pieces of another one stand. No DOM, no clock.

import type { Sent } from "../model/legend";

/** A text, or in a number's place a value. */
type Piece = string | number;

export interface Pattern {
  own: readonly Piece[];
  translated: readonly Piece[];
  /** How many letters it says. */
  letters: number;
}

/** In the texts of cards it stands for what the card is called, and is a value like others. */
const ITSELF = "~";

/** A pair of texts in which values stand; null where none do. */
export function patternOf(own: Sent, translated: Sent): Pattern | null {
  const [from, to] = [own, translated].map((sent) => (typeof sent === "string" ? [sent] : sent)) as [
    Piece[],
    Piece[],
  ];
  const numbers = from.flatMap((piece) => (typeof piece === "number" ? [piece] : []));
  const itself = Math.max(-1, ...numbers) + 1;
  const pieces = (all: readonly Piece[]) => all.flatMap((piece) => withItself(piece, itself));
  const said = pieces(from);
  if (said.every((piece) => typeof piece === "string")) return null;
  const letters = said.join("").replace(/[^\p{L}]/gu, "").length;
  return { own: said, translated: pieces(to), letters };
}

const withItself = (piece: Piece, itself: number): Piece[] =>
  typeof piece === "number"
    ? [piece]
    : piece
        .split(/(~)/u)
        .filter(Boolean)
        .map((part) => (part === ITSELF ? itself : part));

/** The values of a text that reads like these pieces, by their numbers; null where it reads otherwise. */
export function valuesOf(pieces: readonly Piece[], text: string): string[] | null {
  const values: string[] = [];
  let at = 0;
  let open: number | null = null;
  const fill = (to: number): boolean => {
    if (open === null) return to === at;
    const value = text.slice(at, to);
    const isSame = values[open] === undefined || values[open] === value;
    values[open] = value;
    open = null;
    return isSame;
  };
  for (const [i, piece] of pieces.entries()) {
    if (typeof piece === "number") {
      // Nobody can tell where one ends and the other begins.
      if (open !== null) return null;
      open = piece;
      continue;
    }
    const isLast = i === pieces.length - 1;
    const found = isLast ? text.length - piece.length : open === null ? at : text.indexOf(piece, at);
    if (found < at || !text.startsWith(piece, found) || !fill(found)) return null;
    at = found + piece.length;
  }
  return fill(text.length) ? values : null;
}
