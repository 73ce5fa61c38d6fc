// Colours: the palette that looks may name, the seats, and ink that can be read on any of them.

export const PALETTE: Record<string, string> = {
  black: "#26262b",
  white: "#f4f1ea",
  grey: "#8b8f94",
  red: "#c23b33",
  orange: "#dd7f2a",
  yellow: "#e3bd3f",
  green: "#6f9457",
  teal: "#3f8f8b",
  blue: "#4a74b5",
  purple: "#77559c",
  pink: "#d27f9d",
  brown: "#8f6642",
  gold: "#c9a13b",
  silver: "#aab0b6",
  cream: "#efe3c4",
};

/** Far apart for normal sight and for all kinds of colour blindness. */
export const SEATS = ["#344ac3", "#a53100", "#48ab92", "#f0d947", "#550c4f", "#52f1fa"];

export function colour(name: string | undefined, otherwise: string): string {
  if (!name) return otherwise;
  return PALETTE[name] ?? (/^#[0-9a-f]{6}$/i.test(name) ? name : otherwise);
}

/** By its look; else a seat that is called by a colour, Black or Red, has it. */
export function seatColour(
  seat: number,
  of?: { name: string; seat?: string; look?: { colour?: string } },
): string {
  const named = PALETTE[(of?.seat ?? of?.name ?? "").toLowerCase()];
  return colour(of?.look?.colour, named ?? SEATS[seat % SEATS.length]!);
}

function channels(hex: string): [number, number, number] {
  const n = Number.parseInt(hex.slice(1), 16);
  return [(n >> 16) & 255, (n >> 8) & 255, n & 255];
}

/** How light a colour is, from 0 to 1. */
export function lightness(hex: string): number {
  const [r, g, b] = channels(hex).map((c) => {
    const x = c / 255;
    return x <= 0.03928 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** What can be read on a colour, with a contrast of at least 4.5. */
export function ink(hex: string): string {
  const light = lightness(hex);
  if (light > 0.3) return "#1d1a16";
  return light > 0.182 ? "#000000" : "#ffffff";
}

/** Toward another colour, by so much. */
export function mix(hex: string, other: string, by: number): string {
  const [a, b] = [channels(hex), channels(other)];
  const parts = a.map((c, i) => Math.round(c + (b[i]! - c) * by));
  return `#${parts.map((c) => c.toString(16).padStart(2, "0")).join("")}`;
}

/** A small number that a text always gives: for patterns that stay the same. */
export function seed(text: string): number {
  let h = 2166136261;
  for (const ch of text) h = Math.imul(h ^ ch.charCodeAt(0), 16777619);
  return h >>> 0;
}
