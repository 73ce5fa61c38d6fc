// Which page an address means, and the address of a page. No browser.

export type Route =
  | { page: "library"; search: Search }
  | { page: "game"; game: string; withOthers: boolean }
  | { page: "match"; match: string }
  | { page: "replay"; match: string; at: number | null; seat: number | null; ahead: boolean }
  | { page: "invite"; code: string }
  | { page: "mine" }
  | { page: "settings" }
  | { page: "unknown" };

/** What the library is filtered by; it stands in the address. */
export interface Search {
  q: string;
  players: number | null;
  minutes: number | null;
  genre: string | null;
  secrets: boolean;
}

export const NO_SEARCH: Search = { q: "", players: null, minutes: null, genre: null, secrets: false };

/** Names of games and matches, as they stand in addresses. */
const NAME = /^[A-Za-z0-9_-]{1,64}$/;

export function routeOf(path: string, query: URLSearchParams): Route {
  const [first = "", name = "", ...more] = path.split("/").filter((part) => part);
  if (more.length > 0) return { page: "unknown" };
  if (first === "") return { page: "library", search: searchOf(query) };
  if (!name) return first === "me" ? { page: "mine" } : first === "settings" ? { page: "settings" } : UNKNOWN;
  if (!NAME.test(name)) return UNKNOWN;
  if (first === "g") return { page: "game", game: name, withOthers: query.get("with") === "friends" };
  if (first === "m") return { page: "match", match: name };
  if (first === "i") return { page: "invite", code: name };
  if (first === "r") {
    const [at, seat] = [whole(query.get("at")), whole(query.get("seat"))];
    return { page: "replay", match: name, at, seat, ahead: query.has("ahead") };
  }
  return UNKNOWN;
}

const HERE = ["127.0.0.1", "localhost", "[::1]"];

/** A link as whoever is on this page can share it: a server that has no name of its own is called as here. */
export function reached(url: string, origin: string): string {
  const { hostname, pathname } = new URL(url, origin);
  return HERE.includes(hostname) ? `${origin}${pathname}` : url;
}

const UNKNOWN: Route = { page: "unknown" };

const whole = (text: string | null): number | null =>
  text !== null && /^\d{1,6}$/.test(text) ? Number(text) : null;

function searchOf(query: URLSearchParams): Search {
  return {
    q: (query.get("q") ?? "").slice(0, 80),
    players: whole(query.get("players")),
    minutes: whole(query.get("minutes")),
    genre: query.get("genre"),
    secrets: query.has("secrets"),
  };
}

export function libraryPath({ q, players, minutes, genre, secrets }: Search): string {
  const query = new URLSearchParams();
  if (q) query.set("q", q);
  if (players) query.set("players", String(players));
  if (minutes) query.set("minutes", String(minutes));
  if (genre) query.set("genre", genre);
  if (secrets) query.set("secrets", "");
  const text = query.toString();
  return text ? `/?${text}` : "/";
}

export const replayPath = (match: string, at: number, seat: number | null): string =>
  `/r/${match}?at=${at}${seat === null ? "" : `&seat=${seat}`}`;
