// What is asked, in words: for eyes in the bar, and for ears in one sentence. It draws nothing and picks nothing.

import { isOutOfTurn, type Table } from "../model/table";
import type { Ask } from "../model/tree";
import { label, promptFor, type Words } from "../pure/label";
import type { Offer } from "../pure/offer";
import { text } from "../pure/text";

/** A question as it stands. */
interface Seen {
  open: Ask | null;
  now: Offer | null;
  hasPicks: boolean;
  words: Words;
  /** The table of now, also where one looks back. */
  table: Table;
  seat: number | null;
  /** What is said while nothing is asked. */
  status: string;
  /** Which moment is looked back at. */
  past: { at: number; all: number } | null;
  /** What the rules say, with the names of those who sit there. */
  inNames: (said: string) => string;
}

export class Asking {
  readonly #seen: () => Seen;

  constructor(seen: () => Seen) {
    this.#seen = seen;
  }

  /** The prompt of what is asked next. */
  prompt = $derived.by((): string | null => {
    const { open, now, hasPicks, words, table, seat, inNames } = this.#seen();
    const sentence = now?.sentence.map((blank) => blank.part) ?? [];
    const at = now?.next ?? null;
    const isMove = at !== null && open?.ask.kind === "move";
    const own = isMove ? promptFor(words.roles, sentence, at, words.language, hasPicks) : null;
    const asked = now?.prompt ?? own ?? open?.ask.prompt;
    if (asked) return inNames(asked);
    return isOutOfTurn(table, seat) ? text("yourChoice", words.language) : null;
  });

  /** What asks in the middle of an effect: a thing that is known glows, and its name stands before the prompt. */
  by = $derived.by((): string | null => {
    const { open, words } = this.#seen();
    if (!open || open.ask.kind === "move") return null;
    return open.ask.of ? label(open.ask.of, words).text : "";
  });

  /** What is picked so far, and what is asked, or what is waited for. */
  aloud = $derived.by((): string => {
    const { now, hasPicks, words, status, past } = this.#seen();
    const { language } = words;
    if (past) return text("lookingBack", language, past);
    if (!now) return status === "…" ? "" : status;
    const filled = now.sentence.filter(
      ({ part, isForced, isAuto }) => part !== null && !isAuto && (hasPicks || isForced),
    );
    const what = filled.map(({ part }) => label(part, words).text).join(", ");
    if (hasPicks && (now.path ?? now.wanted)) return text("playIt", language, { what });
    const asked = [this.by, this.prompt ?? text("yourTurn", language)].filter(Boolean).join(": ");
    return hasPicks ? `${what}. ${asked}` : asked;
  });
}
