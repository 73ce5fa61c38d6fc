// A match on a server with the eyes of one seat, or of somebody who looks on, over one WebSocket.

import { named, settingOf } from "../model/setting";
import type { Entry, Moment } from "../model/table";
import type { Ask, Part } from "../model/tree";
import { Connection, type Greeting, NOTHING, type Told, type Wish, type World } from "./connection";
import type { Around, Live, Result, Shown } from "./live";
import type { Now, People, Rematch } from "./messages";

export class RemoteMatch implements Live {
  #told = $state.raw<Told>(NOTHING);
  /** What follows the first parts of a move, where that had to be asked for. */
  #deeper = $state.raw<{ before: Part[]; ask: Ask } | null>(null);
  #line: Connection;
  readonly cover = null;
  readonly coverName = null;

  constructor(world: World, greeting: Greeting, onkept?: () => void) {
    const hear = (told: Told) => {
      if (told.ask?.q !== this.#deeper?.ask.q) this.#deeper = null;
      this.#told = told;
    };
    this.#line = new Connection(world, greeting, hear, onkept);
    this.#told = this.#line.told;
  }

  #legend = $derived.by(() => this.#told.legend);
  #table = $derived.by(() => this.#told.table);
  #seat = $derived.by(() => this.#told.seat);
  /** As one text, so that only a new name is a change. */
  #names = $derived.by(() => namesOf(this.#told.people).join("\n"));
  #setting = $derived.by(() => {
    if (!this.#legend || !this.#table) return null;
    const setting = settingOf(this.#legend, this.#table, this.#seat);
    return named(setting, this.#names.split("\n"));
  });
  #trace = $derived.by(() => this.#told.trace);
  #ask = $derived.by(() => this.#deeper?.ask ?? this.#told.ask);
  #now = $derived.by(() => this.#told.now);
  #shown = $derived.by((): Shown | null => {
    const [legend, table, setting] = [this.#legend, this.#table, this.#setting];
    if (!legend || !table || !setting) return null;
    const waiting = this.#now.waiting.filter((w) => !w.chosen).map((w) => w.seat);
    const result = resultOf(this.#now);
    const { moves = 0 } = this.#now;
    return {
      legend,
      table,
      setting,
      trace: this.#trace,
      moves,
      v: this.#told.v,
      ask: this.#ask,
      seat: this.#seat,
      waiting,
      result,
    };
  });
  #around = $derived.by((): Around => {
    const { since, people, chat, changes } = this.#told;
    return { now: this.#now, since, people, chat, changes };
  });

  get shown(): Shown | null {
    return this.#shown;
  }
  get around(): Around {
    return this.#around;
  }
  get log(): readonly Entry[] {
    return this.#told.log;
  }
  /** Counts the steps that this viewer was told. */
  get step(): number {
    return this.#told.v;
  }
  get notice(): string | null {
    return this.#told.refusal?.why ?? null;
  }
  get link() {
    return this.#told.link;
  }
  get farewell() {
    return this.#told.why;
  }
  get isSending(): boolean {
    return this.#told.unsent > 0;
  }
  get next(): Rematch | null {
    return this.#told.next;
  }
  /** Before the own first choice there is nothing to take back. */
  get mayUndo(): boolean {
    const hasChosen = this.#told.log.some(({ by }) => by !== undefined && by === this.#seat);
    return hasChosen && this.#now.result === undefined;
  }

  play(rest: Part[]): void {
    const before = this.#deeper?.before ?? [];
    this.#deeper = null;
    this.#line.play([...before, ...rest]);
  }

  want(rest: Part[]): void {
    const before = [...(this.#deeper?.before ?? []), ...rest];
    void this.#line.part(before).then((ask) => {
      if (ask) this.#deeper = { before, ask };
    });
  }

  why(path: Part[]): Promise<string | null> {
    return this.#line.why(path);
  }
  past(before: number): Promise<readonly Moment[] | null> {
    return this.#line.past(before);
  }
  undo(): void {
    this.#line.undo();
  }
  unseal(): void {
    this.#line.unseal();
  }
  vote(isYes: boolean): void {
    const { vote } = this.#now;
    if (vote) this.#line.vote(vote.of, isYes);
  }
  wish(what: Wish): void {
    this.#line.ask(what);
  }
  say(line: string): void {
    this.#line.say(line);
  }
  read(language: string): void {
    this.#line.read(language);
  }
  uncover(): void {}
  retry(): void {
    this.#line.retry();
  }
  close(): void {
    this.#line.close();
  }
}

export function resultOf({ result }: Now): Result | null {
  if (!result) return null;
  const { ranking, scores = [], how, why } = result;
  return { ranking, scores, how, why };
}

/** How people are called, and bots that play for them; other bots are called as their seats. */
const namesOf = (people: People | null): string[] => people?.seats.map(({ name }) => name) ?? [];
