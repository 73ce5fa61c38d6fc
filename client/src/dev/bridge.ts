// For development alone: the page's way to `tavola engine`. A plugin of the development server, which listens on
// loopback; each match is a child process. Nothing of this is in a build.

import { randomUUID } from "node:crypto";
import { existsSync, readdirSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join, resolve } from "node:path";
import type { Plugin } from "vite";
import { Engine } from "../engine/lines";

/** More matches at once end the oldest. */
const MOST_MATCHES = 12;

/** Longer requests are refused. */
const MOST_BYTES = 64 * 1024;

export function bridge(): Plugin {
  const games = resolve(process.cwd(), "../games");
  const binary = process.env.TAVOLA ?? resolve(process.cwd(), "../target/release/tavola");
  const matches = new Map<string, Engine>();
  const names = (): string[] => readdirSync(games).filter((name) => fileOf(games, name) !== null);

  async function answer(path: string, body: Record<string, unknown>): Promise<unknown> {
    if (path === "/games") return { ok: true, games: names().sort(), engine: existsSync(binary) };
    if (path === "/open") {
      const file = names().includes(String(body.game)) ? fileOf(games, String(body.game)) : null;
      if (!file) return { ok: false, error: { code: "bad-value", message: "there is no such game" } };
      for (const [oldest, engine] of matches) {
        if (matches.size < MOST_MATCHES) break;
        engine.close();
        matches.delete(oldest);
      }
      const id = randomUUID();
      matches.set(id, new Engine(binary, file));
      return { ok: true, match: id };
    }
    const engine = matches.get(String(body.match));
    if (path !== "/ask" || !engine)
      return { ok: false, error: { code: "no-match", message: "there is no such match" } };
    return engine.ask(body.request as object);
  }

  return {
    name: "tavola-bridge",
    apply: "serve",
    configureServer(server) {
      server.middlewares.use("/engine", (request, response) => {
        const origin = request.headers.origin;
        if (origin && new URL(origin).host !== request.headers.host)
          return send(response, 403, { ok: false });
        void read(request)
          .then((body) => answer((request.url ?? "").split("?")[0]!, body))
          .then((made) => send(response, 200, made))
          .catch((e: unknown) =>
            send(response, 400, { ok: false, error: { code: "bad-json", message: String(e) } }),
          );
      });
      server.httpServer?.on("close", () => {
        for (const engine of matches.values()) engine.close();
      });
    },
  };
}

function fileOf(games: string, name: string): string | null {
  const folder = join(games, name);
  const file = existsSync(folder) ? readdirSync(folder).find((f) => f.startsWith("game.")) : undefined;
  return file ? join(folder, file) : null;
}

async function read(request: IncomingMessage): Promise<Record<string, unknown>> {
  let text = "";
  for await (const chunk of request) {
    text += String(chunk);
    if (text.length > MOST_BYTES) throw new Error("the request is too long");
  }
  return text ? (JSON.parse(text) as Record<string, unknown>) : {};
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.statusCode = status;
  response.setHeader("content-type", "application/json");
  response.end(JSON.stringify(body));
}
