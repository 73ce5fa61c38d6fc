// A match on the development page, through the bridge: one person against bots, or all seats on one screen. What a
// server does otherwise; so this module and the host beside it alone know requests of the engine.

import type { Live, Result, Shown } from "../live/live";
import type { Legend } from "../model/legend";
import { settingOf } from "../model/setting";
import { type Entry, type Step, tableOf, type WireTable } from "../model/table";
import { askOf, type Part } from "../model/tree";
import { type Answer, post } from "./post";

const wait = (ms: number) => new Promise((done) => setTimeout(done, ms));

export interface Seating {
  seats: "mine" | "all";
  /** How long bots wait before they move. */
  pause: number;
}

export class Match implements Live {
  shown = $state.raw<Shown | null>(null);
  log = $state.raw<readonly Entry[]>([]);
  notice = $state<string | null>(null);
  cover = $state<number | null>(null);
  coverName = $state<string | null>(null);
  isSending = $state(false);
  readonly link = "open";
  readonly farewell = null;
  #id: string;
  #legend: Legend;
  #seating: Seating;
  /** Whose eyes the table is seen with. */
  #viewer = 0;
  /** The first parts of a move whose others are asked for one by one. */
  #before: Part[] = [];
  #bots = 0;
  #isBusy = false;
  #isClosed = false;

  private constructor(id: string, legend: Legend, seating: Seating) {
    this.#id = id;
    this.#legend = legend;
    this.#seating = seating;
  }

  /** A match that the bridge has; null where it has none of that name. */
  static async open(id: string, seating: Seating): Promise<Match | null> {
    const told = await post("/ask", { match: id, request: { cmd: "legend" } });
    if (!told.ok) return null;
    const match = new Match(id, told.legend as Legend, seating);
    await match.#look([]);
    void match.#run();
    return match;
  }

  close(): void {
    this.#isClosed = true;
  }

  retry(): void {
    void this.#run();
  }

  play(rest: Part[]): void {
    const ask = this.shown?.ask;
    if (!ask || this.#isBusy) return;
    const path = [...this.#before, ...rest];
    void this.#busy(async () => {
      const answer = await this.#ask({ cmd: "play", path, q: ask.q, ...this.#eyes() });
      if (answer.ok) await this.#happened(answer);
      else this.notice = answer.error?.message ?? null;
    });
  }

  want(rest: Part[]): void {
    const { shown } = this;
    if (!shown?.ask) return;
    const path = [...this.#before, ...rest];
    void this.#ask({ cmd: "part", path, q: shown.ask.q, ...this.#eyes() }).then((answer) => {
      const ask = answer.ok ? askOf(answer) : null;
      if (!ask) this.notice = answer.error?.message ?? null;
      else {
        this.#before = path;
        this.shown = { ...shown, ask, trace: [] };
      }
    });
  }

  async why(path: Part[]): Promise<string | null> {
    const answer = await this.#ask({ cmd: "why", path, ...this.#eyes() });
    const lines = answer.lines as string[] | undefined;
    return answer.ok && answer.legal === false
      ? (lines?.find((l) => l !== "not possible now") ?? null)
      : null;
  }

  /** Back to the viewer's last decision. */
  undo(): void {
    if (this.#isBusy || !this.shown) return;
    void this.#busy(async () => {
      for (let n = 0; n < 200; n++) {
        if (!(await this.#ask({ cmd: "undo" })).ok) break;
        const { seats } = await this.#deciders();
        if (this.#seating.seats === "all" || seats.includes(this.#viewer)) break;
      }
      await this.#look([]);
    });
  }

  /** The next player has the device. */
  uncover(): void {
    if (this.cover === null) return;
    this.#viewer = this.cover;
    this.cover = null;
    void this.#busy(() => this.#look([]));
  }

  #eyes = () => ({ seat: this.#viewer, as: this.#viewer });

  async #busy(what: () => Promise<void>): Promise<void> {
    this.#isBusy = this.isSending = true;
    try {
      await what();
    } catch (e) {
      this.notice = String(e);
    } finally {
      this.#isBusy = this.isSending = false;
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
    return (await this.#get({ cmd: "ask" })) as unknown as { seats: number[]; over: boolean };
  }

  /** Bots move until the viewer has to, or the device goes on to who has to. */
  async #run(): Promise<void> {
    if (this.#isBusy || this.#isClosed || this.cover !== null) return;
    this.#isBusy = true;
    try {
      for (;;) {
        const { seats, over } = await this.#deciders();
        if (over || seats.length === 0 || this.#isClosed) break;
        if (this.#seating.seats === "all") {
          if (!seats.includes(this.#viewer)) await this.#handOver(seats[0]!);
          break;
        }
        const bot = seats.find((s) => s !== this.#viewer);
        if (bot === undefined) break;
        if (!seats.includes(this.#viewer)) await wait(this.#seating.pause);
        await this.#happened(
          await this.#get({ cmd: "bot", bot: "random", seat: bot, seed: ++this.#bots, as: this.#viewer }),
        );
      }
    } catch (e) {
      this.notice = String(e);
    } finally {
      this.#isBusy = false;
    }
  }

  /** Where anything is hidden, nothing of the next player's is fetched before that one has the device. */
  async #handOver(seat: number): Promise<void> {
    if (!this.#legend.secret) {
      this.#viewer = seat;
      return this.#look(this.shown?.trace ?? []);
    }
    await wait(this.#seating.pause);
    this.coverName = this.shown?.setting.seats[seat]?.name ?? null;
    this.cover = seat;
    this.shown = null;
  }

  async #happened(answer: Answer): Promise<void> {
    const log = (answer.log ?? []) as Entry[];
    this.log = [...this.log, ...log.filter((entry) => !entry.sealed)];
    this.notice = null;
    await this.#look((answer.trace ?? []) as Step[]);
  }

  async #look(trace: readonly Step[]): Promise<void> {
    const eyes = this.#eyes();
    const table = tableOf((await this.#get({ cmd: "table", ...eyes })).table as WireTable);
    const setting = settingOf(this.#legend, table, eyes.seat ?? null);
    this.#before = [];
    const ask = table.over ? null : askOf(await this.#get({ cmd: "ask", ...eyes }));
    const result = table.over ? ((await this.#get({ cmd: "result" })) as unknown as Result) : null;
    const waiting = table.over ? [] : (await this.#deciders()).seats;
    this.shown = { legend: this.#legend, setting, table, trace, ask, seat: this.#viewer, waiting, result };
  }
}
