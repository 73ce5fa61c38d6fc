// What surrounds a match, made ready to be shown beside the table. No browser.

import type { SeatNote } from "../draw/view";
import type { Around, Shown } from "../live/live";
import { placeOf } from "./status";

/** `own` are this browser's seats: who has the device is there, whoever sees the table now. */
export function notesOf(
  shown: Shown,
  { now, since, people }: Around,
  own: readonly number[] = [],
): SeatNote[] {
  return shown.setting.seats.map((_, seat): SeatNote => {
    const person = people?.seats[seat];
    const clock = now.clocks?.find((c) => c.seat === seat);
    const isBot = person?.bot ?? false;
    const isOpen = person !== undefined && !isBot && person.name === "";
    return {
      isAsked: shown.waiting.includes(seat),
      isBot,
      isOpen,
      isAway:
        person !== undefined &&
        !isBot &&
        !isOpen &&
        !person.here &&
        seat !== shown.seat &&
        !own.includes(seat),
      place: placeOf(shown, seat),
      clock: clock ? { left: clock.left, runs: clock.runs ?? false, since } : null,
    };
  });
}

/** Whether anybody but this browser's own seats could answer. */
export function hasOthers({ people }: Around, own: readonly number[]): boolean {
  return people?.seats.some(({ bot }, seat) => !bot && !own.includes(seat)) ?? false;
}
