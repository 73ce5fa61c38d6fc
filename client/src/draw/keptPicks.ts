// What was picked of a move, and what is marked as changed, kept until the page is loaded again.

import type { Pick } from "../pure/offer";
import type { Arrangement } from "./picturing.svelte";

interface Kept {
  q: number;
  picks: Pick[];
  changed: string[];
}

/** What was kept with question `q`, in a match and seat of this name. */
export function keptWith(name: string | null, q: number): Omit<Kept, "q"> | null {
  if (name === null) return null;
  try {
    const kept = JSON.parse(sessionStorage.getItem(`picks ${name}`) ?? "null") as Kept | null;
    return kept?.q === q ? kept : null;
  } catch {
    return null;
  }
}

export function keepWith(name: string, kept: Kept): void {
  try {
    sessionStorage.setItem(`picks ${name}`, JSON.stringify(kept));
  } catch {
    // A browser that keeps nothing still plays.
  }
}

/** The last line of the chat that was seen in a match of this name. */
export function keptRead(name: string | null): number {
  try {
    return name === null ? -1 : Number(sessionStorage.getItem(`read ${name}`) ?? -1);
  } catch {
    return -1;
  }
}

export function keepRead(name: string, n: number): void {
  try {
    sessionStorage.setItem(`read ${name}`, `${n}`);
  } catch {
    // A browser that keeps nothing tells it again.
  }
}

/** How the table of a seat was arranged. */
export function keptArrangement(name: string): Arrangement | null {
  try {
    return JSON.parse(sessionStorage.getItem(`arranged ${name}`) ?? "null") as Arrangement | null;
  } catch {
    return null;
  }
}

export function keepArrangement(name: string, arrangement: Arrangement): void {
  try {
    sessionStorage.setItem(`arranged ${name}`, JSON.stringify(arrangement));
  } catch {
    // A browser that keeps nothing arranges it anew.
  }
}
