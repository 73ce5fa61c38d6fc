// Where words about a table stand on it so that they hide nothing of what they are about. No DOM, no clock.

import { overlap } from "./beside";
import type { Box } from "./scene";

/** How far places that are tried stand from one another, in pixels. */
const STEP = 6;
/** So much more than another thing counts what the words are about. */
const ABOUT = 50;
/** What a pixel further up counts, as pixels that are covered. */
const HEIGHT = 0.5;

/**
 * The place for words of a size in a room: off what they are about, over as little else as can be, and low rather than high.
 */
export function aside(
  size: { w: number; h: number },
  room: Box,
  about: readonly Box[],
  others: readonly Box[],
): { x: number; y: number } {
  const lowest = Math.max(room.y, room.y + room.h - size.h);
  const xs = [room.x, room.x + (room.w - size.w) / 2, room.x + room.w - size.w].map((x) =>
    Math.max(room.x, x),
  );
  let best = { x: xs[0]!, y: lowest };
  let least = Number.POSITIVE_INFINITY;
  for (let y = lowest; y >= room.y; y -= STEP) {
    for (const x of xs) {
      const box = { ...size, x, y };
      const covered = (all: readonly Box[]) => all.reduce((sum, one) => sum + overlap(box, one), 0);
      const cost = ABOUT * covered(about) + covered(others) + HEIGHT * (lowest - y);
      if (cost < least) [best, least] = [{ x, y }, cost];
    }
  }
  return best;
}
