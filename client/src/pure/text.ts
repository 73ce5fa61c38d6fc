// What the page says itself, in the language of whoever reads it; games bring their own words. No DOM, no clock.

import { TONGUES } from "../languages/all";
import type { TextKey } from "../languages/en";
import type { Language } from "../model/legend";

export type { TextKey };

/** A text of the page, with what stands in braces filled in. */
export function text(key: TextKey, language: Language, args: Record<string, string | number> = {}): string {
  return TONGUES[language].text[key].replace(/\{(\w+)\}/g, (_, name: string) => String(args[name] ?? ""));
}

/** What a kind of games is called; one that is not known here has its own name. */
export const genreName = (genre: string, language: Language): string =>
  Object.hasOwn(TONGUES[language].genres, genre) ? TONGUES[language].genres[genre]! : genre;

const BOTS: Readonly<Record<string, TextKey>> = {
  random: "botRandom",
  easy: "botEasy",
  medium: "botMedium",
  hard: "botHard",
};

/** What a bot is called; one that is not known here has its own name. */
export const botName = (bot: string, language: Language): string => {
  const key = Object.hasOwn(BOTS, bot) ? BOTS[bot] : undefined;
  return key ? text(key, language) : bot;
};

/** Names as one speaks them: `A, B and C`. */
export function listed(names: readonly string[], language: Language): string {
  if (names.length < 2) return names[0] ?? "";
  return names.slice(0, -1).join(", ") + TONGUES[language].and + names[names.length - 1];
}
