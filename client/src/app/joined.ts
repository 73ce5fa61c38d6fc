// From what this browser keeps to a match that can be followed: with one seat, several on one screen, or none.

import type { Live } from "../live/live";
import { RemoteMatch } from "../live/remote.svelte";
import { OneScreen } from "../live/screen.svelte";
import { openAhead, web } from "../live/web";
import { type KeptMatch, kept } from "./kept.svelte";
import * as server from "./server";

const SOCKET = "/api/socket";

/** What a match is called, in each language where that is known. */
type Names = Pick<KeptMatch, "title" | "titles">;

/** Follows a match; `onkept` hears when the server keeps something that was done here. */
export function join(match: string, onkept?: () => void): Live {
  const seats = kept.of(match)?.seats ?? [];
  const open = (seat: number | null) => {
    const token = seats.find((s) => s.seat === seat)?.token;
    const { language } = kept.settings;
    return new RemoteMatch(web(SOCKET), { match, language, ...(token && { token }) }, onkept);
  };
  const all = seats.map(({ seat }) => seat);
  return all.length > 1 ? new OneScreen(all, open) : open(all[0] ?? null);
}

/** Opens a match that is to be followed at once, and keeps what holds its seats. */
export async function openMatch(wish: server.NewMatch, names: Names, fresh?: string): Promise<KeptMatch> {
  openAhead(SOCKET);
  return keepOpened(await server.open(wish), wish.game, names, fresh);
}

/** Keeps what holds the seats of a match that was opened. */
export function keepOpened(
  opened: server.Opened,
  game: string | null,
  names: Names,
  fresh?: string,
): KeptMatch {
  const seats = opened.seats.flatMap((s, seat) => ("token" in s ? [{ seat, token: s.token }] : []));
  const invites = opened.seats.flatMap((s, seat) => ("invite" in s ? [{ seat, url: s.invite.url }] : []));
  const { match, host } = opened;
  const made: KeptMatch = { match, game, ...names, begun: Date.now(), seats, host, invites };
  const all = { ...made, ...(fresh !== undefined && { fresh }) };
  kept.keep(all);
  return all;
}

/** Takes the seat of an invite. */
export async function takeSeat(
  code: string,
  name: string,
  game: string | null,
  names: Names,
): Promise<string> {
  const { match, seat, token } = await server.take(code, name);
  const known = kept.of(match);
  const seats = [...(known?.seats ?? []), { seat, token }];
  const codes = [...(known?.codes ?? []), code];
  kept.keep({ match, game, ...names, begun: Date.now(), ...known, seats, codes });
  return match;
}

/**
 * Goes on to the match that follows one, with all seats that this browser has there. A seat that is asked for again gets
 * another token, and whoever sits there with the one before is sent away: so none is asked for that is kept already.
 */
export async function goOn(match: string, following: string | null): Promise<string | null> {
  const known = kept.of(match);
  if (following && kept.of(following)?.seats.length) return following;
  if (!known || known.seats.length === 0) return null;
  const taken: server.Taken[] = [];
  for (const { token } of known.seats) taken.push(await server.next(match, token));
  const next = taken[0]!.match;
  const seats = taken.map(({ seat, token }) => ({ seat, token })).sort((a, b) => a.seat - b.seat);
  const { game, title, titles } = known;
  kept.keep({ match: next, game, title, ...(titles && { titles }), begun: Date.now(), seats });
  return next;
}
