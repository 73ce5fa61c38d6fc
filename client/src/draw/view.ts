// What a table is shown with beside what lies on it: how one wants to see it, what one may do, who sits where.

import type { Language } from "../model/legend";
import type { Setting } from "../model/setting";
import type { Table } from "../model/table";
import type { Part } from "../model/tree";
import type { Roles } from "../pure/classify";
import type { Scene } from "../pure/scene";

/** What a table is drawn and read aloud from. */
export interface Picture {
  scene: Scene;
  table: Table;
  setting: Setting;
  roles: Roles;
  language: Language;
}

export interface Ways {
  /** How fast things move; 0 where nothing flies. */
  pace: number;
  hasSound: boolean;
  /** Whether a move may be chosen before the question is there. */
  mayPremove: boolean;
  /** The table has a part of a page: it is shown smaller where it would not fit, and what is looked at closely stays in it. */
  isFitted?: boolean;
  /** How far the table was scrolled; noted here, and begun with. */
  place?: { left: number; top: number };
  /** Turns sounds on and off. */
  sound?: () => void;
  /** Notes that one was told that cards can be held to be read; missing where one knows. */
  toldToHold?: () => void;
}

export const STILL: Ways = { pace: 0, hasSound: false, mayPremove: false };

export interface Deeds {
  play: (path: Part[]) => void;
  /** What may follow these parts is to be asked for. */
  want: (path: Part[]) => void;
  why: (path: Part[]) => Promise<string | null>;
  undo?: () => void;
}

export interface SeatNote {
  /** It must decide. */
  isAsked: boolean;
  isBot: boolean;
  /** Nobody sits there yet. */
  isOpen: boolean;
  /** Who sits there is not connected. */
  isAway: boolean;
  /** Which place it has won, from 1 on; null while it goes on, and where nobody has won. */
  place: number | null;
  clock: { left: number; runs: boolean; since: number } | null;
}

/** What people say to each other. */
export interface Talk {
  /** None where one only listens. */
  say: ((line: string) => void) | null;
}
