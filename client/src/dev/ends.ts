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
    { what: "without an end", count: stuck + faults + unfinished },
    // These stand beside the sum: they are among the wins of each who shares.
    { what: "shared by several who won", count: shared },
  ];
  return [
    ...wins.map((count, i) => ({ what: names[i] ?? `${i}`, count })),
    ...others.filter(({ count }) => count > 0),
  ];
}
