// Games as the library lists and filters them. No browser, no name of a game.

import type { About, Language } from "../model/legend";
import type { Search } from "./route";

export interface GameEntry {
  /** As it stands in addresses. */
  name: string;
  about: About;
  /** Null until the server has read the rules. */
  players: { least: number; most: number } | null;
  secret: boolean;
  /** Why it cannot be played. */
  problem: string | null;
}

export const titleOf = ({ name, about }: GameEntry, language: Language): string =>
  about.languages?.[language]?.title ?? about.title ?? name;

/** What a game is called, to be kept with its matches. */
export const namesOf = ({ name, about }: GameEntry): { title: string; titles: Record<string, string> } => ({
  title: about.title ?? name,
  titles: Object.fromEntries(
    Object.entries(about.languages ?? {}).flatMap(([language, { title }]) =>
      title === undefined ? [] : [[language, title]],
    ),
  ),
});

export const textOf = ({ about }: GameEntry, language: Language): string =>
  about.languages?.[language]?.text ?? about.text ?? "";

/** Words for kinds of games, and those that mean none. */
export interface Kinds {
  KINDS: readonly (readonly string[])[];
  EMPTY_WORDS: ReadonlySet<string>;
}
const NO_KINDS: Kinds = { KINDS: [], EMPTY_WORDS: new Set() };

/** Those that a search finds, best first: what is in the title before what is in tags and text. */
export function found(
  games: readonly GameEntry[],
  search: Search,
  language: Language,
  { KINDS, EMPTY_WORDS }: Kinds = NO_KINDS,
): GameEntry[] {
  const written = wordsOf(search.q);
  const telling = written.filter((word) => !EMPTY_WORDS.has(word));
  const wanted = telling.length ? telling : written;
  return games
    .filter((game) => fits(game, search))
    .flatMap((game) => {
      const scores = wanted.map((word) => scoreOf(game, word, language, KINDS));
      return scores.some((s) => s === 0) ? [] : [{ game, score: scores.reduce((a, b) => a + b, 0) }];
    })
    .sort(
      (a, b) =>
        b.score - a.score || titleOf(a.game, language).localeCompare(titleOf(b.game, language), language),
    )
    .map(({ game }) => game);
}

function fits({ about, players, secret }: GameEntry, search: Search): boolean {
  if (search.players && players && (search.players < players.least || search.players > players.most))
    return false;
  if (search.minutes && (about.minutes ?? 0) > search.minutes) return false;
  if (search.genre && about.genre !== search.genre) return false;
  return !search.secrets || secret;
}

/** Accents and case say nothing. */
const plain = (text: string): string => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

const wordsOf = (text: string): string[] =>
  plain(text)
    .split(/[\s,-]+/u)
    .filter(Boolean);

/** What a game calls its kind, and what else that is called. */
function kindsOf({ about: { genre = "", tags = [] } }: GameEntry, kinds: Kinds["KINDS"]): string[] {
  const own = [genre, ...tags];
  const others = kinds.filter(([named = ""]) => own.includes(named)).flat();
  return [...own, ...others];
}

function scoreOf(game: GameEntry, word: string, language: Language, kinds: Kinds["KINDS"]): number {
  const { title, titles } = namesOf(game);
  const all = [title, ...Object.values(titles), game.name].map(plain);
  if (all.some((t) => t.startsWith(word))) return 4;
  if (all.some((t) => t.includes(word))) return 3;
  if (
    kindsOf(game, kinds)
      .flatMap(wordsOf)
      .some((t) => t.startsWith(word))
  )
    return 2;
  return plain(textOf(game, language)).includes(word) ? 1 : 0;
}

/** All genres that there are, in order. */
export const genresOf = (games: readonly GameEntry[]): string[] =>
  [...new Set(games.flatMap(({ about }) => about.genre ?? []))].sort();

/** Null while nobody knows. */
export function playersOf({ players }: GameEntry): string | null {
  if (!players) return null;
  return players.least === players.most ? `${players.least}` : `${players.least}–${players.most}`;
}

/** Whether the server has still to read the rules of some. */
export const areUnread = (games: readonly GameEntry[]): boolean =>
  games.some(({ players, problem }) => !players && problem === null);
