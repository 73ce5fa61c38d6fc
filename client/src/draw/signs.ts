// Signs that are drawn rather than typeset, so that no font decides how they look: chess pieces, suits, dice, and those
// between colons. Each is a path in a square of 100.

export interface Sign {
  path: string;
  /** Drawn with lines rather than filled. */
  isLine?: boolean;
}

const CHESS: Record<string, string> = {
  king: "M46 8h8v8h8v8h-8v9c14-10 34-4 34 14 0 14-12 22-18 31v8H30v-8c-6-9-18-17-18-31 0-18 20-24 34-14v-9h-8v-8h8zM28 82h44v10H28z",
  queen:
    "M12 26a6 6 0 1 1 8 6l10 26 4-34a6 6 0 1 1 8 0l8 32 8-32a6 6 0 1 1 8 0l4 34 10-26a6 6 0 1 1 8 6l-14 44H26zM26 76h48v6H26zM22 84h56v8H22z",
  rook: "M24 14h12v10h9V14h10v10h9V14h12v22l-9 8v26l7 8H28l7-8V44l-9-8zM22 80h56v12H22z",
  bishop:
    "M50 8a6 6 0 0 1 4 10c12 9 20 20 20 32 0 9-4 15-9 19v7H35v-7c-5-4-9-10-9-19 0-12 8-23 20-32a6 6 0 0 1 4-10zM47 34v8h-8v6h8v14h6V48h8v-6h-8v-8zM30 78h40v5H30zM22 85h56v7H22z",
  knight:
    "M36 8l6 9c24 2 38 20 38 47 0 6-1 9-2 14H30c0-16 16-22 18-36-7 5-12 7-20 9-3 4-8 5-12 1-4-4-3-9 1-13l13-19c1-3 3-5 6-6zM24 82h58v10H24z",
  pawn: "M50 14a15 15 0 0 1 9 27c9 4 13 12 13 20 0 6-2 11-6 15H34c-4-4-6-9-6-15 0-8 4-16 13-20a15 15 0 0 1 9-27zM24 80h52v12H24z",
};

const SUITS: Record<string, string> = {
  hearts: "M50 90C20 64 8 50 8 33a21 21 0 0 1 42-6 21 21 0 0 1 42 6c0 17-12 31-42 57z",
  diamonds: "M50 6l34 44-34 44-34-44z",
  spades:
    "M50 6c10 18 40 30 40 54a18 18 0 0 1-35 6c1 14 5 22 11 28H34c6-6 10-14 11-28a18 18 0 0 1-35-6C10 36 40 24 50 6z",
  clubs:
    "M50 6a20 20 0 0 1 15 33 20 20 0 1 1-10 30c1 12 5 19 11 25H34c6-6 10-13 11-25a20 20 0 1 1-10-30A20 20 0 0 1 50 6z",
};

const NAMED: Record<string, Sign> = {
  cups: {
    path: "M22 10h56c0 26-8 42-22 46v14c10 2 16 6 18 16H26c2-10 8-14 18-16V56C30 52 22 36 22 10zM30 18c1 12 4 22 9 28V18z",
  },
  coins: {
    path: "M50 6a44 44 0 1 1 0 88 44 44 0 0 1 0-88zm0 10a34 34 0 1 0 0 68 34 34 0 0 0 0-68zm0 8l7 17 18-4-9 15 12 13-18 1-3 18-7-16-7 16-3-18-18-1 12-13-9-15 18 4z",
  },
  swords: { path: "M50 2l7 12v48h17v9H57v8c4 2 6 5 6 8a13 13 0 0 1-26 0c0-3 2-6 6-8v-8H26v-9h17V14z" },
  batons: {
    path: "M40 8c4-6 16-6 20 0 2 8-1 13 0 18l10-6c5 3 5 9 1 12l-11 6c1 8-2 14-2 22l10-4c5 3 4 9 0 12l-10 4 2 22H40l2-34-11 4c-5-3-5-9-1-12l12-5c0-6-2-10-2-16l-9 3c-5-2-5-8-1-11l10-5z",
  },
  flag: { path: "M20 6h8v6h56l-14 20 14 20H28v42h-8z" },
  house: { path: "M50 10l44 38H80v42H58V62H42v28H20V48H6z" },
  gem: {
    path: "M28 14h44l22 26-44 50L6 40zM34 22L20 38h18zm32 0L62 38h18zM50 22l-9 16h18zM38 46H22l22 26zm24 0L56 72l22-26z",
  },
  disc: { path: "M50 8a42 42 0 1 1 0 84 42 42 0 0 1 0-84zm0 12a30 30 0 1 0 0 60 30 30 0 0 0 0-60z" },
  hexagon: { path: "M50 6l38 22v44L50 94 12 72V28z" },
  dice: {
    path: "M20 10h60a10 10 0 0 1 10 10v60a10 10 0 0 1-10 10H20a10 10 0 0 1-10-10V20a10 10 0 0 1 10-10zm10 12a9 9 0 1 0 0 18 9 9 0 0 0 0-18zm20 19a9 9 0 1 0 0 18 9 9 0 0 0 0-18zm20 19a9 9 0 1 0 0 18 9 9 0 0 0 0-18z",
  },
};

const CHESS_SIGNS = "♔♕♖♗♘♙♚♛♜♝♞♟";
const CHESS_NAMES = ["king", "queen", "rook", "bishop", "knight", "pawn"] as const;

export interface Drawn extends Sign {
  /** Chess pieces come light and dark; others take the ink around them. */
  tone?: "light" | "dark";
}

/** What is drawn for a symbol, or null where it is to be written. */
export function drawn(symbol: string | undefined): Drawn | null {
  if (!symbol) return null;
  const chess = CHESS_SIGNS.indexOf(symbol);
  if (chess >= 0) {
    return { path: CHESS[CHESS_NAMES[chess % 6]!]!, tone: chess < 6 ? "light" : "dark" };
  }
  const suit = {
    "♥": "hearts",
    "♡": "hearts",
    "♦": "diamonds",
    "♢": "diamonds",
    "♠": "spades",
    "♤": "spades",
    "♣": "clubs",
    "♧": "clubs",
  }[symbol];
  if (suit) return { path: SUITS[suit]! };
  const name = /^:([a-z-]+):$/.exec(symbol)?.[1];
  return name ? (NAMED[name] ?? null) : null;
}

/** What is written for a symbol that is not drawn. */
export function written(symbol: string): string {
  const name = /^:([a-z-]+):$/.exec(symbol)?.[1];
  return name ? name.slice(0, 3) : symbol;
}

export const suitPath = (name: keyof typeof SUITS): string => SUITS[name]!;
/** What may stand between colons. */
export const SIGN_NAMES = Object.keys(NAMED);
export const sign = (name: string): Sign | null => NAMED[name] ?? null;

/** The pips of a die, by number, in a square of 100. */
export const PIPS: Record<number, [number, number][]> = {
  1: [[50, 50]],
  2: [
    [28, 28],
    [72, 72],
  ],
  3: [
    [26, 26],
    [50, 50],
    [74, 74],
  ],
  4: [
    [28, 28],
    [72, 28],
    [28, 72],
    [72, 72],
  ],
  5: [
    [27, 27],
    [73, 27],
    [50, 50],
    [27, 73],
    [73, 73],
  ],
  6: [
    [28, 25],
    [72, 25],
    [28, 50],
    [72, 50],
    [28, 75],
    [72, 75],
  ],
};
