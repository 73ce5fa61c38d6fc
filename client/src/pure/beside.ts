// Where something is laid over a table so that it covers least of it. No DOM, no clock.

import type { Box } from "./scene";

/** Between it and what it is about. */
const GAP = 12;

/** How much of one another two boxes cover, in square pixels. */
export const overlap = (a: Box, b: Box): number =>
  Math.max(0, Math.min(a.x + a.w, b.x + b.w) - Math.max(a.x, b.x)) *
  Math.max(0, Math.min(a.y + a.h, b.y + b.h) - Math.max(a.y, b.y));

/** So much more counts what is wanted now, and so much what it is about, than another box. */
const [WANTED, ABOUT] = [8, 20];

/**
 * A place for something of that size inside a frame, beside a point and off the boxes, as far as that can be; what it is
 * about counts for more than all others, and so does what is `wanted`: what is asked, and what names and numbers stand on.
 */
export function beside(
  size: { w: number; h: number },
  point: readonly [number, number],
  frame: Box,
  boxes: readonly Box[],
  wanted: readonly Box[] = [],
): Box {
  const [x, y] = point;
  const about = boxes.filter((box) => overlap(box, { x: x - 1, y: y - 1, w: 2, h: 2 }) > 0);
  const around: Box = about.length
    ? {
        x: Math.min(...about.map((box) => box.x)),
        y: Math.min(...about.map((box) => box.y)),
        w: 0,
        h: 0,
      }
    : { x, y, w: 0, h: 0 };
  const right = Math.max(x, ...about.map((box) => box.x + box.w));
  const bottom = Math.max(y, ...about.map((box) => box.y + box.h));
  const within = (from: number, room: number, least: number, most: number) =>
    Math.max(least, Math.min(from, most - room));
  const xs = [
    right + GAP,
    around.x - size.w - GAP,
    frame.x + 4,
    frame.x + frame.w - size.w - 4,
    x - size.w / 2,
  ];
  const ys = [
    y - size.h / 2,
    around.y - size.h - GAP,
    bottom + GAP,
    frame.y + 4,
    frame.y + frame.h - size.h - 4,
  ];
  const all = xs.flatMap((left) =>
    ys.map(
      (top): Box => ({
        ...size,
        x: within(left, size.w, frame.x, frame.x + frame.w),
        y: within(top, size.h, frame.y, frame.y + frame.h),
      }),
    ),
  );
  const covered = (box: Box, all: readonly Box[]) => all.reduce((sum, other) => sum + overlap(box, other), 0);
  const far = (box: Box) => Math.hypot(box.x + box.w / 2 - x, box.y + box.h / 2 - y);
  const cost = (box: Box) =>
    covered(box, boxes) +
    WANTED * covered(box, wanted) +
    ABOUT * covered(box, about) +
    // Of places that cover as much, the nearest.
    far(box) * 4;
  return all.reduce((best, box) => (cost(box) < cost(best) ? box : best));
}
