// What somebody wants who opens a match, and what the server is asked for then. No browser.

import type { GameDetail, NewMatch, NewSeat } from "./server";

export interface Wish {
  mode: "bots" | "screen" | "friends";
  players: number;
  /** Where one sits. */
  seat: number;
  options: Record<string, string>;
  /** How those are called who share one screen, by seat. */
  names: Readonly<Record<number, string>>;
  clock: ClockName;
  /** Which bot plays, of those that the server has, where no other is chosen for a seat. */
  bot: string;
  /** Which bots have which seats: against bots, those that are another one; with friends, all. */
  bots: Readonly<Record<number, string>>;
  /** Whether a bot goes on for who is away. */
  takeover: boolean;
}

const [SECOND, MINUTE, DAY] = [1000, 60_000, 86_400_000];

export const CLOCKS = {
  none: "none",
  "5+3": { bank: { ms: 5 * MINUTE, increment: 3 * SECOND } },
  "10+5": { bank: { ms: 10 * MINUTE, increment: 5 * SECOND } },
  "30+20": { bank: { ms: 30 * MINUTE, increment: 20 * SECOND } },
  "1 d": { move: { ms: DAY } },
  "7 d": { move: { ms: 7 * DAY } },
} as const;
export type ClockName = keyof typeof CLOCKS;

const AWAY = 3 * MINUTE;

/** Of bots, the weakest first, the one in the middle. */
const middling = (bots: readonly string[]): string => bots[Math.floor(bots.length / 2)] ?? "random";

/** What was chosen last for a game. */
export type LastWish = Partial<Pick<Wish, "players" | "options">>;

/** Of the options that were chosen last those that there still are. */
function valid({ options }: GameDetail, chosen: Record<string, string>): Record<string, string> {
  const isValid = ([name, value]: [string, string]) => {
    const values = options.find((option) => option.name === name)?.values;
    if (!values) return false;
    if (Array.isArray(values)) return values.includes(value);
    return /^-?\d+$/.test(value) && Number(value) >= values.from && Number(value) <= values.to;
  };
  return Object.fromEntries(Object.entries(chosen).filter(isValid));
}

/** `bot` is the one that was chosen last, `last` what else was chosen for this game. */
export const firstWish = (detail: GameDetail, bot: string, last: LastWish = {}): Wish => ({
  ...first(detail, bot),
  ...(last.players !== undefined && detail.counts.includes(last.players) && { players: last.players }),
  options: valid(detail, last.options ?? {}),
});

const first = ({ counts, bots }: GameDetail, bot: string): Wish => ({
  mode: "bots",
  players: counts[0] ?? 1,
  seat: 0,
  options: {},
  names: {},
  clock: "none",
  bot: bots.includes(bot) ? bot : middling(bots),
  bots: {},
  takeover: true,
});

/** Whether the match is opened when one asks for it, and not at once: others come, or time runs from then on. */
export const isOpenedByHand = ({ mode, clock }: Wish): boolean => mode === "friends" || clock !== "none";

/** With fewer players, or another mode, some choices are of seats that there are no more, or mean something else. */
export function changed(wish: Wish, now: Partial<Wish>): Wish {
  const next = { ...wish, ...now };
  const isOther = next.mode !== wish.mode || next.seat !== wish.seat;
  const kept = Object.entries(next.bots).filter(([seat]) => Number(seat) < next.players);
  return {
    ...next,
    seat: next.seat < next.players ? next.seat : 0,
    bots: isOther ? {} : Object.fromEntries(kept),
  };
}

/** `name` is one's own; empty where one has none. */
export function newMatch(game: string, { seats }: GameDetail, wish: Wish, name: string): NewMatch {
  const { mode, players, seat: mine, options, names, clock, bot, bots, takeover } = wish;
  const own = (seat: number): NewSeat => ({
    me: { name: nameOf(seats, seat, mode === "screen" ? (names[seat] ?? "") : name) },
  });
  const seatOf = (seat: number): NewSeat => {
    if (seat === mine || mode === "screen") return own(seat);
    const name = bots[seat] ?? (mode === "bots" ? bot : undefined);
    return name === undefined ? "open" : { bot: name };
  };
  return {
    game,
    players,
    options,
    seats: Array.from({ length: players }, (_, seat) => seatOf(seat)),
    ...(clock !== "none" && { clock: CLOCKS[clock] }),
    ...(mode === "friends" && takeover && { takeover: AWAY }),
    ...(!isOpenedByHand(wish) && { draft: true }),
  };
}

/** The server takes names of at most so many characters. */
const LONGEST = 24;

/** How one is called who has given no name: as the seat. */
export const nameOf = (seats: readonly string[], seat: number, name: string): string =>
  (name.trim() || seats[seat] || `${seat + 1}`).slice(0, LONGEST);
