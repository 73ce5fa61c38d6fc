// What happened, as sentences: who did what, in the words of the game where it has some, else the title of the action
// and what was chosen. No DOM, no clock.

import type { Language, Legend, Says } from "../model/legend";
import type { Made, Step, Thing } from "../model/table";
import { titleOf, words } from "./facts";

/** One move, as it is told. */
export interface Entry {
  made: Made;
  /** How the seats are called. */
  names: readonly string[];
  /** What became known by it: names a card that nobody knew before it was played. */
  trace?: readonly Step[];
}

const OWN_WORDS: Record<
  Language,
  { answers: string; sealed: string; yes: string; no: string; none: string }
> = {
  en: { answers: "answers", sealed: "has chosen", yes: "yes", no: "no", none: "nothing" },
  it: { answers: "risponde", sealed: "ha scelto", yes: "sì", no: "no", none: "niente" },
};

export function say(legend: Legend, entry: Entry, language: Language): string {
  const { made, names } = entry;
  const who = names[made.seat] ?? `${made.seat + 1}`;
  const own = OWN_WORDS[language];
  if (made.action === null) {
    const answer = Object.values(made.inputs ?? {}).map((value) => inWords(value, entry, language));
    return answer.length ? `${who} ${own.answers} ${answer.join(", ")}` : `${who} ${own.sealed}`;
  }
  const sentence = legend.looks.sentences?.find((s) => s.action === made.action);
  const parts = sentence?.languages?.[language] ?? sentence?.says;
  if (parts) return `${who} ${told(parts, entry, language)}`;
  const inputs = Object.values(made.inputs ?? {}).map((value) => inWords(value, entry, language));
  const title = legend.actions.find((a) => a.name === made.action)?.title ?? words(made.action);
  return [`${who}: ${title}`, ...inputs].join(" ");
}

function told(parts: Says, entry: Entry, language: Language): string {
  const all = parts.map((part) =>
    typeof part === "string" ? part : inWords(entry.made.inputs?.[part.input] ?? null, entry, language),
  );
  return all.join("").trim();
}

function inWords(value: unknown, entry: Entry, language: Language): string {
  const own = OWN_WORDS[language];
  if (value === null || value === undefined) return own.none;
  if (typeof value === "boolean") return value ? own.yes : own.no;
  if (Array.isArray(value)) return value.map((v) => inWords(v, entry, language)).join(", ") || own.none;
  if (typeof value === "object") {
    const {
      text,
      place,
      zone,
      class: of,
    } = value as {
      text?: string;
      place?: unknown;
      zone?: string;
      class?: string | null;
    };
    const shown = of === null ? shownBy(entry.trace ?? []) : null;
    if (shown) return titleOf(shown);
    return text ?? zone ?? (typeof place === "string" ? place : "");
  }
  return String(value);
}

/** The first thing that a trace makes known. */
function shownBy(trace: readonly Step[]): Thing | null {
  for (const step of trace) {
    if (step.do === "move" && step.thing?.class) return step.thing;
  }
  return null;
}
