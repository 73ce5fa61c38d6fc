// What is drawn at the sides of a tile whose look names a sign for each, from the north round. A path is that of the
// north side, in a square of 100.

export interface Side {
  path: string;
  fill: string;
  /** Somebody stands there. */
  isHeld: boolean;
}

const DRAWN: Record<string, { path: string; fill: string }> = {
  town: { path: "M2 2H98L66 34Q50 44 34 34z", fill: "#a8623a" },
  lane: { path: "M43 1H57V50A7 7 0 0 1 43 50z", fill: "#f3e7c8" },
  field: { path: "", fill: "none" },
};

/** Null where these are not signs of four sides. */
export function sidesOf(corners: readonly string[]): Side[] | null {
  if (corners.length !== 4) return null;
  const all = corners.map((corner) => {
    const [, held, name] = /^:(held-)?([a-z]+):$/.exec(corner) ?? [];
    const found = name && Object.hasOwn(DRAWN, name) ? DRAWN[name] : undefined;
    return found ? { ...found, isHeld: held !== undefined } : null;
  });
  return all.every((side) => side !== null) ? all : null;
}
