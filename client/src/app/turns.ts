// Who moved when in a match that is over: for the marks below its slider, and for steps of whole turns. No browser.

/** By whom each move was, in order; null of what nobody chose. */
export type Movers = readonly (number | null)[];

export interface Run {
  seat: number | null;
  n: number;
}

/** Moves of one seat that follow each other are one. */
export function runsOf(movers: Movers): Run[] {
  const runs: Run[] = [];
  for (const seat of movers) {
    const last = runs.at(-1);
    if (last?.seat === seat) last.n++;
    else runs.push({ seat, n: 1 });
  }
  return runs;
}

/** The moments at which the move passes to somebody else, the beginning and the end among them. */
function bordersOf(movers: Movers): number[] {
  let at = 0;
  return [0, ...runsOf(movers).map(({ n }) => (at += n))];
}

/** Where every turn is one move, steps of whole turns are those of moves, and lead to the ends of the match instead. */
export const hasTurns = (movers: Movers): boolean => runsOf(movers).some(({ n }) => n > 1);

export const turnBefore = (movers: Movers, at: number): number =>
  (hasTurns(movers) && bordersOf(movers).findLast((border) => border < at)) || 0;

export const turnAfter = (movers: Movers, at: number): number =>
  (hasTurns(movers) && bordersOf(movers).find((border) => border > at)) || movers.length;
