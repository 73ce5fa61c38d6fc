// A page's connection to one match: it greets, resumes where it was cut off, sends again what was not answered, and
// keeps the table as the server tells it. It knows no Svelte and no browser: socket, clock and chance are given to it.

import type { Legend } from "../model/legend";
import { type Entry, type Moment, type Step, type Table, tableOf } from "../model/table";
import type { Ask, Part } from "../model/tree";
import { apply, unorderedZones } from "../pure/apply";
import { lastLike } from "../pure/back";
import type { Translate } from "../pure/translate";
import { askIn, calledIn, logIn, toldIn, translated, translatorOf } from "../pure/translated";
import {
  type ByeWhy,
  type Code,
  type FromClient,
  type FromServer,
  type Id,
  type Now,
  type People,
  PROTO,
  type Rematch,
  type Said,
  type SentStep,
  type SentTable,
  type Welcome,
} from "./messages";

export interface Socket {
  send(text: string): void;
  close(): void;
}

export interface Heard {
  onopen(): void;
  onmessage(text: string): void;
  onclose(): void;
}

/** What a connection needs of the world around it. */
export interface World {
  connect(heard: Heard): Socket;
  /** Calls back after so many milliseconds, unless it is called off. */
  after(ms: number, what: () => void): () => void;
  /** A number from 0 up to 1. */
  chance(): number;
  id(): Id;
  now(): number;
}

export type LinkState = "connecting" | "open" | "lost" | "ended";

/** A bot goes on for somebody, whoever left is back, or something was taken back, behind what was told with step `v`. */
export interface Changed {
  v: number;
  what: "botPlaysFor" | "playsAgain" | "wasTakenBack" | "wasTakenBackBy";
  /** None where nobody knows who has taken it back. */
  who: string;
}

/** All that a page knows of a match; replaced as a whole. */
export interface Told {
  link: LinkState;
  why: ByeWhy | null;
  v: number;
  seat: number | null;
  legend: Legend | null;
  table: Table | null;
  trace: readonly Step[];
  log: readonly Entry[];
  ask: Ask | null;
  now: Now;
  people: People | null;
  /** When `now` was told, on this page's clock. */
  since: number;
  chat: readonly Said[];
  changes: readonly Changed[];
  /** The match that follows this one. */
  next: Rematch | null;
  /** What the server refused, in words; gone with the next move. */
  refusal: { code: Code; why: string } | null;
  /** Moves that were made and not answered yet. */
  unsent: number;
}

export interface Greeting {
  match: string;
  token?: string;
  /** The language that what the game says is to be in, where its author has put it into that. */
  language?: string;
}

/** What the engine says where the rules give no reason; the page has its own words for it. */
const NO_REASON = "not possible now";

const PING = 5000;
const SILENCE = 9000;
/** How long to wait for a step that was left out before asking for all again. */
const GAP = 500;
/** So many tables are kept, to see how far back a step leads. */
const MOST_SEEN = 300;
const [RETRY, MOST_RETRY] = [300, 8000];

export type Wish = "resign" | "draw" | "back" | "rematch";

type Pending = { message: FromClient; answer?: (message: FromServer | null) => void };

export const NOTHING: Told = {
  link: "connecting",
  why: null,
  v: 0,
  seat: null,
  legend: null,
  table: null,
  trace: [],
  log: [],
  ask: null,
  now: { waiting: [] },
  people: null,
  since: 0,
  chat: [],
  changes: [],
  next: null,
  refusal: null,
  unsent: 0,
};

export class Connection {
  told: Told = NOTHING;
  #world: World;
  #greeting: Greeting;
  #onchange: (told: Told) => void;
  #onkept: () => void;
  #socket: Socket | null = null;
  #isGreeted = false;
  /** What was sent and not answered, in order; sent again under the same number. */
  #pending = new Map<Id, Pending>();
  #isUnordered: ReturnType<typeof unorderedZones> | null = null;
  #tries = 0;
  /** Counts sockets: what an older one still says is not heard. */
  #opened = 0;
  #heardAt = 0;
  #timers = new Map<string, () => void>();
  /** The hash of the legend that was told. */
  #rules: string | null = null;
  #language: string | null;
  /** The legend as the server has told it. */
  #asSent: Legend | null = null;
  #translate: Translate = (text) => text;
  /** The last question that this seat was asked. */
  #q = 0;
  /** The last tables, with how much of the log was told by then. */
  #seen: { table: Table; entries: number }[] = [];
  /** Whether this page has asked for a step back. */
  #isUndoing = false;

