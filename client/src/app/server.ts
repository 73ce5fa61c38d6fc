// What pages ask of the server beside matches themselves: games, new matches, invites, matches that are over.

import type { Now } from "../live/messages";
import type { About, Legend, Sent } from "../model/legend";
import type { Entry, Step, WireTable } from "../model/table";
import type { Part } from "../model/tree";
import type { Found } from "./ahead";
import { areUnread, type GameEntry } from "./games";

/** A refusal; `why` is in words for players. */
export class Refused extends Error {
  readonly code: string;
  constructor(code: string, why: string) {
    super(why);
    this.code = code;
  }
}

/** How often a request is made that comes when the server is busy; one that opens something is made again only once. */
const TRIES = { asking: 6, opening: 2 };
/** How long to wait then, in milliseconds, where the server does not say; for the first time, and longer each time. */
const PAUSE = { asking: 400, opening: 2000 };
const LONGEST_PAUSE = 10_000;

interface Sending {
  body?: object;
  token?: string | undefined;
}

async function ask<T>(path: string, { body, token }: Sending = {}): Promise<T> {
  const kind = body ? "opening" : "asking";
  for (let tried = 1; ; tried++) {
    const response = await fetch(`/api/${path}`, {
      ...(body && { method: "POST", body: JSON.stringify(body) }),
      headers: {
        ...(body && { "content-type": "application/json" }),
        ...(token && { authorization: `Bearer ${token}` }),
      },
    });
    if (response.ok) return (await response.json()) as T;
    const refused = await refusalOf(response);
    if (refused.code !== "busy" || tried === TRIES[kind]) throw refused;
    const wanted = Number(response.headers.get("retry-after") ?? 0) * 1000;
    const pause = Math.min(LONGEST_PAUSE, wanted > 0 ? wanted : tried * PAUSE[kind]);
    await new Promise((done) => setTimeout(done, pause));
  }
}

async function refusalOf(response: Response): Promise<Refused> {
  try {
    const { code, why } = (await response.json()) as { code: string; why: string };
    return new Refused(code, why);
  } catch {
    return new Refused("internal", `${response.status} ${response.statusText}`);
  }
}

// ---------------------------------------------------------------------------------------------------------- games

/** Whether the server answers at all, whatever else it has to do. */
export const isThere = (): Promise<boolean> =>
  fetch("/live").then(
    ({ ok }) => ok,
    () => false,
  );

interface SentGame {
  game: string;
  title: string;
  about: About;
  players?: GameEntry["players"];
  secret?: boolean;
  problem?: string;
}

let catalogue: Promise<GameEntry[]> | null = null;

/** All games, asked for until the rules of all are read. */
export function games(): Promise<GameEntry[]> {
  catalogue ??= ask<SentGame[]>("games").then((sent) => {
    const all = sent.map(entryOf);
    if (areUnread(all)) catalogue = null;
    return all;
  });
  catalogue.catch(() => {
    catalogue = null;
  });
  return catalogue;
}

const entryOf = ({ game, title, about, players, secret, problem }: SentGame): GameEntry => ({
  name: game,
  about: { title, ...about },
  players: players ?? null,
  secret: secret ?? false,
  problem: problem ?? null,
});

export interface GameOption {
  name: string;
  prompt: string | null;
  default: string;
  /** Texts to choose from, or whole numbers from one to another; null where any text may stand. */
  values: string[] | { from: number; to: number } | null;
}

/** What one must know of a game to open a match. */
export interface GameDetail {
  entry: GameEntry;
  /** How many can play. */
  counts: number[];
  /** How its seats are called. */
  seats: string[];
  options: GameOption[];
  bots: string[];
  /** As a legend has them. */
  words?: Record<string, [own: Sent, translated: Sent][]>;
}

/** Null where there is no game of that name. */
export async function detail(game: string): Promise<GameDetail | null> {
  try {
    const sent = await ask<SentGame & Omit<GameDetail, "entry">>(`games/${game}`);
    return { ...sent, entry: entryOf(sent) };
  } catch (e) {
    if (e instanceof Refused && e.code === "unknown") return null;
    throw e;
  }
}

/** The rules as the author wrote them, in Markdown; nothing where there are none. */
export async function manual(game: string, language: string): Promise<string> {
  const response = await fetch(`/api/games/${game}/manual?language=${language}`);
  return response.ok ? response.text() : "";
}

export interface Still {
  legend: Legend;
  table: WireTable;
}

/** How a game begins, as who looks on sees it. */
export const still = (game: string): Promise<Still> => ask(`games/${game}/still`);

