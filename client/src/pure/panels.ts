// The areas of the seats: the others above, one's own below, and one's own hand. No DOM, no clock.

import { type Context, EDGE, type Flow, flow, GAP, inner, type Lot, type Placed } from "./lots";
import { countersOf } from "./memory";

/** The height of the line with name and score, and of each line of counters below it. */
const LINE = 30;
const COUNTERS = 19;
/** The room of the button that sorts the hand, at the end of the line. */
const SORTING = 38;
/** How far zones stay from the edge of their panel. */
export const INSET = 12;

export interface SeatArea {
  seat: number;
  x: number;
  w: number;
  y: number;
  h: number;
  /** The height of what stands above its zones: name, score and counters. */
  head: number;
  flow: Flow;
}

/** The areas of the other seats, in columns from the left. */
export function otherAreas(
  context: Context,
  lots: Lot[],
  seats: number[],
  u: number,
  width: number,
): SeatArea[] {
  if (seats.length === 0) return [];
  const perRow = Math.max(1, Math.min(seats.length, Math.floor(width / (width < 700 ? 116 : 168))));
  const w = (width - (perRow - 1) * GAP) / perRow;
  const areas: SeatArea[] = [];
  let y = EDGE;
  for (let i = 0; i < seats.length; i += perRow) {
    const line = seats.slice(i, i + perRow).map((seat, column): SeatArea => {
      const own = lots.filter((lot) => lot.zone.owner === seat).map(asOther);
      const f = flow(own, Math.max(26, Math.min(60, u * 0.55)), w - 2 * INSET, "left");
      return { seat, x: EDGE + column * (w + GAP), w, y, ...heights(context, seat, w, f), flow: f };
    });
    const h = Math.max(...line.map((a) => a.h));
    const head = Math.max(...line.map((a) => a.head));
    for (const area of line) areas.push({ ...area, head, h: h + head - area.head });
    y += Math.max(...areas.slice(-line.length).map((a) => a.h)) + GAP;
  }
  return areas;
}

function heights(context: Context, seat: number, w: number, f: Flow): { head: number; h: number } {
  const head = LINE + COUNTERS * counterLines(context, seat, w);
  return { head, h: head + (f.h ? f.h + 10 : 0) };
}

/** How many lines the counters of a seat need below its name; none where they stand beside it. */
function counterLines(context: Context, seat: number, w: number): number {
  const piles = context.piles?.filter(({ zone }) => zone.owner === seat) ?? [];
  const counted = context.memory.most.get(countersOf(seat)) ?? 0;
  const all = counted + piles.reduce((sum, { title }) => sum + title.length * 6.1 + 26, 0);
  const name = context.setting.seats[seat]?.name ?? "";
  if (all === 0 || all <= w - 100 - name.length * 8) return 0;
  return Math.min(3, Math.ceil((all * 1.1) / (w - 24)));
}

/** So many cards of another at most lie side by side while some of them are not known. */
const MOST_OPEN = 8;

/**
 * Of another's hand only the backs are seen: one with a number. Where all of it is known, or some of a few cards, they lie
 * side by side with room for those that are there and not for all that were; those that are known lie behind the backs, so
 * they move when the others become known.
 */
function asOther(lot: Lot): Lot {
  if (lot.role !== "hand") return lot;
  const known = lot.all.filter((id) => id !== null);
  const isFew = lot.all.length <= MOST_OPEN;
  const isOpen = known.length === lot.all.length ? known.length > 1 : known.length > 0 && isFew;
  if (!isOpen) return { ...lot, role: "stack" };
  const all = [...lot.all.filter((id) => id === null), ...known];
  return { ...lot, role: "fan", n: all.length, all, isPileElse: true };
}

export function ownArea(context: Context, lots: Lot[], seat: number, u: number, width: number): SeatArea {
  const hand = mainHand(lots, seat);
  const own = lots.filter((lot) => lot.zone.owner === seat && lot !== hand);
  // Narrower than any card is tried they are where what is in the middle would have to give way.
  const least = u < 36 ? 26 : 32;
  const f = flow(own, Math.max(least, u * (hand ? 0.72 : 0.9)), width - 2 * INSET, "left");
  const line = width - (hand ? SORTING : 0);
  return { seat, x: EDGE, w: width, y: 0, ...heights(context, seat, line, f), flow: f };
}

function mainHand(lots: Lot[], seat: number): Lot | null {
  const hands = lots.filter((lot) => lot.zone.owner === seat && lot.role === "hand");
  return (
    hands.find((lot) => lot.zone.layout === "fan") ??
    hands.reduce<Lot | null>((a, b) => (!a || b.n > a.n ? b : a), null)
  );
}

export function ownHand(lots: Lot[], seat: number, u: number, width: number): Placed | null {
  const lot = mainHand(lots, seat);
  if (!lot) return null;
  const size = inner(lot, u, width);
  return { lot, u, x: 0, y: 0, w: Math.min(width, size.w), h: size.h + 6 };
}
