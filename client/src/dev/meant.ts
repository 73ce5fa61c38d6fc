// Choices that are made again under other rules and come to mean something else: they read the same, and the log of them
// does not. It knows no table.

import type { Entry, LoggedValue } from "../model/table";

export interface Otherwise {
  /** The how manyth choice of those that were told. */
  at: number;
  was: string;
  is: string;
}

/** What was chosen, in words; numbers of things say nothing, they may be counted otherwise. */
function meant(value: LoggedValue): string {
  if (value === null) return "nothing";
  if (Array.isArray(value)) return value.map((one) => meant(one as LoggedValue)).join(", ");
  if ("thing" in value) return "text" in value ? value.text : "something";
  if ("nth" in value) return meant(value.nth[1]);
  if ("tile" in value) return value.tile[1];
  if ("zone" in value) return value.zone[0];
  if ("case" in value) return value.case[1];
  return `${Object.values(value)[0]}`;
}

const chosen = (log: readonly Entry[]): Entry[] =>
  log.filter(({ by, args }) => by !== undefined && args !== undefined);
const inWords = ({ args }: Entry): string =>
  Object.values(args ?? {})
    .map(meant)
    .join(", ");

/** The first choice that both logs tell, of the same seat, in which something else was chosen. */
export function otherwise(before: readonly Entry[], now: readonly Entry[]): Otherwise | null {
  const [was, is] = [chosen(before), chosen(now)];
  for (let i = 0; i < Math.min(was.length, is.length); i++) {
    const [old, made] = [was[i]!, is[i]!];
    if (old.by !== made.by) return null;
    if (inWords(old) !== inWords(made)) return { at: i + 1, was: inWords(old), is: inWords(made) };
  }
  return null;
}
