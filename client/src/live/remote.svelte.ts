// A match on a server, over one WebSocket.

import { settingOf } from "../model/setting";
import type { Entry } from "../model/table";
import type { Ask, Part } from "../model/tree";
import { Connection, type Greeting, type Heard, type Socket, type Told, type World } from "./connection";
import type { Live, Result, Shown } from "./live";
import type { Now } from "./messages";

export class RemoteMatch implements Live {
  #told = $state.raw<Told | null>(null);
  /** What follows the first parts of a move, where that had to be asked for. */
  #deeper = $state.raw<{ before: Part[]; ask: Ask } | null>(null);
  #line: Connection;
  readonly cover = null;
  readonly coverName = null;

  constructor(url: string, greeting: Greeting) {
    this.#line = new Connection(browser(url), greeting, (told) => {
      if (told.ask?.q !== this.#deeper?.ask.q) this.#deeper = null;
      this.#told = told;
    });
  }

  get shown(): Shown | null {
    const told = this.#told;
    if (!told?.legend || !told.table) return null;
    const { legend, table, trace, seat, now } = told;
    return {
      legend,
      table,
      trace,
      seat,
      setting: settingOf(legend, table, seat),
      ask: this.#deeper?.ask ?? told.ask,
      waiting: now.waiting.filter((w) => !w.chosen).map((w) => w.seat),
      result: resultOf(now),
    };
  }

  get log(): readonly Entry[] {
    return this.#told?.log ?? [];
  }
  get notice(): string | null {
    return this.#told?.refusal?.why ?? null;
  }
  get link() {
    return this.#told?.link ?? "connecting";
  }
  get farewell() {
    return this.#told?.why ?? null;
  }
  get isSending(): boolean {
    return (this.#told?.unsent ?? 0) > 0;
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
  undo(): void {
    this.#line.undo();
  }
  uncover(): void {}
  retry(): void {
    this.#line.retry();
  }
  close(): void {
    this.#line.close();
  }
}

function resultOf({ result }: Now): Result | null {
  return result ? { winners: result.ranking[0] ?? [], scores: result.scores ?? [], how: result.how } : null;
}

/** The world as a browser has it. */
function browser(url: string): World {
  return {
    connect(heard: Heard): Socket {
      const socket = new WebSocket(url);
      socket.onopen = () => heard.onopen();
      socket.onmessage = ({ data }) => void heard.onmessage(String(data));
      socket.onclose = () => heard.onclose();
      return {
        send: (text) => socket.readyState === WebSocket.OPEN && socket.send(text),
        close: () => socket.close(),
      };
    },
    after(ms, what) {
      const timer = setTimeout(what, ms);
      return () => clearTimeout(timer);
    },
    chance: Math.random,
    id: () => crypto.randomUUID(),
    now: () => Date.now(),
  };
}
