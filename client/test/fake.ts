// A small server for tests: it speaks the written messages about one match that consists of prepared steps, over
// sockets that can be cut, and a clock that stands still until it is told to go on.

import type { Heard, Socket, World } from "../src/live/connection";
import type { FromClient, FromServer, Id, SentStep, Welcome } from "../src/live/messages";
import type { Legend } from "../src/model/legend";
import type { WireTable } from "../src/model/table";
import type { Ask } from "../src/model/tree";

export interface Prepared {
  legend: Legend;
  first: WireTable;
  steps: Omit<SentStep, "v" | "now">[];
  ask: (v: number) => Ask;
}

/** Plays step after step: each legal `play` is answered by the next one. */
export class Fake implements World {
  time = 0;
  #timers: { at: number; what: () => void }[] = [];
  #heard: Heard | null = null;
  #ids = 0;
  readonly prepared: Prepared;
  /** All that was received. */
  readonly received: FromClient[] = [];
  /** What was answered, by id: the same message gets the same answer. */
  readonly #answers = new Map<Id, FromServer>();
  done = 0;
  /** The next messages are swallowed, as if the line broke before they came. */
  swallows = 0;
  /** Leaves out steps with these numbers once. */
  readonly leavesOut = new Set<number>();
  connections = 0;

  constructor(prepared: Prepared) {
    this.prepared = prepared;
  }

  connect(heard: Heard): Socket {
    this.connections++;
    this.#heard = heard;
    this.after(1, () => this.#heard === heard && heard.onopen());
    return {
      send: (text) => {
        if (this.#heard !== heard) return;
        const message = JSON.parse(text) as FromClient;
        if (this.swallows > 0) {
          this.swallows--;
          return;
        }
        this.received.push(message);
        this.#answer(message);
      },
      close: () => {
        if (this.#heard === heard) this.#heard = null;
      },
    };
  }

  after(ms: number, what: () => void): () => void {
    const timer = { at: this.time + ms, what };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((t) => t !== timer);
    };
  }

  chance = () => 0.5;
  now = () => this.time;
  id = (): Id => `00000000-0000-0000-0000-${String(++this.#ids).padStart(12, "0")}`;

  /** Lets time pass. */
  pass(ms: number): void {
    const end = this.time + ms;
    for (;;) {
      const next = this.#timers.filter((t) => t.at <= end).sort((a, b) => a.at - b.at)[0];
      if (!next) break;
      this.#timers = this.#timers.filter((t) => t !== next);
      this.time = Math.max(this.time, next.at);
      next.what();
    }
    this.time = end;
  }

  /** The line breaks. */
  cut(): void {
    const heard = this.#heard;
    this.#heard = null;
    heard?.onclose();
  }

  say(message: FromServer): void {
    this.#heard?.onmessage(JSON.stringify(message));
  }

  #now = () => ({ waiting: this.done < this.prepared.steps.length ? [{ seat: 0 }] : [] });

  #answer(message: FromClient): void {
    if ("hello" in message) return this.#welcome(message.hello.have);
    if ("ping" in message) return this.say({ pong: message.ping });
    const [kind, { id }] = Object.entries(message)[0] as [string, { id: Id; q?: number }];
    const known = this.#answers.get(id);
    if (known) return this.say(known);
    if ("play" in message) return this.#play(id, message.play.q);
    if (kind === "why") return this.say({ why: { id, legal: false, lines: ["follow suit"] } });
    if (kind === "part") return this.say({ part: { ...this.prepared.ask(this.done), id } });
    this.say({ no: { id, code: "nothing", why: "there is nothing to take back" } });
  }

  #welcome(have: number | undefined): void {
    const base: Welcome = { v: this.done, seat: 0, rules: "abc", now: this.#now() };
    if (have === undefined) {
      // A table is sent only for the beginning; tests that come later go over the steps.
      this.say({ welcome: { ...base, v: 0, legend: this.prepared.legend, table: this.prepared.first } });
    } else this.say({ welcome: base });
    for (let v = (have ?? 0) + 1; v <= this.done; v++) this.#step(v);
    this.#asks();
  }

  #play(id: Id, q: number): void {
    const isOpen = q === this.done;
    const answer: FromServer = isOpen
      ? { ack: { id, v: this.done + 1 } }
      : { no: { id, code: "stale", why: "another question is open by now" } };
    this.#answers.set(id, answer);
    if (isOpen) this.done++;
    this.say(answer);
    if (isOpen) this.#step(this.done);
    if (isOpen) this.#asks();
  }

  #step(v: number): void {
    if (this.leavesOut.delete(v)) return;
    const step = this.prepared.steps[v - 1];
    if (step) this.say({ step: { ...step, v, now: this.#now() } });
  }

  #asks(): void {
    if (this.done < this.prepared.steps.length)
      this.say({ ask: { ...this.prepared.ask(this.done), v: this.done, q: this.done } });
  }
}
