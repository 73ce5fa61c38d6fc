// For development alone: the page's way to `tavola engine`. A plugin of the development server, which listens on
// loopback; each match is a child process. Nothing of this is in a build.

import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { dirname, join, resolve } from "node:path";
import type { Plugin, PreviewServer, ViteDevServer } from "vite";
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

  let catalogue: Promise<object[]> | null = null;

  async function answer(path: string, body: Record<string, unknown>): Promise<unknown> {
    if (path === "/games") {
      if (!existsSync(binary)) return noEngine;
      catalogue ??= listed(binary, games, names().sort());
      return { ok: true, games: await catalogue };
    }
    if (path === "/game" || path === "/rules" || path === "/still") {
      const name = String(body.game);
      const file = names().includes(name) ? fileOf(games, name) : null;
      if (!file) return noGame;
      if (path === "/game") return { ok: true, game: await entryOf(binary, games, name) };
      return path === "/rules" ? rulesOf(join(games, name)) : still(binary, file);
    }
    if (path === "/open") {
      const file = names().includes(String(body.game)) ? fileOf(games, String(body.game)) : null;
      if (!file) return noGame;
      if (!existsSync(binary)) return noEngine;
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
    if (path === "/close" && engine) {
      engine.close();
      matches.delete(String(body.match));
      return { ok: true };
    }
    if (path !== "/ask" || !engine)
      return { ok: false, error: { code: "no-match", message: "there is no such match" } };
    return engine.ask(body.request as object);
  }

  return {
    name: "tavola-bridge",
    configureServer: serve,
    configurePreviewServer: serve,
  };

  function serve({ middlewares, httpServer }: ViteDevServer | PreviewServer): void {
    middlewares.use("/engine", (request, response) => {
      const origin = request.headers.origin;
      if (origin && new URL(origin).host !== request.headers.host) return send(response, 403, { ok: false });
      void read(request)
        .then((body) => answer((request.url ?? "").split("?")[0]!, body))
        .then((made) => send(response, 200, made))
        .catch((e: unknown) =>
          send(response, 400, { ok: false, error: { code: "bad-json", message: String(e) } }),
        );
    });
    httpServer?.on("close", () => {
      for (const engine of matches.values()) engine.close();
    });
  }
}

const noGame = { ok: false, error: { code: "bad-value", message: "there is no such game" } };
const noEngine = {
  ok: false,
  error: { code: "no-engine", message: "no engine: build it, or set TAVOLA to the binary" },
};

/** What lists of games show of one; null where it cannot be played. Kept on disk until engine or game change. */
async function entryOf(binary: string, games: string, name: string): Promise<object | null> {
  const folder = join(games, name);
  const files = [binary, ...readdirSync(folder).map((file) => join(folder, file))];
  const newest = Math.max(...files.map((file) => statSync(file).mtimeMs));
  const cache = resolve(process.cwd(), "node_modules/.cache/tavola", `${name}.json`);
  if (existsSync(cache) && statSync(cache).mtimeMs > newest) return JSON.parse(readFileSync(cache, "utf8"));
  const engine = new Engine(binary, fileOf(games, name)!);
  const [game, told] = await Promise.all([engine.ask({ cmd: "game" }), engine.ask({ cmd: "legend" })]);
  engine.close();
  if (!game.ok || !told.ok) return null;
  const { secret } = told.legend as { secret: boolean };
  const entry = { name, about: game.about ?? { title: game.game }, players: game.players, secret };
  mkdirSync(dirname(cache), { recursive: true });
  writeFileSync(cache, JSON.stringify(entry));
  return entry;
}

async function listed(binary: string, games: string, names: string[]): Promise<object[]> {
  const all: object[] = [];
  for (const name of names) {
    const entry = await entryOf(binary, games, name);
    if (entry) all.push(entry);
  }
  return all;
}

function rulesOf(folder: string): object {
  const file = join(folder, "README.md");
  return { ok: true, text: existsSync(file) ? readFileSync(file, "utf8") : "" };
}

/** How a game begins, as who looks on sees it. */
async function still(binary: string, file: string): Promise<object> {
  const engine = new Engine(binary, file);
  const asked = ["new", "legend", "table"].map((cmd) =>
    engine.ask(cmd === "new" ? { cmd, seed: 1 } : { cmd }),
  );
  const [begun, legend, table] = await Promise.all(asked);
  engine.close();
  if (!begun!.ok) return begun!;
  return { ok: true, legend: legend!.legend, table: table!.table };
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
