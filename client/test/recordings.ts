// The recordings as tests read them.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe } from "vitest";
import type { Moment, Recording } from "../src/model/recording";
import { type Setting, settingOf } from "../src/model/setting";
import { type Table, tableOf } from "../src/model/table";
import type { Ask } from "../src/model/tree";
import { binary, FIXTURES } from "./record";

/** Runs once for every game that was recorded; skipped where there is no engine. */
export function forEveryGame(title: string, body: (game: string, recordings: Recording[]) => void): void {
  if (!binary() || !existsSync(FIXTURES)) {
    describe.skip(`${title} (no engine: set TAVOLA)`, () => {});
    return;
  }
  const games = readdirSync(FIXTURES).filter((name) => name.endsWith(".json"));
  describe.each(games)(`${title}: %s`, (name) => {
    const recordings = JSON.parse(readFileSync(join(FIXTURES, name), "utf8")) as Recording[];
    body(name.replace(".json", ""), recordings);
  });
}

export interface Scenery {
  table: Table;
  setting: Setting;
  ask: Ask | null;
}

export function sceneryOf(recording: Recording, moment: Moment): Scenery {
  const table = tableOf(moment.table);
  const setting = settingOf(recording.legend, table, recording.seat);
  return { table, setting, ask: moment.ask };
}
