// How large the windows of six sizes are drawn so that they fit a room, side by side in lines. No DOM.

export const SIZES = [
  [320, 568],
  [390, 844],
  [768, 1024],
  [844, 390],
  [1280, 720],
  [1920, 1080],
] as const;

/** Between two of them, around all, and for the line above each, in pixels. */
const [GAP, EDGE, CAPTION] = [10, 8, 26];
/** No line of them is lower: then they are scrolled. */
const LEAST = 130;

/** All windows are as high as a line, but not wider than the room, nor larger than they are. */
const scaleAt = (line: number, room: number, [width, height]: readonly [number, number]): number =>
  Math.min(1, line / height, room / width);

/** By what each is multiplied; 0 for those that are not shown beside a large one. */
export function fitting(width: number, height: number, large: number | null): number[] {
  const room = Math.max(0, width - 2 * EDGE);
  const high = Math.max(LEAST, height - 2 * EDGE - CAPTION);
  if (large !== null) return SIZES.map((size, i) => (i === large ? scaleAt(high, room, size) : 0));
  // Wide windows are drawn lower than tall ones, as they are.
  const most = (line: number) =>
    SIZES.map((size) => Math.min(scaleAt(line, room, size), (line * 1.5) / size[0]));
  for (let line = high; line > LEAST; line -= 6) {
    const scales = most(line);
    if (heightOf(scales, room) <= height - 2 * EDGE) return scales;
  }
  return most(LEAST);
}

/** Of all lines, as they are broken. */
function heightOf(scales: readonly number[], room: number): number {
  let [x, total, line] = [0, 0, 0];
  SIZES.forEach(([w, h], i) => {
    const [width, height] = [w * scales[i]!, h * scales[i]! + CAPTION];
    if (x > 0 && x + width > room) {
      total += line;
      [x, line] = [0, 0];
    }
    x += width + GAP;
    line = Math.max(line, height);
  });
  return total + line;
}
