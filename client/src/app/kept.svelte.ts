// What this browser keeps: settings, and which matches it plays.

import type { Language } from "../model/legend";

export interface Settings {
  language: Language;
  theme: "light" | "dark" | "system";
  hasSound: boolean;
  hasMotion: boolean;
  mayPremove: boolean;
}

export interface KeptMatch {
  match: string;
  game: string;
  begun: number;
  seats: "mine" | "all";
  isOver?: boolean;
}

const MOST_MATCHES = 100;

function read<T>(key: string, otherwise: T): T {
  try {
    const text = localStorage.getItem(key);
    return text ? (JSON.parse(text) as T) : otherwise;
  } catch {
    return otherwise;
  }
}

function write(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // A browser that keeps nothing still plays.
  }
}

const first: Settings = {
  language: navigator.language.startsWith("it") ? "it" : "en",
  theme: "system",
  hasSound: false,
  hasMotion: true,
  mayPremove: false,
};

class Kept {
  settings = $state<Settings>({ ...first, ...read("settings", {}) });
  matches = $state.raw<readonly KeptMatch[]>(read("matches", []));

  set(now: Partial<Settings>): void {
    this.settings = { ...this.settings, ...now };
    write("settings", this.settings);
    this.dress();
  }

  /** Tells the page its colours and language. */
  dress(): void {
    const { theme, language } = this.settings;
    const root = document.documentElement;
    if (theme === "system") delete root.dataset.theme;
    else root.dataset.theme = theme;
    root.lang = language;
  }

  keep(match: KeptMatch): void {
    const others = this.matches.filter((m) => m.match !== match.match);
    this.matches = [match, ...others].slice(0, MOST_MATCHES);
    write("matches", this.matches);
  }

  of(match: string): KeptMatch | null {
    return this.matches.find((m) => m.match === match) ?? null;
  }
}

export const kept = new Kept();
