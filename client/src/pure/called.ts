// Rules that put words together call a player to whom the game gives no name by number, `Player 2`; whoever sits there
// has another name. No DOM, no clock.

import type { Legend, Look } from "../model/legend";

/** A text with seats as they are called in a language, where the game gives them no names. */
export const seatIn = (name: string, language: string): string =>
  language === "it" ? name.replace(/\bPlayer (?=\d+\b)/g, "Giocatore ") : name;

/** The same with the names of those who sit there; a seat that the game calls by a name of its own keeps that. */
export const called = (text: string, { seats }: Pick<Legend, "seats">, names: readonly string[]): string =>
  text.replace(/\b(?:Player|Giocatore) (\d+)\b/g, (words, number: string) => {
    const seat = Number(number) - 1;
    const isUnnamed = /^(?:Player|Giocatore) \d+$/.test(seats[seat]?.name ?? "");
    return isUnnamed ? (names[seat] ?? words) : words;
  });

const UNNAMED = /\b(?:Player|Giocatore) \d/;

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
