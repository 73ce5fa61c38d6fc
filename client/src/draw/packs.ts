// Faces of cards of the French, Italian and Spanish packs: which suit and rank the words of the rules mean, and where
// the pips stand.

import type { Thing } from "../model/table";
import { RATIOS } from "../pure/lots";

export type Suit = "hearts" | "diamonds" | "spades" | "clubs" | "cups" | "coins" | "swords" | "batons";

export interface Face {
  suit: Suit;
  /** 1 to 10, or a court. */
  pips: number;
  court: "jack" | "knight" | "queen" | "king" | null;
  index: string;
  isRed: boolean;
}

const NUMBERS: Record<string, number> = {
  ace: 1,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
};

const COURTS: Record<string, NonNullable<Face["court"]>> = {
  jack: "jack",
  knave: "jack",
  page: "jack",
  fante: "jack",
  sota: "jack",
  knight: "knight",
  horse: "knight",
  horseman: "knight",
  cavallo: "knight",
  caballo: "knight",
  queen: "queen",
  king: "king",
  re: "king",
  rey: "king",
};

const LATIN: Record<string, Suit> = {
  cups: "cups",
  coins: "coins",
  swords: "swords",
  clubs: "batons",
  batons: "batons",
  copas: "cups",
  oros: "coins",
  espadas: "swords",
  bastos: "batons",
};
const FRENCH: Record<string, Suit> = {
  hearts: "hearts",
  diamonds: "diamonds",
  spades: "spades",
  clubs: "clubs",
};

const LETTERS: Record<string, Record<NonNullable<Face["court"]>, string>> = {
  french: { jack: "J", knight: "C", queen: "Q", king: "K" },
  italian: { jack: "F", knight: "C", queen: "Q", king: "R" },
  spanish: { jack: "S", knight: "C", queen: "Q", king: "R" },
};

/** How often the border of a Spanish card is broken, above and below: the suit can be told from the edge of a hand. */
export const BREAKS: Partial<Record<Suit, number>> = { coins: 0, cups: 1, swords: 2, batons: 3 };

/** The face of a card, or null where its words are none of a pack's. */
export function faceOf(face: { pack: string; suit: string; rank: string }, corners?: string[]): Face | null {
  const suits = face.pack === "french" ? FRENCH : LATIN;
  const suit = suits[face.suit.toLowerCase()];
  const rank = face.rank.toLowerCase();
  const court = COURTS[rank] ?? null;
  const pips = NUMBERS[rank] ?? (Number(rank) || 0);
  if (!suit || (!court && !pips)) return null;
  const letter = court ? (LETTERS[face.pack] ?? LETTERS.italian!)[court] : "";
  const index = court ? letter : pips === 1 && face.pack === "french" ? "A" : String(pips);
  return {
    suit,
    pips,
    court,
    index: index || (corners?.[0] ?? ""),
    isRed: suit === "hearts" || suit === "diamonds",
  };
}

type Spot = [x: number, y: number];

const L = 0.29;
const M = 0.5;
const R = 0.71;

/** Where pips stand on a French card, in its width and height; those below the middle are turned. */
export const FRENCH_PIPS: Record<number, Spot[]> = {
  1: [[M, 0.5]],
  2: [
    [M, 0.2],
    [M, 0.8],
  ],
  3: [
    [M, 0.2],
    [M, 0.5],
    [M, 0.8],
  ],
  4: [
    [L, 0.2],
    [R, 0.2],
    [L, 0.8],
    [R, 0.8],
  ],
  5: [
    [L, 0.2],
    [R, 0.2],
    [M, 0.5],
    [L, 0.8],
    [R, 0.8],
  ],
  6: [
    [L, 0.2],
    [R, 0.2],
    [L, 0.5],
    [R, 0.5],
    [L, 0.8],
    [R, 0.8],
  ],
  7: [
    [L, 0.2],
    [R, 0.2],
    [M, 0.35],
    [L, 0.5],
    [R, 0.5],
    [L, 0.8],
    [R, 0.8],
  ],
  8: [
    [L, 0.2],
    [R, 0.2],
    [M, 0.35],
    [L, 0.5],
    [R, 0.5],
    [M, 0.65],
    [L, 0.8],
    [R, 0.8],
  ],
  9: [
    [L, 0.18],
    [R, 0.18],
    [L, 0.393],
    [R, 0.393],
    [M, 0.5],
    [L, 0.607],
    [R, 0.607],
    [L, 0.82],
    [R, 0.82],
  ],
  10: [
    [L, 0.18],
    [R, 0.18],
    [M, 0.287],
    [L, 0.393],
    [R, 0.393],
    [L, 0.607],
    [R, 0.607],
    [M, 0.713],
    [L, 0.82],
    [R, 0.82],
  ],
};

/** Pips of a Latin card, in columns that fill it. */
export function latinPips(n: number): { spots: Spot[]; size: number } {
  if (n === 1) return { spots: [[0.5, 0.5]], size: 0.62 };
  const columns = n <= 3 ? 1 : 2;
  const middle = columns === 2 && n % 2 === 1;
  const rows = columns === 1 ? n : Math.floor(n / 2);
  const spots: Spot[] = [];
  for (let row = 0; row < rows; row++) {
    const y = 0.17 + (rows === 1 ? 0.33 : (row * 0.66) / (rows - 1));
    for (let column = 0; column < columns; column++)
      spots.push([columns === 1 ? 0.5 : column ? 0.74 : 0.26, y]);
  }
  if (middle) spots.push([0.5, 0.5]);
  return { spots, size: columns === 1 ? 0.4 : n > 7 ? 0.27 : 0.31 };
}

/** Width to height of a card. */
export const ratioOf = (thing: Thing): number => RATIOS[thing.look?.face?.pack ?? "none"];
