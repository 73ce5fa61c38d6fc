// A match on the development page: one person against bots, through the bridge. What a server will do later; so this
// module alone knows requests of the engine.

import type { Legend } from "../model/legend";
import { type Setting, settingOf, type View } from "../model/setting";
import { type Entry, type Step, type Table, tableOf, type WireTable } from "../model/table";
import { type Ask, askOf, type Part } from "../model/tree";

type Answer = { ok: boolean; error?: { code: string; message: string } } & Record<string, unknown>;

async function post(path: string, body: object): Promise<Answer> {
  const response = await fetch(`/engine${path}`, { method: "POST", body: JSON.stringify(body) });
  return (await response.json()) as Answer;
}

export async function games(): Promise<{ games: string[]; engine: boolean }> {
  return (await post("/games", {})) as unknown as { games: string[]; engine: boolean };
}

const wait = (ms: number) => new Promise((done) => setTimeout(done, ms));

/** All that a page shows of a match at one moment; replaced as a whole. */
export interface Shown {
  legend: Legend;
  setting: Setting;
  table: Table;
  trace: Step[];
  ask: Ask | null;
  /** Whether others must decide before the viewer can. */
  isWaiting: boolean;
  result: { winners: number[]; scores: number[]; how?: string } | null;
}

export class Match {
  shown = $state.raw<Shown | null>(null);
  log = $state.raw<Entry[]>([]);
  error = $state<string | null>(null);
  readonly seat: number;
  #id = "";
  /** The first parts of a move whose others are asked for one by one. */
  #before: Part[] = [];
  #bots = 0;
  #isBusy = false;
  #isClosed = false;
  /** How long bots wait before they move. */
  pause = 500;

  private constructor(seat: number) {
    this.seat = seat;
  }

  static async start(game: string, seed: number, players?: number): Promise<Match> {
    const match = new Match(0);
    const opened = await post("/open", { game });
    if (!opened.ok) throw new Error(opened.error?.message);
    match.#id = String(opened.match);
    await match.#get({ cmd: "new", seed, ...(players && { players }) });
    const legend = (await match.#get({ cmd: "legend" })).legend as Legend;
    await match.#look(legend, []);
    void match.#run();
    return match;
  }

  close(): void {
    this.#isClosed = true;
  }

  async play(rest: Part[]): Promise<void> {
    const ask = this.shown?.ask;
    if (!ask || this.#isBusy) return;
    this.#isBusy = true;
    try {
      const path = [...this.#before, ...rest];
      const answer = await this.#ask({ cmd: "play", path, q: ask.q, seat: this.seat, as: this.seat });
      if (answer.ok) await this.#happened(answer);
      else this.error = answer.error?.message ?? null;
    } finally {
      this.#isBusy = false;
    }
    void this.#run();
  }

  /** Asks for what may follow the first parts of a move, where that was not told. */
  async want(rest: Part[]): Promise<void> {
    const { shown } = this;
    if (!shown?.ask) return;
    const path = [...this.#before, ...rest];
    const answer = await this.#ask({ cmd: "part", path, q: shown.ask.q, seat: this.seat, as: this.seat });
    const ask = answer.ok ? askOf(answer) : null;
    if (!ask) {
      this.error = answer.error?.message ?? null;
      return;
    }
    this.#before = path;
    this.shown = { ...shown, ask, trace: [] };
  }

  /** Why something that was tapped may not be picked: what the rules say, or null where they say nothing. */
  async why(path: Part[]): Promise<string | null> {
    const answer = await this.#ask({ cmd: "why", path, seat: this.seat, as: this.seat });
    const lines = answer.lines as string[] | undefined;
    return answer.ok && answer.legal === false
      ? (lines?.find((l) => l !== "not possible now") ?? null)
      : null;
  }

  /** Back to the viewer's last decision. */
  async undo(): Promise<void> {
    if (this.#isBusy || !this.shown) return;
    this.#isBusy = true;
    try {
      for (let n = 0; n < 200; n++) {
        if (!(await this.#ask({ cmd: "undo" })).ok) break;
        const { seats } = await this.#deciders();
        if (seats.includes(this.seat)) break;
      }
      this.log = [];
      await this.#look(this.shown.legend, []);
    } finally {
      this.#isBusy = false;
    }
    void this.#run();
  }

  async #ask(request: object): Promise<Answer> {
    return post("/ask", { match: this.#id, request });
  }

  async #get(request: object): Promise<Answer> {
    const answer = await this.#ask(request);
    if (!answer.ok) throw new Error(answer.error?.message);
    return answer;
  }

  async #deciders(): Promise<{ seats: number[]; over: boolean }> {
    return (await this.#get({ cmd: "moves", stepwise: true })) as unknown as {
      seats: number[];
      over: boolean;
    };
  }

  /** Bots move until the viewer has to. */
  async #run(): Promise<void> {
    if (this.#isBusy || this.#isClosed) return;
    this.#isBusy = true;
    try {
      for (;;) {
        const { seats, over } = await this.#deciders();
        const bot = seats.find((s) => s !== this.seat);
        if (over || bot === undefined || this.#isClosed) break;
        if (!seats.includes(this.seat)) await wait(this.pause);
        await this.#happened(
          await this.#get({ cmd: "bot", bot: "random", seat: bot, seed: ++this.#bots, as: this.seat }),
        );
      }
    } catch (e) {
      this.error = String(e);
    } finally {
      this.#isBusy = false;
    }
  }

  async #happened(answer: Answer): Promise<void> {
    const log = (answer.log ?? []) as Entry[];
    const trace = (answer.trace ?? []) as Step[];
    this.log = [...this.log, ...log.filter((entry) => !entry.sealed)];
    this.error = null;
    await this.#look(this.shown!.legend, trace);
  }

  async #look(legend: Legend, trace: Step[]): Promise<void> {
    const [seat, as] = [this.seat, this.seat];
    const table = tableOf((await this.#get({ cmd: "table", seat, as })).table as WireTable);
    const setting = settingOf(legend, (await this.#get({ cmd: "view", seat, as })).view as View);
    this.#before = [];
    const ask = table.over ? null : askOf(await this.#get({ cmd: "ask", seat, as }));
    const result = table.over ? ((await this.#get({ cmd: "result" })) as unknown as Shown["result"]) : null;
    this.shown = { legend, setting, table, trace, ask, isWaiting: !ask && !table.over, result };
  }
}
