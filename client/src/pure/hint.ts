// What a bot would do in one's place, and by how much it would rather do that than something else. No DOM, no clock.

import type { Language } from "../model/legend";
import type { Part } from "../model/tree";
import { text } from "./text";

/** A move, and what the bot expects of it, from 0 to 1. */
export interface Hinted {
  path: readonly Part[];
  value: number;
}

/**
 * In words: the move that the bot would make, which comes first, and the next one that reads otherwise, with what it
 * expects of both. A bot may prefer a move of which it expects less and has tried more: then that one alone.
 */
export function hintOf(moves: readonly Hinted[], label: (part: Part) => string, language: Language): string {
  const said = ({ path }: Hinted) => path.map(label).filter(Boolean).join(" ");
  const [best, ...others] = moves;
  if (!best) return "";
  const what = said(best);
  const other = others.find((move) => said(move) !== what);
  const percent = ({ value }: Hinted) => Math.round(value * 100);
  if (!other || percent(other) > percent(best)) return text("hinted", language, { what });
  const names = { what, other: said(other), is: percent(best), less: percent(other) };
  return text(percent(best) > percent(other) ? "hintedOver" : "hintedLike", language, names);
}