  /** `onkept` hears when the server keeps something that was done here. */
  constructor(
    world: World,
    greeting: Greeting,
    onchange: (told: Told) => void,
    onkept: () => void = () => {},
  ) {
    this.#world = world;
    this.#greeting = greeting;
    this.#onchange = onchange;
    this.#onkept = onkept;
    this.#language = greeting.language ?? null;
    this.#connect();
  }

  // ------------------------------------------------------------------------------------------------ what one wishes

  /** Makes a move; once the line is there, if it is not. */
  play(path: Part[]): void {
    const q = this.told.ask?.q;
    if (q === undefined) return;
    this.#tell({ ask: null, refusal: null });
    this.#request((id) => ({ play: { id, q, path } }));
  }

  undo(to?: number): void {
    this.#isUndoing = true;
    this.#tell({ refusal: null });
    this.#request((id) => ({ undo: { id, ...(to !== undefined && { to }) } }));
  }

  /** Takes back the own choice that the others do not know yet. */
  unseal(): void {
    const q = this.#q;
    this.#request((id) => ({ unseal: { id, q } }));
  }

  vote(of: number, yes: boolean): void {
    this.#request((id) => ({ vote: { id, of, yes } }));
  }

  /** What needs no more than its name: gives up, offers a draw, takes the seat back from a bot, asks for another match. */
  ask(what: Wish): void {
    this.#tell({ refusal: null });
    this.#request((id) => ({ [what]: { id } }) as FromClient);
  }

