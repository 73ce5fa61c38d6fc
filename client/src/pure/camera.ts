// How large a table is shown in its window, and which part of it. No DOM, no clock.

import type { Box } from "./scene";

/** A table is shown as large as it was laid out, or up to so many times as large. */
export const [LEAST, MOST] = [1, 4];

export const bounded = (zoom: number): number => {
  const within = Math.min(MOST, Math.max(LEAST, zoom));
  // Almost as it was laid out is as it was laid out.
  return within < 1.04 ? LEAST : within;
};

/** The part of a table that is seen, in its own pixels. */
export interface Window extends Box {
  zoom: number;
}

/** How far to scroll, in pixels of the page, so that a point of the table stays where it is when the zoom changes. */
export function steady(
  window: Window,
  zoom: number,
  point: readonly [number, number],
): { left: number; top: number } {
  const [x, y] = point;
  return { left: x * zoom - (x - window.x) * window.zoom, top: y * zoom - (y - window.y) * window.zoom };
}

export type Side = "left" | "right" | "top" | "bottom";

const middleOf = ({ x, y, w, h }: Box): [number, number] => [x + w / 2, y + h / 2];

const isSeen = (window: Box, box: Box): boolean => {
  const [x, y] = middleOf(box);
  return x >= window.x && x <= window.x + window.w && y >= window.y && y <= window.y + window.h;
};

/** Beyond which sides of the window some of the boxes lie. */
export function beyond(window: Box, boxes: readonly Box[]): ReadonlySet<Side> {
  const sides = new Set<Side>();
  for (const [x, y] of boxes.map(middleOf)) {
    if (x < window.x) sides.add("left");
    if (x > window.x + window.w) sides.add("right");
    if (y < window.y) sides.add("top");
    if (y > window.y + window.h) sides.add("bottom");
  }
  return sides;
}

/** Where to look so that as much as can be of the boxes is seen; null where any of them is in sight already. */
export function sight(window: Window, boxes: readonly Box[]): { left: number; top: number } | null {
  if (boxes.length === 0 || boxes.some((box) => isSeen(window, box))) return null;
  const along = (from: number[], to: number[], room: number): number => {
    const [first, last] = [Math.min(...from), Math.max(...to)];
    // Where not all fit, the first of them are seen.
    return Math.min(first, (first + last - room) / 2);
  };
  return {
    left:
      window.zoom *
      along(
        boxes.map(({ x }) => x),
        boxes.map(({ x, w }) => x + w),
        window.w,
      ),
    top:
      window.zoom *
      along(
        boxes.map(({ y }) => y),
        boxes.map(({ y, h }) => y + h),
        window.h,
      ),
  };
}
