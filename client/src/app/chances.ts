// What seats may expect of a match, from 0 to 1 each, as parts of a whole. No browser.

export interface Share {
  seat: number;
  /** Of a hundred. */
  percent: number;
}

/** Where all win or lose together, or nobody may expect anything, all have the same share. */
export function sharesOf(chances: readonly number[]): Share[] {
  const all = chances.reduce((sum, chance) => sum + chance, 0);
  const share = (chance: number) => (all > 0 ? chance / all : 1 / chances.length);
  return chances.map((chance, seat) => ({ seat, percent: Math.round(100 * share(chance)) }));
}
