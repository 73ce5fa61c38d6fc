// What a bot would do in one's place, and by how much it would rather do that than something else. No DOM, no clock.

import type { Language } from "../model/legend";
import { type Part, partKey } from "../model/tree";
import { text } from "./text";

/** A move, and what the bot expects of it, from 0 to 1. */
export interface Hinted {
  path: readonly Part[];
  value: number;
}

/** In words: the best move, and the next one that reads otherwise with what is expected of both. */
export function hintOf(moves: readonly Hinted[], label: (part: Part) => string, language: Language): string {
  const said = ({ path }: Hinted) => path.map(label).join(" ");
  const [best, ...others] = moves;
  if (!best) return "";
  const what = said(best);
  const other = others.find((move) => said(move) !== what && keyOf(move) !== keyOf(best));
  if (!other) return text("hinted", language, { what });
  const [is, less] = [best, other].map(({ value }) => Math.round(value * 100)) as [number, number];
  const names = { what, other: said(other), is, less };
  return text(is > less ? "hintedOver" : "hintedLike", language, names);
}

const keyOf = ({ path }: Hinted): string => path.map(partKey).join();