  /** All that the game says in another language: greeted anew, the server tells it again. */
  read(language: string): void {
    if (language === this.#language) return;
    this.#language = language;
    if (this.told.legend === null || this.told.link === "ended") return;
    this.#rules = null;
    this.#again();
  }

  say(text: string): void {
    this.#request((id) => ({ chat: { id, text } }));
  }

  /** What may come behind the first parts of a move; null where the question is gone. */
  async part(path: Part[]): Promise<Ask | null> {
    const q = this.told.ask?.q;
    if (q === undefined) return null;
    const answer = await this.#answered((id) => ({ part: { id, q, path } }));
    return answer && "part" in answer ? answer.part : null;
  }

  async why(path: Part[]): Promise<string | null> {
    const q = this.told.ask?.q;
    if (q === undefined) return null;
    const answer = await this.#answered((id) => ({ why: { id, q, path } }));
    const line = answer && "why" in answer && !answer.why.legal ? answer.why.lines?.[0] : undefined;
    return line === undefined || line === NO_REASON ? null : line;
  }

  /** The last tables with fewer moves, as this viewer saw them; null where nothing is told of them. */
  async past(before: number): Promise<Moment[] | null> {
    const answer = await this.#answered((id) => ({ past: { id, before } }));
    if (!answer || !("past" in answer)) return null;
    return answer.past.moments.map(({ moves, table, trace = [] }) => ({
      moves,
      trace,
      table: tableOf(table),
    }));
  }

  close(): void {
    this.#end("ended", null);
  }

  /** Tries again at once, where the line is cut. */
  retry(): void {
    if (this.told.link === "open") return;
    this.#tries = 0;
    this.#stop("retry");
    this.#connect();
  }

  #request(make: (id: Id) => FromClient, answer?: Pending["answer"]): void {
    const id = this.#world.id();
    const pending: Pending = { message: make(id), ...(answer && { answer }) };
    this.#pending.set(id, pending);
    this.#tell({ unsent: this.#moves() });
    if (this.#isGreeted) this.#send(pending.message);
  }

  #answered(make: (id: Id) => FromClient): Promise<FromServer | null> {
    return new Promise((done) => this.#request(make, done));
  }

  #moves(): number {
    return [...this.#pending.values()].filter(({ message }) => "play" in message).length;
  }

  // ------------------------------------------------------------------------------------------------------ the line

  #connect(): void {
    this.#isGreeted = false;
    const opened = ++this.#opened;
    const isMine = () => opened === this.#opened && this.told.link !== "ended";
    this.#socket = this.#world.connect({
      onopen: () => isMine() && this.#greet(),
      onmessage: (text) => isMine() && this.#hear(text),
      onclose: () => isMine() && this.#lost(),
    });
  }

  #greet(): void {
    this.#heardAt = this.#world.now();
    const { match, token } = this.#greeting;
    const has = this.told.table !== null && this.#rules !== null;
    this.#send({
      hello: {
        proto: PROTO,
        match,
        ...(token && { token }),
        ...(has && { have: this.told.v }),
        // The server tells the legend to whoever names another one.
        legend: this.#rules ?? "",
      },
    });
    this.#timer("ping", PING, () => this.#ping());
  }

  #ping(): void {
    if (this.#world.now() - this.#heardAt > SILENCE) {
      this.#socket?.close();
      return this.#lost();
    }
    this.#send({ ping: { t: this.#world.now() } });
    this.#timer("ping", PING, () => this.#ping());
  }

  /** Again after a while, later each time, and not all pages at once. */
  #lost(after?: number): void {
    for (const name of ["ping", "gap"]) this.#stop(name);
    this.#socket = null;
    this.#opened++;
    this.#isGreeted = false;
    this.#tries++;
    const wait = after ?? Math.min(MOST_RETRY, RETRY * 2 ** (this.#tries - 1));
    this.#tell({ link: "lost" });
    this.#timer("retry", wait * (0.75 + this.#world.chance() / 2), () => this.#connect());
  }

  #end(link: "ended", why: ByeWhy | null): void {
    for (const name of [...this.#timers.keys()]) this.#stop(name);
    for (const { answer } of this.#pending.values()) answer?.(null);
    this.#pending.clear();
    this.#tell({ link, why, ask: null, unsent: 0 });
    this.#socket?.close();
    this.#socket = null;
  }

  #send(message: FromClient): void {
    this.#socket?.send(JSON.stringify(message));
  }

  #timer(name: string, ms: number, what: () => void): void {
    this.#stop(name);
    this.#timers.set(name, this.#world.after(ms, what));
  }

  #stop(name: string): void {
    this.#timers.get(name)?.();
    this.#timers.delete(name);
  }

  #tell(now: Partial<Told>): void {
    this.told = { ...this.told, ...now };
    this.#onchange(this.told);
  }

  // ------------------------------------------------------------------------------------------------- what one hears

  #hear(text: string): void {
    this.#heardAt = this.#world.now();
    const message = JSON.parse(text) as FromServer;
    if ("welcome" in message) return this.#welcome(message.welcome);
    if ("step" in message) return this.#step(this.#read(message.step, this.told.legend));
    if ("ask" in message) {
      this.#q = message.ask.q;
      return this.#tell({ ask: askIn(message.ask, this.#translate) });
    }
    if ("people" in message) return this.#people(this.#named(message.people));
    if ("chat" in message) return this.#said(message.chat);
    if ("rematch" in message) return this.#tell({ next: message.rematch });
    if ("bye" in message) return this.#bye(message.bye);
    if ("ack" in message) {
      this.#settle(message.ack.id, message);
      return this.#onkept();
    }
    if ("no" in message) return this.#refused(toldIn(message.no, this.#translate));
    if ("part" in message) {
      return this.#settle(message.part.id, { part: askIn(message.part, this.#translate) });
    }
    if ("why" in message) return this.#settle(message.why.id, toldIn(message, this.#translate));
    if ("past" in message) return this.#settle(message.past.id, toldIn(message, this.#translate));
  }

  /** What one reads of it in one's language; what somebody wrote stays in the log as it is. */
  #read<T extends { log?: Entry[] }>(sent: T, legend: Legend | null | undefined): T {
    const told = toldIn(sent, this.#translate);
    return sent.log ? { ...told, log: logIn(sent.log, legend ?? undefined, this.#translate) } : told;
  }

  #welcome({ legend: sent, ...welcome }: Welcome): void {
    const legend = sent && (this.#language ? translated(sent, this.#language) : sent);
    if (sent && legend) {
      this.#asSent = sent;
      this.#isUnordered = unorderedZones(legend);
      this.#translate = translatorOf(legend);
    }
    const known = legend ?? this.told.legend;
    const { v, seat, rules, table, trace, log = [], steps = [], now } = this.#read(welcome, known);
    this.#isGreeted = true;
    this.#tries = 0;
    this.#rules = rules;
    this.#tell({
      link: "open",
      why: null,
      seat: seat ?? null,
      now,
      since: this.#world.now(),
      ask: null,
      ...(legend && { legend }),
      ...(table && { v, trace: this.told.table ? [] : (trace ?? []), ...this.#whole(table) }),
    });
    if (table) {
      this.#tell({ log: shownOf(log, (i) => steps[i] ?? 0) });
      this.#seen = [];
    }
    this.#note();
    for (const { message } of this.#pending.values()) this.#send(message);
  }

  #whole(table: SentTable): Partial<Told> {
    return { table: tableOf(table) };
  }

  #step(step: SentStep): void {
    const { table, v } = this.told;
    if (step.v <= v) return;
    const isCut = step.trace?.at(-1)?.do === "anew";
    if (step.v > v + 1 || (!step.table && (!table || !this.#isUnordered || isCut))) {
      // Something was left out: greeted anew, the server tells it.
      if (!this.#timers.has("gap")) this.#timer("gap", GAP, () => this.#again());
      return;
    }
    this.#stop("gap");
    const trace = step.trace ?? [];
    const made = step.table ? this.#whole(step.table) : { table: apply(table!, trace, this.#isUnordered!) };
    const isBack = step.table !== undefined && trace.length === 0 && !step.log?.length;
    const log = isBack
      ? this.#logUntil(made.table!)
      : [...this.told.log, ...shownOf(step.log ?? [], () => step.v)];
    const changes = isBack ? [...this.told.changes, { ...this.#takenBack(), v: step.v }] : this.told.changes;
    const isDecided = !step.now.waiting.some((w) => w.seat === this.told.seat && !w.chosen);
    this.#tell({
      v: step.v,
      trace,
      log,
      changes,
      now: step.now,
      since: this.#world.now(),
      ...made,
      ...(isDecided && { ask: null }),
      // What was refused was another moment.
      refusal: null,
    });
    this.#note();
  }

  #note(): void {
    const { table, log } = this.told;
    if (!table || this.#seen.at(-1)?.table === table) return;
    this.#seen = [...this.#seen.slice(-MOST_SEEN + 1), { table, entries: log.length }];
  }

  /** The log as it was when the table was last like this one. */
  #logUntil(table: Table): readonly Entry[] {
    const { log, now, seat } = this.told;
    const at = lastLike(
      this.#seen.map((seen) => seen.table),
      table,
    );
    const isMine = this.#isUndoing && now.vote === undefined;
    this.#isUndoing = false;
    if (at >= 0) {
      const { entries } = this.#seen[at]!;
      this.#seen = this.#seen.slice(0, at);
      return log.slice(0, entries);
    }
    this.#seen = [];
    // It was before this page was there: the last choice of who went back, or of whoever chose last.
    const chose = log.findLast(({ by }) => by !== undefined)?.by;
    const by = now.vote?.by ?? (isMine && seat !== null ? seat : chose);
    const last = log.findLastIndex((entry) => entry.by === by && by !== undefined);
    return last < 0 ? log : log.slice(0, last);
  }

  /** Lines come again to who greets again. */
  #said(line: Said): void {
    const others = this.told.chat.filter(({ n }) => n !== line.n);
    this.#tell({ chat: [...others, line].sort((a, b) => a.n - b.n) });
  }

  /** Whoever has no name is called by the seat. */
  #named(people: People): People {
    const [asSent, { legend }] = [this.#asSent, this.told];
    if (!asSent || !legend) return people;
    const seats = people.seats.map((one, seat) => ({
      ...one,
      name: calledIn(one.name, seat, asSent, legend),
    }));
    return { ...people, seats };
  }

  /** Who was asked about is known; whoever was not asked for anything has done it alone. */
  #takenBack(): Pick<Changed, "what" | "who"> {
    const { vote } = this.told.now;
    const who = vote && vote.kind === "undo" ? (this.told.people?.seats[vote.by]?.name ?? "") : "";
    return who ? { what: "wasTakenBackBy", who } : { what: "wasTakenBack", who };
  }

  #people(people: People): void {
    const before = this.told.people?.seats ?? [];
    const { v } = this.told;
    const changes = people.seats.flatMap(({ bot = false, name }, seat): Changed[] => {
      const was = before[seat];
      // A seat that nobody had yet is given to a bot when the match is opened.
      if (!was || (was.bot ?? false) === bot || (bot && !was.name)) return [];
      return [{ what: bot ? "botPlaysFor" : "playsAgain", who: bot ? was.name : name, v }];
    });
    this.#tell({ people, changes: [...this.told.changes, ...changes] });
  }

  #again(): void {
    this.#stop("gap");
    this.#socket?.close();
    this.#lost(0);
  }

  #settle(id: Id, message: FromServer): void {
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    pending?.answer?.(message);
    this.#tell({ unsent: this.#moves() });
  }

  #refused({ id, code, why }: { id: Id; code: Code; why: string }): void {
    const pending = this.#pending.get(id);
    if (!pending) return;
    // What may go through later is sent again under its number.
    if (code === "busy" || code === "storage") {
      this.#timer(`again ${id}`, 1000, () => this.#send(pending.message));
      return this.#tell({ refusal: { code, why } });
    }
    this.#settle(id, { no: { id, code, why } });
    if (pending.answer) return;
    this.#tell({ refusal: { code, why } });
    // The question was taken off when the move was made; greeted anew, the server asks it again.
    if ("play" in pending.message && code !== "over") this.#again();
  }

  #bye({ why, retry }: { why: ByeWhy; retry?: number }): void {
    if (retry === undefined) return this.#end("ended", why);
    this.#tell({ why });
    this.#lost(retry);
  }
}

/** What of the log is shown, each entry with the step that it came with. */
const shownOf = (log: readonly Entry[], stepOf: (i: number) => number): Entry[] =>
  log.map((entry, i) => ({ ...entry, v: stepOf(i) })).filter((entry) => !entry.sealed);
