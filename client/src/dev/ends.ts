// How matches at random ended, in shares that can be added up. No DOM.

import type { Trial } from "./said";

export interface End {
  what: string;
  count: number;
}

/** Who won how often, and all other ends that there were; `names` are those of the seats. */
export function endsOf(trial: Trial, names: readonly string[]): End[] {
  const { wins, shared, nobody, stuck, faults, unfinished } = trial;
  const drawn = drawnOf(trial);
  const others: End[] = [
    { what: "drawn", count: drawn ?? 0 },
    { what: "nobody", count: nobody },
    { what: "without an end", count: stuck + faults + unfinished },
    // These stand beside the sum: they are among the wins of each who shares.
    { what: "shared by several who won", count: shared },
  ];
  return [
    ...wins.map((count, i) => ({ what: names[i] ?? `${i}`, count })),
    ...others.filter(({ count }) => count > 0),
  ];
}

/**
 * Matches whose first place all share, which nobody is said to have won. Of three players two share where several do but
 * not all; of more it is not told how many, and null.
 */
function drawnOf({ games, wins, shared, nobody, stuck, faults, unfinished }: Trial): number | null {
  if (shared > 0 && wins.length > 3) return null;
  const won = wins.reduce((sum, n) => sum + n, 0) - shared;
  return Math.max(0, games - won - nobody - stuck - faults - unfinished);
}
