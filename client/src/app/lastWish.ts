// What was chosen last for a game, kept in this browser.

import type { LastWish, Wish } from "./wish";

const nameOf = (game: string): string => `chosen ${game}`;

export function lastWish(game: string): LastWish {
  try {
    return JSON.parse(localStorage.getItem(nameOf(game)) ?? "{}") as LastWish;
  } catch {
    return {};
  }
}

export function keepWish(game: string, { players, options }: Wish): void {
  try {
    localStorage.setItem(nameOf(game), JSON.stringify({ players, options }));
  } catch {
    // A browser that keeps nothing chooses anew.
  }
}
