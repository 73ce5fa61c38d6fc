// What was noted last, by name, and no more than that: for what there may be without end, such as sizes of a window.

/** So many are enough for all sizes that a window comes back to. */
const MOST = 20;

/** With one more, as the newest; the oldest ones go where there are too many. */
export function withLatest<T>(all: ReadonlyMap<string, T>, name: string, value: T): ReadonlyMap<string, T> {
  const others = [...all].filter(([other]) => other !== name);
  return new Map([...others.slice(-MOST + 1), [name, value]]);
}
