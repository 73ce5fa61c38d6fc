// The engine as a child process, one line of JSON a request and an answer. For tests and the development page alone; it
// runs in Node and is in no bundle.

import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { createInterface } from "node:readline";

export type Answer = { ok: boolean; error?: { code: string; message: string } } & Record<string, unknown>;

export class Engine {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #waiting: ((answer: Answer) => void)[] = [];

  constructor(binary: string, game: string) {
    this.#child = spawn(binary, ["engine", game]);
    const lines = createInterface({ input: this.#child.stdout });
    lines.on("line", (line) => this.#waiting.shift()?.(JSON.parse(line) as Answer));
    const end = (message: string) => {
      for (const done of this.#waiting.splice(0)) done({ ok: false, error: { code: "internal", message } });
    };
    this.#child.on("error", (e) => end(e.message));
    this.#child.on("exit", () => end("the engine has ended"));
    this.#child.stdin.on("error", () => end("the engine takes no more requests"));
    this.#child.stderr.resume();
  }

  ask(request: object): Promise<Answer> {
    return new Promise((done) => {
      this.#waiting.push(done);
      this.#child.stdin.write(`${JSON.stringify(request)}\n`);
    });
  }

  close(): void {
    this.#child.stdin.end();
  }
}
