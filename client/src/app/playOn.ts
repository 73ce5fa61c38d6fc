// Who sits where in a match that goes on from a moment of another one. No browser.

import type { NewSeat } from "./server";
import type { Movers } from "./turns";
import { nameOf } from "./wish";

export type Others = "bots" | "friends";

/** Every server has it. */
const BOT = "medium";

/** Who is to move at a moment; the first where the match ends there. */
export const seatAt = (movers: Movers, at: number): number => movers[at] ?? 0;

/** `names` are those of the seats, `name` one's own, which may be empty. */
export const seatsOf = (names: readonly string[], mine: number, others: Others, name: string): NewSeat[] =>
  names.map((_, seat) => {
    if (seat === mine) return { me: { name: nameOf(names, seat, name) } };
    return others === "friends" ? "open" : { bot: BOT };
  });
