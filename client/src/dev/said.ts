// What the page and the desk say to each other, as `crates/workshop` has it, and how a line of it is read.

import type { Step, WireTable } from "../model/table";

export type FromDesk =
  | { open: { token: string } }
  | { save: { id: number; path: string; text: string; seen: string | null } }
  | { draft: { path: string; text: string } }
  | { go: { to: number } }
  | { new: { seed: Seed; players: number | null; options?: Record<string, string> } }
  | { bot: { moves: number; bot?: string } }
  | { explain: { code: string } }
  | { inside: { seat: number | null } }
  | { trial: { games: number } }
  | { replay: { seed: Seed; players: number; moves: number; what: string } }
  | { test: { name: string } }
  | { return: Record<string, never> }
  | { ping: Record<string, never> };

export type ToDesk =
  | { files: Files }
  | { problems: Problems }
  | { stand: Stand }
  | { saved: { id: number; path: string; hash: string } }
  | { unsaved: Unsaved }
  | { explained: { code: string; text: string | null } }
  | { inside: Inside }
  | { trial: Trial }
  | { tests: Tests }
  | { no: { why: string } }
  | { bye: { why: string } }
  | { pong: Record<string, never> };

/** As text where it is larger than the whole numbers here, which end at 2^53. */
export type Seed = number | string;

export interface Files {
  folder: string;
  main: string | null;
  files: File[];
}

/** Either its text and what tells it from others, or why it cannot be read. */
export interface File {
  path: string;
  text?: string;
  hash?: string;
  why?: string;
}

/** Lines and columns from 1, columns in characters. */
export interface Place {
  file: string;
  line: number;
  column: number;
  end_line: number;
  end_column: number;
}

export interface Label {
  text: string;
  at: Place;
}

export interface Problem {
  code: string;
  severity: "error" | "warning";
  message: string;
  at: Place;
  label?: string;
  others?: Label[];
  hints?: string[];
  fix?: { replacement: string; guess: boolean; at: Place };
}

export interface Problems {
  /** Of texts that are not saved. */
  draft: boolean;
  /** The table is of these sources. */
  sound: boolean;
  list: Problem[];
  more: number;
  ms: number;
}

export interface Stand {
  stand: number;
  /** Another number: the match plays by other rules; looks alone may have changed where it stays. */
  rules: number;
  game: string;
  seed: Seed;
  /** The rule test with whose position the match begins. */
  test?: Failure & { moment: "passed" | "failed" | "before_fault" };
  /** It is shown in place of the match that was played before. */
  shown?: boolean;
  seats: string[];
  /** The numbers of players that the game is for. */
  counts: number[];
  options: GameOption[];
  deciding: number[];
  choices: { seat: number; text: string }[];
  /** How many of them stand on the table. */
  at: number;
  refused?: { seat: number; text: string; why: string };
  fault?: { message: string; at: Place; trail: Label[] };
  over: boolean;
  stuck: boolean;
}

/** An option or a parameter of the game, with the value that it has. */
export interface GameOption {
  name: string;
  prompt?: string;
  value: string;
  default: string;
  /** What to choose from, or whole numbers from one to another; absent where anything may stand. */
  values?: string[] | { from: number; to: number };
}

/** How far the rule tests are, and which of them failed first. */
export interface Tests {
  all: number;
  run: number;
  failed: number;
  list: Failure[];
}

export interface Failure {
  name: string;
  why: string;
  at?: Place;
  trail?: Label[];
}

export interface Unsaved {
  id: number;
  path: string;
  code: "outside" | "changed" | "disk";
  why: string;
  text?: string;
  hash?: string;
}

export interface Inside {
  stand: number;
  seat: number | null;
  before?: WireTable;
  trace: Step[];
}

export interface BadEnd {
  what: string;
  count: number;
  /** Of one such match. */
  seed: Seed;
  /** What plays it again in a terminal. */
  command?: string;
  moves: number;
  at?: Place;
}

export interface Trial {
  games: number;
  wanted: number;
  shortest: number;
  longest: number;
  mean: number;
  /** First places by seat, also those that some share. */
  wins: number[];
  /** Matches with several in the first place, but not all. */
  shared: number;
  /** Matches whose first place all share; they are in neither of the two above. */
  draws: number;
  nobody: number;
  stuck: number;
  faults: number;
  unfinished: number;
  bad: BadEnd[];
  unused: Label[];
  why?: string;
}

/** A line with what stands in backticks apart, which is code. */
export const pieces = (line: string): { text: string; isCode: boolean }[] =>
  line
    .split(/(`[^`]+`)/)
    .filter(Boolean)
    .map((text) =>
      /^`.+`$/s.test(text) ? { text: text.slice(1, -1), isCode: true } : { text, isCode: false },
    );