// -------------------------------------------------------------------------------------------------------- matches

export type NewSeat = { me: { name: string } } | "open" | { bot: string };

export interface NewMatch {
  game: string;
  players?: number;
  options?: Record<string, string>;
  seats: NewSeat[];
  clock?: "none" | { move: { ms: number } } | { bank: { ms: number; increment: number } };
  /** After so many milliseconds a bot goes on for who is away. */
  takeover?: number;
  /** The server keeps nothing of it before the first move. */
  draft?: boolean;
}

export interface Opened {
  match: string;
  url: string;
  host: string;
  seats: ({ token: string } | { invite: { code: string; url: string } } | { bot: string })[];
}

export const open = (wanted: NewMatch): Promise<Opened> => ask("matches", { body: wanted });

/** Another invite to an open seat, for the host. */
export const invite = async (match: string, seat: number, host: string): Promise<string> =>
  (await ask<{ invite: { url: string } }>(`matches/${match}/invites`, { body: { seat }, token: host })).invite
    .url;

export interface Invited {
  match: string;
  /** As it stands in addresses; null where the game is not there any more. */
  game: string | null;
  title: string;
  players: number;
  /** The people who sit there. */
  by: string[];
  /** None where the seat is taken. */
  seat: number | null;
}

export const invited = (code: string): Promise<Invited> => ask(`invites/${code}`);

export interface Taken {
  match: string;
  seat: number;
  token: string;
}

export const take = (code: string, name: string): Promise<Taken> =>
  ask(`invites/${code}`, { body: { name } });

/** Where a seat sits in the rematch. */
export const next = (match: string, token: string): Promise<Taken> =>
  ask(`matches/${match}/next`, { body: {}, token });

/** Another match that begins as one that is over stood after so many moves. */
export const playOn = (match: string, at: number, seats: NewSeat[], token?: string): Promise<Opened> =>
  ask(`matches/${match}/play-on`, { body: { at, seats }, token });

/** What a bot would do in the place of a seat. */
export interface Advice {
  /** The question that it is about. */
  q: number;
  /** The best first. */
  moves: { path: Part[]; text: string; value: number }[];
  /** What each seat may expect, from 0 to 1. */
  chances: number[];
}

export const advice = (match: string, token: string): Promise<Advice> =>
  ask(`matches/${match}/advice`, { token });

export interface Mine {
  match: string;
  over: boolean;
  /** It is one's turn. */
  waiting: boolean;
}

/** The server looks at so many tokens at once. */
export const MOST_MINE = 64;

/** What waits for one of several own seats waits for oneself. */
export function byMatch(all: readonly Mine[]): ReadonlyMap<string, Mine> {
  const told = new Map<string, Mine>();
  for (const one of all) {
    const waiting = one.waiting || (told.get(one.match)?.waiting ?? false);
    told.set(one.match, { ...one, waiting });
  }
  return told;
}

export const mine = (tokens: string[]): Promise<Mine[]> => ask("mine", { body: { tokens } });

export interface Summary {
  match: string;
  /** As it stands in addresses; null where the game is not there any more. */
  game: string | null;
  title: string | null;
  players: number;
  seats: { name: string; kind: "open" | "bot" | "human" }[];
  over: boolean;
}

export const summary = (match: string, token?: string): Promise<Summary> =>
  ask(`matches/${match}`, { token });

export const legend = (match: string, token?: string): Promise<Legend> =>
  ask(`matches/${match}/legend`, { token });

/** How a match that is over stood after so many moves. */
export interface Moment {
  moves: number;
  at: number;
  table: WireTable;
  trace: Step[];
  log: Entry[];
  /** What was said then. */
  chat: { by: number; text: string }[];
  /** How it ended, after the last move. */
  result: Now["result"] | null;
}

export const moment = (match: string, at: number, seat: number | null, token?: string): Promise<Moment> =>
  ask(`matches/${match}/moments/${at}${seat === null ? "" : `?seat=${seat}`}`, { token });

/** By whom each move of a match that is over was. */
export const movers = async (match: string, token?: string): Promise<(number | null)[]> =>
  (await ask<{ steps: { seat?: number }[] }>(`matches/${match}/record`, { token })).steps.map(
    ({ seat }) => seat ?? null,
  );

/** What each seat could expect at moments of a match that is over, some at a time. */
export interface Ahead {
  moves: number;
  found: Found[];
  /** Where to go on; null where nothing is left. */
  next: number | null;
}

export const ahead = (match: string, from: number, token?: string): Promise<Ahead> =>
  ask(`matches/${match}/ahead?from=${from}`, { token });
