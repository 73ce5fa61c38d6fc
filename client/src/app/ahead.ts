// Who was ahead in a match that is over: lines of what each seat could expect, and the moments at which that turned most.
// No browser.

/** What each seat could expect after so many moves, from 0 to 1. */
export interface Found {
  at: number;
  chances: readonly number[];
  /** It is known, as at the end. */
  certain: boolean;
}

/** From one moment to the next one that was looked at, the fortune of a seat has turned. */
export interface Turn {
  seat: number;
  from: number;
  to: number;
  was: number;
  is: number;
}

/** So many are told. */
const MOST_TURNS = 3;

/** Less than this is chance of who looks. */
const LEAST_TURN = 0.1;

/** Whoever looks thinks a little better of who is to move, or worse: of neighbours, each counts a quarter. What is known
 *  stays as it is. */
export function smoothed(found: readonly Found[]): Found[] {
  const around = (i: number, seat: number): number => {
    const own = found[i]!.chances[seat]!;
    const beside = [found[i - 1], found[i + 1]].map((other) => other?.chances[seat] ?? own);
    return own / 2 + beside[0]! / 4 + beside[1]! / 4;
  };
  return found.map((one, i) =>
    one.certain ? one : { ...one, chances: one.chances.map((_, seat) => around(i, seat)) },
  );
}

/** The largest turns, in the order of the match; of seats that turn alike, that of who gains. */
export function turnsOf(found: readonly Found[]): Turn[] {
  const turns = found.slice(1).map((now, i) => {
    const before = found[i]!;
    const by = now.chances.map((chance, seat) => chance - before.chances[seat]!);
    const most = Math.max(...by.map(Math.abs));
    const alike = (change: number) => Math.abs(Math.abs(change) - most) < 1e-6;
    const gains = by.findIndex((change) => alike(change) && change > 0);
    const seat = gains >= 0 ? gains : by.findIndex(alike);
    return { seat, from: before.at, to: now.at, was: before.chances[seat]!, is: now.chances[seat]! };
  });
  const size = ({ was, is }: Turn) => Math.abs(is - was);
  return turns
    .filter((turn) => size(turn) >= LEAST_TURN)
    .sort((a, b) => size(b) - size(a) || a.from - b.from)
    .slice(0, MOST_TURNS)
    .sort((a, b) => a.from - b.from);
}

export interface Frame {
  width: number;
  height: number;
  /** Room at each side for marks. */
  edge: number;
  /** How long the match was. */
  moves: number;
}

export const xOf = ({ width, edge, moves }: Frame, at: number): number =>
  edge + (moves > 0 ? at / moves : 0) * (width - 2 * edge);

export const yOf = ({ height, edge }: Frame, chance: number): number =>
  edge + (1 - chance) * (height - 2 * edge);

/** The line of a seat as the path of an SVG. */
export function pathOf(found: readonly Found[], seat: number, frame: Frame): string {
  const point = ({ at, chances }: Found) =>
    `${xOf(frame, at).toFixed(1)} ${yOf(frame, chances[seat] ?? 0).toFixed(1)}`;
  return found.length ? `M${found.map(point).join("L")}` : "";
}

/** The moment that was looked at nearest to a place across the graph; null where there is none. */
export function momentAt(found: readonly Found[], x: number, frame: Frame): number | null {
  const far = ({ at }: Found) => Math.abs(xOf(frame, at) - x);
  return (
    found.reduce<Found | null>((best, one) => (best && far(best) <= far(one) ? best : one), null)?.at ?? null
  );
}

/** What was found last before a moment, or at it. */
export const foundAt = (found: readonly Found[], at: number): Found | null =>
  found.findLast((one) => one.at <= at) ?? found[0] ?? null;

/** Moments that carry the mark of a seat on its line: some, and not the same for each seat. */
export const marked = (found: readonly Found[], seat: number, seats: number): Found[] => {
  const step = Math.max(1, Math.round(found.length / 6));
  return found.filter((_, i) => i % step === Math.floor((seat * step) / Math.max(1, seats)) % step);
};
