// The number keys of buttons: each keeps its own as long as it can, whatever stands before it. No DOM, no clock.

export class Numbering {
  readonly #most: number;
  /** By what a button chooses, the number that it had last. */
  readonly #had = new Map<string, number>();

  constructor(most = 9) {
    this.#most = most;
  }

  /** A number for each, none twice; null where there are too many. */
  of(keys: readonly string[]): (number | null)[] {
    const taken = new Set<number>();
    const kept = keys.map((key) => {
      const before = this.#had.get(key);
      if (before === undefined || taken.has(before)) return null;
      taken.add(before);
      return before;
    });
    const all = Array.from({ length: this.#most }, (_, i) => i + 1);
    const others = new Set(this.#had.values());
    return keys.map((key, i) => {
      const number =
        kept[i] ?? all.find((n) => !taken.has(n) && !others.has(n)) ?? all.find((n) => !taken.has(n)) ?? null;
      if (number === null) return null;
      taken.add(number);
      this.#had.set(key, number);
      return number;
    });
  }
}
