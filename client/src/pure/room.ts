// For how much room a table is laid out, so that it stays where it is while what stands below it grows and shrinks.
// No DOM, no clock.

/** The area of a table on the page, in pixels. */
interface Area {
  width: number;
  height: number;
}

export interface Room extends Area {
  /** The tallest area of this width that was seen. */
  most: number;
}

/** So much of the tallest area is laid out at least; less is a keyboard, or something else that goes again. */
const LEAST = 0.82;

/**
 * The room after an area was seen: the least height that it had lately. Whoever waits for a question sees the table where
 * it is once the question stands below it. The same room comes back where nothing is different.
 */
export function roomAfter(before: Room | null, { width, height }: Area): Room {
  if (before?.width !== width) return { width, height, most: height };
  const most = Math.max(before.most, height);
  const least = most * LEAST;
  if (height < least || before.height < least) return same(before, { width, height, most });
  return same(before, { width, height: Math.min(before.height, height), most });
}

const same = (before: Room, now: Room): Room =>
  before.height === now.height && before.most === now.most ? before : now;
