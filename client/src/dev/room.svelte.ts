// How the room of the page is divided between its parts, as the browser remembers it. It knows no component.

/** In hundredths: how far the editor goes across, and the table down. */
export interface Shares {
  across: number;
  down: number;
}

export const FIRST: Shares = { across: 42, down: 68 };
/** No part goes away. */
const [LEAST, MOST] = [12, 88];
const KEY = "desk-room";

export class Room {
  shares = $state.raw<Shares>(sharesIn(remembered()));

  set(which: keyof Shares, share: number): void {
    this.shares = sharesIn({ ...this.shares, [which]: share });
    try {
      localStorage.setItem(KEY, JSON.stringify(this.shares));
    } catch {
      // Where the browser keeps nothing, it lasts as long as the page.
    }
  }
}

/** Shares that leave room for every part, whatever was remembered. */
export function sharesIn(said: unknown): Shares {
  const of = (which: keyof Shares): number => {
    const share = (said as Partial<Record<keyof Shares, unknown>> | null)?.[which];
    return typeof share === "number" && Number.isFinite(share)
      ? Math.min(MOST, Math.max(LEAST, share))
      : FIRST[which];
  };
  return { across: of("across"), down: of("down") };
}

function remembered(): unknown {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "null");
  } catch {
    return null;
  }
}
