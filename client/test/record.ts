// Plays every game at random through the engine and writes down what a client gets: legend, tables, moves and
// traces, for a seat and for spectators. The fixtures are made anew when the binary or a game is newer than they are.

import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { Engine } from "../src/engine/lines";
import type { Legend } from "../src/model/legend";
import type { Moment, Recording } from "../src/model/recording";
import type { WireTable } from "../src/model/table";
import { askOf } from "../src/model/tree";

const here = dirname(fileURLToPath(import.meta.url));
export const GAMES = resolve(here, "../../games");
const STD = resolve(here, "../../std");
export const FIXTURES = resolve(here, "../fixtures");

/** Steps of a match that are written down: its beginning, its middle, and some time later. */
const WINDOWS: [number, number][] = [
  [0, 14],
  [40, 46],
  [120, 124],
];

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => join(folder, name));

export function binary(): string | null {
  const named = process.env.TAVOLA;
  const built = resolve(here, "../../target/release/tavola");
  const path = named ?? built;
  return existsSync(path) ? path : null;
}

export function gameFile(game: string): string {
  const names = readdirSync(join(GAMES, game)).filter((name) => name.startsWith("game."));
  return join(GAMES, game, names[0] ?? "game.tgdl");
}

export const gameNames = (): string[] =>
  readdirSync(GAMES)
    .filter((game) => existsSync(gameFile(game)))
    .sort();

/** The folder of the recordings, or null where there is no engine to make them with. */
export async function record(): Promise<string | null> {
  const engine = binary();
  if (!engine) return null;
  mkdirSync(FIXTURES, { recursive: true });
  for (const game of gameNames()) {
    const target = join(FIXTURES, `${game}.json`);
    const files = [engine, fileURLToPath(import.meta.url), ...filesIn(join(GAMES, game)), ...filesIn(STD)];
    const newest = Math.max(...files.map((f) => statSync(f).mtimeMs));
    if (existsSync(target) && statSync(target).mtimeMs > newest) continue;
    const recordings: Recording[] = [];
    for (const seat of [0, null]) recordings.push(await play(engine, game, seat, 5));
    writeFileSync(target, JSON.stringify(recordings));
  }
  return FIXTURES;
}

async function play(binary: string, game: string, seat: number | null, seed: number): Promise<Recording> {
  const engine = new Engine(binary, gameFile(game));
  const get = async (request: object) => {
    const answer = await engine.ask(request);
    if (!answer.ok) throw new Error(`${game}: ${JSON.stringify(request)}: ${answer.error?.message}`);
    return answer;
  };
  const who = seat === null ? {} : { seat };
  const as = seat === null ? {} : { as: seat };
  const started = await get({ cmd: "new", seed });
  const legend = (await get({ cmd: "legend" })).legend as Legend;
  const moments: Moment[] = [];
  let isOver = started.over === true;
  for (let at = 0; !isOver && at <= WINDOWS[WINDOWS.length - 1]![1]; at++) {
    const window = WINDOWS.find(([from, to]) => at >= from && at <= to);
    const moment = window ? await look(get, who, as, at, at === window[1]) : null;
    const { seats } = (await get({ cmd: "ask" })) as unknown as { seats: number[] };
    const answer = await get({ cmd: "bot", bot: "random", seed: seed * 1000 + at, seat: seats[0], ...as });
    isOver = answer.over === true;
    if (!moment) continue;
    Object.assign(moment, { log: answer.log, trace: answer.trace });
    moments.push(moment);
    if (isOver) moments.push(await look(get, who, as, at + 1, true));
  }
  engine.close();
  return { game, players: started.players as number, seat, legend, moments };
}

async function look(
  get: (request: object) => Promise<Record<string, unknown>>,
  who: { seat?: number },
  as: { as?: number },
  at: number,
  isLast: boolean,
): Promise<Moment> {
  const table = (await get({ cmd: "table", ...who, ...as })).table as WireTable;
  const ask = who.seat === undefined ? null : askOf(await get({ cmd: "ask", ...who, ...as }));
  return { at, table, ask, log: [], trace: [], isLast };
}
