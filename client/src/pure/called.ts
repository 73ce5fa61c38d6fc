// Rules that put words together call a player to whom the game gives no name by number, `Player 2`; whoever sits there
// has another name. No DOM, no clock.

import { TONGUES, tongueOf } from "../languages/all";
import type { Legend, Look } from "../model/legend";

/** What seats without names are called in the rules, and in every language of the page. */
const [RULES, ALL] = [TONGUES.en.player, Object.values(TONGUES).map(({ player }) => player)];
const NUMBERED = `(?:${ALL.join("|")}) (\\d+)`;
const IN_RULES = new RegExp(`\\b${RULES} (?=\\d+\\b)`, "g");
const IN_TEXT = new RegExp(`\\b${NUMBERED}\\b`, "g");
const WHOLE = new RegExp(`^${NUMBERED}$`);
const UNNAMED = new RegExp(`\\b${NUMBERED}`);

/** A text with seats as they are called in a language, where the game gives them no names. */
export const seatIn = (name: string, language: string): string => {
  const player = tongueOf(language)?.player ?? RULES;
  return player === RULES ? name : name.replace(IN_RULES, `${player} `);
};

/** The same with the names of those who sit there; a seat that the game calls by a name of its own keeps that. */
export const called = (text: string, { seats }: Pick<Legend, "seats">, names: readonly string[]): string =>
  text.replace(IN_TEXT, (words, number: string) => {
    const seat = Number(number) - 1;
    const isUnnamed = WHOLE.test(seats[seat]?.name ?? "");
    return isUnnamed ? (names[seat] ?? words) : words;
  });

/** A look that names nobody by number who has a name. */
export function calledLook(look: Look, call: (text: string) => string): Look {
  const { title, text, badges, corners } = look;
  if (![title, text, ...(badges ?? []), ...(corners ?? [])].some((said) => said && UNNAMED.test(said)))
    return look;
  return {
    ...look,
    ...(title && { title: call(title) }),
    ...(text && { text: call(text) }),
    ...(badges && { badges: badges.map(call) }),
    ...(corners && { corners: corners.map(call) }),
  };
}
