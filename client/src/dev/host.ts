// The host of the development page: games and matches through the bridge.

import type { GameEntry } from "../app/games";
import type { Host, Record as MatchRecord, Still, Wish } from "../app/host";
import { kept } from "../app/kept.svelte";
import type { Legend } from "../model/legend";
import { settingOf } from "../model/setting";
import { tableOf, type WireTable } from "../model/table";
import { Match } from "./match.svelte";
import { get, post } from "./post";

export const host: Host = {
  async games() {
    return (await get("/games", {})).games as GameEntry[];
  },

  async game(name) {
    const answer = await post("/game", { game: name });
    return answer.ok ? (answer.game as GameEntry | null) : null;
  },

  async rules(game) {
    return String((await get("/rules", { game })).text);
  },

  async still(game): Promise<Still> {
    const answer = await get("/still", { game });
    const [legend, table] = [answer.legend as Legend, tableOf(answer.table as WireTable)];
    return { legend, table, setting: settingOf(legend, table, null) };
  },

  async start(game: string, { players, seed, seats, pause = 500 }: Wish) {
    const match = String((await get("/open", { game })).match);
    const chosen = seed ?? Math.floor(Math.random() * 1e9);
    await get("/ask", { match, request: { cmd: "new", seed: chosen, ...(players && { players }) } });
    const live = await Match.open(match, { seats, pause });
    if (!live) throw new Error("the match has not begun");
    kept.keep({ match, game, begun: Date.now(), seats });
    return { match, live };
  },

  join(match) {
    return Match.open(match, { seats: kept.of(match)?.seats ?? "mine", pause: 500 });
  },

  async record(match): Promise<MatchRecord | null> {
    const game = kept.of(match)?.game;
    const saved = await post("/ask", { match, request: { cmd: "save" } });
    if (!saved.ok || !game) return null;
    const copy = String((await get("/open", { game })).match);
    const ask = (request: object) => get("/ask", { match: copy, request });
    const whole = saved.match as { steps: object[]; hash?: string };
    return {
      length: whole.steps.length,
      game,
      async at(step, seat) {
        const { hash: _, ...open } = whole;
        await ask({
          cmd: "load",
          match: step < whole.steps.length ? { ...open, steps: whole.steps.slice(0, step) } : whole,
        });
        const eyes = seat === null ? {} : { seat, as: seat };
        const legend = (await ask({ cmd: "legend" })).legend as Legend;
        const table = tableOf((await ask({ cmd: "table", ...eyes })).table as WireTable);
        const setting = settingOf(legend, table, seat);
        return { legend, table, setting, trace: [], ask: null, seat, waiting: [], result: null, log: [] };
      },
      close: () => void post("/close", { match: copy }),
    };
  },
};
