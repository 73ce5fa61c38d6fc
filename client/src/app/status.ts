// What is said while one cannot move: who is waited for, or how the match ended. No browser.

import type { Shown } from "../live/live";
import type { Language } from "../model/legend";
import { listed, text } from "../pure/text";

export function statusOf(shown: Shown, language: Language): string {
  const names = shown.setting.seats.map((seat) => seat.name);
  const { result, seat, waiting } = shown;
  if (result) {
    const winners = result.winners.map((w) => names[w] ?? `${w + 1}`);
    const scores = result.scores.length ? ` (${result.scores.join(" : ")})` : "";
    const who = listed(winners, language);
    return winners.length
      ? text("wins", language, { who }) + scores
      : `${text("over", language)}: ${text("nobody", language)}${scores}`;
  }
  if (shown.table.over) return text("over", language);
  const others = waiting.filter((w) => w !== seat).map((w) => names[w] ?? `${w + 1}`);
  const who = listed(others, language);
  if (others.length === 0) return "…";
  return text("waitingFor", language, { who });
}
