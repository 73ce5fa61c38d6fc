// The areas of the seats: the others above, one's own below, and one's own hand. No DOM, no clock.

import { EDGE, type Flow, flow, GAP, inner, type Lot, type Placed } from "./lots";

export const PANEL = 30;

export interface SeatArea {
  seat: number;
  x: number;
  w: number;
  y: number;
  h: number;
  flow: Flow;
}

/** The areas of the other seats, in columns from the left. */
export function otherAreas(lots: Lot[], seats: number[], u: number, width: number): SeatArea[] {
  if (seats.length === 0) return [];
  const perRow = Math.max(1, Math.min(seats.length, Math.floor(width / (width < 700 ? 116 : 168))));
  const w = (width - (perRow - 1) * GAP) / perRow;
  const areas: SeatArea[] = [];
  let y = EDGE;
  for (let i = 0; i < seats.length; i += perRow) {
    const line = seats.slice(i, i + perRow).map((seat, column): SeatArea => {
      const own = lots.filter((lot) => lot.zone.owner === seat).map(asOther);
      const f = flow(own, Math.max(26, Math.min(60, u * 0.55)), w - 12, "left");
      return { seat, x: EDGE + column * (w + GAP), w, y, h: PANEL + (f.h ? f.h + 10 : 0), flow: f };
    });
    const h = Math.max(...line.map((a) => a.h));
    for (const area of line) areas.push({ ...area, h });
    y += h + GAP;
  }
  return areas;
}

/** Of another's hand only the backs are seen: one with a number. */
function asOther(lot: Lot): Lot {
  const isOpen = lot.all.length > 0 && lot.all.every((id) => id !== null);
  return lot.role === "hand" ? { ...lot, role: isOpen ? "fan" : "stack" } : lot;
}

export function ownArea(lots: Lot[], seat: number, u: number, width: number): SeatArea {
  const own = lots.filter(
    (lot) => lot.zone.owner === seat && !(lot.role === "hand" && lot === mainHand(lots, seat)),
  );
  const f = flow(own, Math.max(32, u * 0.72), width - 12, "left");
  return { seat, x: EDGE, w: width, y: 0, h: PANEL + (f.h ? f.h + 10 : 0), flow: f };
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
