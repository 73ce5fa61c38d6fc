// What of a throw was used already, where the rules keep what is left of it. No DOM, no clock.

export interface Die {
  value: number;
  isUsed: boolean;
}

/**
 * The dice of a throw in its order, then others that are still to be used, as where doubles count twice. Where nothing
 * is known of what is left, none was used.
 */
export function diceOf(thrown: readonly number[], left: readonly number[] | null): Die[] {
  if (left === null) return thrown.map((value) => ({ value, isUsed: false }));
  const rest = [...left];
  const dice = thrown.map((value): Die => {
    const at = rest.indexOf(value);
    if (at >= 0) rest.splice(at, 1);
    return { value, isUsed: at < 0 };
  });
  return [...dice, ...rest.map((value) => ({ value, isUsed: false }))];
}
