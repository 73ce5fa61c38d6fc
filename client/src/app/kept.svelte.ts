// What this browser keeps: settings, and which matches it plays.

import { languageOf } from "../languages/all";
import type { Language } from "../model/legend";

export interface Settings {
  /** How one is called at tables; empty until somebody asks. */
  name: string;
  /** The bot that one played against last; empty until one chooses. */
  bot: string;
  language: Language;
  theme: "light" | "dark" | "system";
  hasSound: boolean;
  /** How fast things move: 1 as they are meant to, 0 not at all. */
  pace: number;
  mayPremove: boolean;
  /** Pieces tell by a shape whose they are, beside their colour. */
  hasShapes: boolean;
  /** Against bots a bar shows what each seat may expect. */
  hasChances: boolean;
  /** The browser tells when it is one's turn while one looks elsewhere. */
  hasNotices: boolean;
  /** Whether one was told that a card can be held to be read. */
  knowsToHold: boolean;
}

/** A match that this browser has seats of. */
export interface KeptMatch {
  match: string;
  /** The game as it stands in addresses, null where it is not there any more; and its title. */
  game: string | null;
  title: string;
  /** Its title in languages where it has another one, as far as it was known. */
  titles?: Readonly<Record<string, string>>;
  begun: number;
  seats: KeptSeat[];
  /** What its host may do with. */
  host?: string;
  /** Links to seats that are open. */
  invites?: { seat: number; url: string }[];
  isOver?: boolean;
  /** How it ended, where this browser has seen it. */
  ended?: Ended;
  /** The invites by which this browser took its seats. */
  codes?: string[];
  /** Which other people sit there; nobody where one plays against bots, or with others on one screen. */
  others?: string[];
  /** What was wished for, of a match in which nothing was done yet: it is taken again for the same wish. */
  fresh?: string;
}

export interface Ended {
  ranking: number[][];
  scores: number[];
  how: string;
  /** Of the seats, as one has seen them, and in each language; an older page kept the first alone. */
  names: readonly string[];
  namesIn?: Readonly<Record<string, readonly string[]>>;
}

export interface KeptSeat {
  seat: number;
  token: string;
}

/** What a match is called in a language. */
export const titleIn = ({ title, titles }: Pick<KeptMatch, "title" | "titles">, language: Language): string =>
  titles?.[language] ?? title;

/** So many are remembered; more only where more are still played. */
const MOST_MATCHES = 60;

function read<T>(key: string, otherwise: T): T {
  try {
    const text = localStorage.getItem(key);
    return text ? (JSON.parse(text) as T) : otherwise;
  } catch {
    return otherwise;
  }
}

/** False where the browser keeps nothing; one still plays there. */
function write(key: string, value: unknown): boolean {
  try {
    localStorage.setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

/** What may be forgotten goes first: what was never begun, then what is over, of each the oldest; nothing else goes. */
function trimmed(matches: readonly KeptMatch[], newest: string): readonly KeptMatch[] {
  const rank = (m: KeptMatch) => (m.fresh !== undefined ? 0 : m.isOver ? 1 : 2);
  const dropped = matches
    .filter((m) => rank(m) < 2 && m.match !== newest)
    .sort((a, b) => rank(a) - rank(b) || a.begun - b.begun)
    .slice(0, Math.max(0, matches.length - MOST_MATCHES));
  return matches.filter((m) => !dropped.includes(m));
}

/** A match as it is known now and as another tab may have kept it: no seat is lost, and the end stays. */
function merged(now: KeptMatch, before: KeptMatch | undefined): KeptMatch {
  if (!before) return now;
  const others = before.seats.filter(({ seat }) => !now.seats.some((s) => s.seat === seat));
  const seats = [...now.seats, ...others].sort((a, b) => a.seat - b.seat);
  return {
    ...now,
    seats,
    ...(before.isOver && { isOver: true }),
    ...(before.ended && !now.ended && { ended: before.ended }),
  };
}

const first: Settings = {
  name: "",
  bot: "",
  language: languageOf(navigator.language),
  theme: "system",
  hasSound: false,
  pace: 1,
  mayPremove: false,
  hasShapes: false,
  hasChances: false,
  hasNotices: false,
  knowsToHold: false,
};

/** An older page kept whether anything moves at all. */
function settingsKept(): Settings {
  const { hasMotion, ...rest } = read<Partial<Settings> & { hasMotion?: boolean }>("settings", {});
  return { ...first, ...(hasMotion === false && { pace: 0 }), ...rest };
}

/** What one tab knows of it; the tabs of a browser tell each other. */
export class Kept {
  settings = $state<Settings>(settingsKept());
  /** An older page kept other things under another name. */
  matches = $state.raw<readonly KeptMatch[]>(read("seats", []));
  /** The browser did not take what was kept last: then this tab knows best. */
  #isUnwritten = false;

  constructor() {
    // Another tab has written; without a key, all was deleted.
    globalThis.addEventListener?.("storage", ({ key }) => {
      if (key === null || key === "seats") this.matches = read("seats", []);
      if (key === null || key === "settings") {
        this.settings = settingsKept();
        this.dress();
      }
    });
  }

  set(now: Partial<Settings>): void {
    this.settings = { ...this.settings, ...read<Partial<Settings>>("settings", {}), ...now };
    write("settings", this.settings);
    this.dress();
  }

  /** Tells the page its colours and language. */
  dress(): void {
    const { theme, language, hasShapes } = this.settings;
    const root = document.documentElement;
    if (theme === "system") delete root.dataset.theme;
    else root.dataset.theme = theme;
    if (hasShapes) root.dataset.shapes = "";
    else delete root.dataset.shapes;
    root.lang = language;
  }

  keep(match: KeptMatch): void {
    const all = this.#written();
    const isSame = (m: KeptMatch) => m.match === match.match;
    // For one wish one is enough.
    const isSpare = (m: KeptMatch) => match.fresh !== undefined && m.fresh === match.fresh;
    const others = all.filter((m) => !isSame(m) && !isSpare(m));
    this.#write(trimmed([merged(match, all.find(isSame)), ...others], match.match));
  }

  forget(match: string): void {
    this.#write(this.#written().filter((m) => m.match !== match));
  }

  /** Another tab may have kept or forgotten something since this one looked. */
  #written(): readonly KeptMatch[] {
    return this.#isUnwritten ? this.matches : read("seats", this.matches);
  }

  #write(matches: readonly KeptMatch[]): void {
    this.matches = matches;
    this.#isUnwritten = !write("seats", matches);
  }

  /** A match was begun: it is one's own from now on. `opened` is told by who has opened it: it may be dropped by now. */
  begin(match: string, opened: KeptMatch | null = null): void {
    const known = this.of(match) ?? opened;
    if (!known?.fresh) return;
    const { fresh: _, ...begun } = known;
    this.keep({ ...begun, begun: Date.now() });
  }

  /** One that was opened for the same wish and not begun. */
  fresh(wish: string): KeptMatch | null {
    return this.matches.find((m) => m.fresh === wish) ?? null;
  }

  /** Those that were begun, what is not over first. */
  get own(): KeptMatch[] {
    const own = this.matches.filter((m) => m.fresh === undefined);
    return own.sort((a, b) => Number(a.isOver ?? false) - Number(b.isOver ?? false) || b.begun - a.begun);
  }

  /** Where the seat of an invite leads that this browser has taken already. */
  byCode(code: string): KeptMatch | null {
    return this.matches.find(({ codes }) => codes?.includes(code)) ?? null;
  }

  of(match: string): KeptMatch | null {
    return this.matches.find((m) => m.match === match) ?? null;
  }
}

export const kept = new Kept();
