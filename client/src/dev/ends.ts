// How matches at random ended, in shares that can be added up. No DOM.

import type { Trial } from "./said";

export interface End {
  what: string;
  count: number;
}

/** Who won how often, and all other ends that there were; `names` are those of the seats. */
export function endsOf(trial: Trial, names: readonly string[]): End[] {
  const { wins, shared, draws, nobody, stuck, faults, unfinished } = trial;
  const others: End[] = [
    { what: "drawn", count: draws },
    { what: "nobody", count: nobody },
    { what: "went wrong", count: faults },
    { what: "stuck", count: stuck },
    { what: "without an end", count: unfinished },
    // These stand beside the sum: they are among the wins of each who shares.
    { what: "shared by several who won", count: shared },
  ];
  return [
    ...wins.map((count, i) => ({ what: names[i] ?? `${i}`, count })),
    ...others.filter(({ count }) => count > 0),
  ];
}

/** The share of `count` in `all`, in hundredths, and from where to where it may as well be, in 95 of 100 such trials. */
export function shareOf(count: number, all: number): { share: number; from: number; to: number } {
  if (all === 0) return { share: 0, from: 0, to: 100 };
  // After Wilson, Probable inference, the law of succession, and statistical inference, 1927.
  const z = 1.96;
  const p = count / all;
  const middle = p + z ** 2 / (2 * all);
  const reach = z * Math.sqrt((p * (1 - p)) / all + z ** 2 / (4 * all ** 2));
  const [from, to] = [middle - reach, middle + reach].map((x) => (100 * x) / (1 + z ** 2 / all));
  return { share: 100 * p, from: Math.max(0, from!), to: Math.min(100, to!) };
}

/** Whether some seats have won more often than chance explains, once in twenty trials of a fair game. */
export function isFair(wins: readonly number[]): boolean {
  const sum = wins.reduce((a, b) => a + b, 0);
  if (sum === 0) return true;
  const expected = sum / wins.length;
  const squares = wins.reduce((all, n) => all + (n - expected) ** 2 / expected, 0);
  // The square that chance exceeds so seldom, after Wilson and Hilferty.
  const free = 2 / (9 * (wins.length - 1));
  return squares <= (wins.length - 1) * (1 - free + 1.645 * Math.sqrt(free)) ** 3;
}
