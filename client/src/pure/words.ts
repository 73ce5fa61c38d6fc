// Names and numbers of rules as one reads them. No DOM, no clock.

export const number = (n: number): string =>
  Number.isInteger(n) ? String(n) : n.toFixed(2).replace(/0+$/, "");

/** `mayCastle` as `may castle`. */
export const words = (name: string): string =>
  name.replace(/([a-z0-9])([A-Z])/g, (_, a: string, b: string) => `${a} ${b.toLowerCase()}`);
