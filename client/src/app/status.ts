// What is said while one cannot move: who is waited for, or how the match ended. No browser.

import type { Result, Shown } from "../live/live";
import type { Language } from "../model/legend";
import { called } from "../pure/called";
import { partnersOf } from "../pure/teams";
import { listed, type TextKey, text } from "../pure/text";

export function statusOf(shown: Shown, language: Language): string {
  const names = shown.setting.seats.map((seat) => seat.name);
  const { legend, result, seat, waiting } = shown;
  if (result) {
    const why = result.why ? ` · ${called(result.why, legend, names)}` : "";
    return resultIn(result, names, language, isOfTeam(shown)) + why;
  }
  if (shown.table.over) return text("over", language);
  const others = waiting.filter((w) => w !== seat).map((w) => names[w] ?? `${w + 1}`);
  const who = listed(others, language);
  if (others.length === 0) return "…";
  return text("waitingFor", language, { who });
}

/** Whether a team has won together. */
function isOfTeam({ result, table }: Shown): boolean {
  const [first, ...others] = result?.ranking[0] ?? [];
  const mates = first === undefined ? [] : partnersOf(table, first);
  return others.length > 0 && others.every((other) => mates.includes(other));
}

/** How it ended: what is said large, and what more there is to it. Null while it goes on. */
export function endingOf(shown: Shown, language: Language): { head: string; more: string } | null {
  const { legend, result } = shown;
  if (!result) return null;
  const names = shown.setting.seats.map((seat) => seat.name);
  const { won, why, points } = partsOf(result, names, language, isOfTeam(shown));
  const told = result.why ? called(result.why, legend, names) : "";
  return { head: won, more: [points, why, told].filter(Boolean).join(" · ") };
}

/** The place of a seat, from 1 on; those of a team have one; null where nobody has. */
export function placeOf(shown: Shown, seat: number): number | null {
  let place = 1;
  for (const seats of shown.result?.ranking ?? []) {
    if (seats.includes(seat)) return place;
    place += sidesIn(shown, seats);
  }
  return null;
}

/** How many there are where those of a team count as one. */
const sidesIn = ({ table }: Shown, seats: readonly number[]): number =>
  seats.filter((seat) => partnersOf(table, seat).every((mate) => !seats.includes(mate) || seat < mate))
    .length;

/** Everybody by place, where more than two played: `1. Ann 12 · 2. Bo and Cy 7`. */
export function rankingOf(shown: Shown, language: Language): string {
  const names = shown.setting.seats.map((seat) => seat.name);
  const { ranking = [], scores = [] } = shown.result ?? {};
  if (names.length < 3 || ranking.length < 2 || isCutShort(shown.result)) return "";
  let place = 1;
  const told = ranking.map((seats) => {
    const who = listed(
      seats.map((seat) => names[seat] ?? `${seat + 1}`),
      language,
    );
    const points = scores[seats[0] ?? -1];
    const line = `${place}. ${who}${points === undefined ? "" : ` ${points}`}`;
    place += sidesIn(shown, seats);
    return line;
  });
  return told.join(" · ");
}

const HOW: Partial<Record<string, TextKey>> = {
  drawn: "drawn",
  stuck: "stuck",
  fault: "fault",
};

/** What one player did, who comes last by it. */
const BY_ONE: Partial<Record<string, TextKey>> = { resigned: "resigned", flagged: "flagged" };

function whyOf(how: string, ranking: number[][], names: readonly string[], language: Language): string {
  const [last = -1] = ranking.at(-1) ?? [];
  if (BY_ONE[how]) return text(BY_ONE[how], language, { who: names[last] ?? `${last + 1}` });
  return HOW[how] ? text(HOW[how], language) : "";
}

/** Whether one player ended it before anybody had more points than others, which then say nothing. */
const isCutShort = (result: (Pick<Result, "how"> & { scores?: number[] }) | null): boolean =>
  Boolean(result && BY_ONE[result.how] && (result.scores ?? []).every((n) => n === result.scores?.[0]));

/** Points in the order of places; once for all who win, and for all at a place where as many share each, as teams do. */
function pointsOf(ranking: readonly number[][], scores: readonly number[]): number[] {
  const rest = scores.map((_, seat) => seat).filter((seat) => !ranking.some((seats) => seats.includes(seat)));
  const [first = []] = ranking;
  const isEven = ranking.every((seats) => seats.length === first.length);
  return [...ranking, ...rest.map((seat) => [seat])].flatMap((seats) => {
    const points = seats.flatMap((seat) => scores[seat] ?? []);
    const isOnce = ranking.length > 1 && (isEven || seats === first) && points.every((n) => n === points[0]);
    return isOnce ? points.slice(0, 1) : points;
  });
}

type Told = Pick<Result, "ranking" | "how"> & { scores?: number[] };

/** Who won, why, and by how much; those of a team win together, while others share. */
function partsOf(result: Told, names: readonly string[], language: Language, isTeam: boolean) {
  const { ranking, scores = [], how } = result;
  const first = ranking[0] ?? [];
  const who = listed(
    first.map((w) => names[w] ?? `${w + 1}`),
    language,
  );
  const why = whyOf(how, ranking, names, language);
  const points = scores.length && !isCutShort(result) ? pointsOf(ranking, scores).join(" : ") : "";
  if (first.length === 0) return { won: text("over", language), why, points };
  if (first.length === names.length && first.length > 1)
    return { won: text("over", language), why: why || text("nobody", language), points };
  const together = isTeam ? "teamWins" : "sharedWin";
  return { won: text(first.length > 1 ? together : "wins", language, { who }), why, points };
}

/** The same in one line. */
export function resultIn(result: Told, names: readonly string[], language: Language, isTeam = false): string {
  const { won, why, points } = partsOf(result, names, language, isTeam);
  // What one player did is what the others won by.
  const said = BY_ONE[result.how] ? [why, won] : [won, why];
  return said.filter(Boolean).join(": ") + (points ? ` (${points})` : "");
}
