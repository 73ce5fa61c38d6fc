// What tells seats apart beside their colours: a shape and a pattern, in a square of 30 around the middle.

export const SEAT_SHAPES = ["circle", "square", "triangle", "diamond", "hexagon", "star"] as const;

const PATHS: Record<(typeof SEAT_SHAPES)[number], string> = {
  circle: "M0-11A11 11 0 1 1 0 11 11 11 0 1 1 0-11z",
  square: "M-10-10H10V10H-10z",
  triangle: "M0-13L13 10H-13z",
  diamond: "M0-14L14 0 0 14-14 0z",
  hexagon: "M-6-11H6L12 0 6 11H-6L-12 0z",
  star: "M0-14L4-4 14-4 6 3 9 13 0 7-9 13-6 3-14-4-4-4z",
};

/** Lines of each pattern, in a square of so many units that is repeated; the first seat has none. */
export const PATTERNS = [
  { name: "plain", size: 8, path: "" },
  { name: "stripes", size: 8, path: "M-2 6L6-2M2 10L10 2" },
  { name: "dots", size: 8, path: "M4 2.4a1.6 1.6 0 1 1 0 3.2 1.6 1.6 0 0 1 0-3.2z" },
  { name: "checks", size: 8, path: "M0 2H4M4 6H8" },
  { name: "rings", size: 10, path: "M5 2a3 3 0 1 1 0 6 3 3 0 0 1 0-6z" },
  { name: "waves", size: 10, path: "M0 5Q2.5 1 5 5T10 5" },
] as const;

export const seatPath = (seat: number): string => PATHS[SEAT_SHAPES[seat % SEAT_SHAPES.length] ?? "circle"];

/** Seats whose colours come again have the next pattern. */
export function seatPattern(seat: number): string {
  const n = PATTERNS.length;
  const { name } = PATTERNS[(seat + Math.floor(seat / n)) % n] ?? PATTERNS[0];
  return `url(#seat-${name})`;
}
