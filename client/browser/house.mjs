// What the tests in a browser share: a server of their own with the built pages, which can be killed and started again,
// Debian's Chromium, and windows of it.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { chromium } from "playwright-core";
import { build } from "vite";

/** Sizes of windows: a desktop, and a phone held upright. */
export const SIZES = {
  wide: { width: 1280, height: 800 },
  phone: { width: 390, height: 844 },
};

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** What must be there; nothing is skipped without it. */
function found(what, candidates) {
  const there = candidates.filter(Boolean).find((file) => existsSync(file));
  assert.ok(there, `${what} is missing: looked at ${candidates.filter(Boolean).join(", ")}`);
  return there;
}

export const binary = () =>
  found("the program `tavola` (build it, or set TAVOLA)", [
    process.env.TAVOLA,
    "../target/release/tavola",
    "../target/debug/tavola",
  ]);

export const browserFile = () =>
  found("Chromium (install the package `chromium`, or set CHROMIUM)", [
    process.env.CHROMIUM,
    "/usr/bin/chromium",
  ]);

/** A browser, started as tests start it. */
export const browser = () => chromium.launch({ executablePath: browserFile(), args: ["--no-sandbox"] });

/** A window of a size; small ones are touched. */
export function contextOf(browser, size, theme = "light") {
  return browser.newContext({
    viewport: SIZES[size],
    hasTouch: size === "phone",
    reducedMotion: "reduce",
    colorScheme: theme,
  });
}

/** The bot that windows of tests play against: an unoptimised server takes long to search. */
const BOT = process.env.BOT ?? "random";

/** Where a window keeps no settings yet, it plays against that bot. */
const against = (context) =>
  context.addInitScript((bot) => {
    if (!/^http/.test(location.protocol)) return;
    if (localStorage.getItem("settings") === null) localStorage.setItem("settings", JSON.stringify({ bot }));
  }, BOT);

export class House {
  #folder = mkdtempSync(join(tmpdir(), "tavola-"));
  #process = null;
  #port = 0;
  browser;
  url;

  static async open() {
    const house = new House();
    await build({ logLevel: "error" });
    await house.start();
    house.browser = await browser();
    return house;
  }

  /** Starts the server, after a kill with the same matches at the same address. */
  async start() {
    const serve = ["serve", "../games", "--client", "dist", "--db", join(this.#folder, "matches.db")];
    const ways = [
      "--port",
      String(this.#port),
      "--durability",
      "process",
      "--bot-pause",
      "10",
      "--unlimited",
    ];
    this.#process = spawn(binary(), [...serve, ...ways], { stdio: ["ignore", "pipe", "pipe"] });
    const said = [];
    createInterface({ input: this.#process.stderr }).on("line", (line) => said.push(line));
    const line = await new Promise((done, failed) => {
      createInterface({ input: this.#process.stdout }).once("line", done);
      this.#process.once("exit", (code) =>
        failed(new Error(`tavola ended with ${code}: ${said.join("\n")}`)),
      );
    });
    this.url = line.split(" ").at(-1);
    this.#port = Number(new URL(this.url).port);
  }

  /** As if the power had failed. */
  async kill() {
    const ended = new Promise((done) => this.#process.once("exit", done));
    this.#process.removeAllListeners("exit");
    this.#process.once("exit", () => {});
    this.#process.kill("SIGKILL");
    await Promise.race([ended, new Promise((done) => setTimeout(done, 500))]);
  }

  async close() {
    await this.browser?.close();
    await this.kill();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** A window of its own, with a page whose errors fail the test. */
  async guest(size = "wide") {
    const context = await contextOf(this.browser, size);
    await against(context);
    const page = await context.newPage();
    const wrong = [];
    page.on("pageerror", (e) => wrong.push(e.message.split("\n")[0]));
    return { context, page, wrong };
  }

  async visit(path, size, body) {
    const { context, page, wrong } = await this.guest(size);
    try {
      await page.goto(this.url + path);
      await body(page);
      assert.deepEqual(wrong, []);
    } finally {
      await context.close();
    }
  }

  /** Opens a match of seats as the API takes them; how to enter it. */
  async match(game, seats, more = {}) {
    const response = await fetch(`${this.url}/api/matches`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ game, seats, ...more }),
    });
    const opened = await response.json();
    assert.ok(response.ok, `${game}: ${JSON.stringify(opened)}`);
    const own = opened.seats.flatMap(({ token }, seat) => (token ? [{ seat, token }] : []));
    const kept = { match: opened.match, game, title: game, begun: 0, host: opened.host };
    return { ...opened, kept: (seats = own) => ({ ...kept, seats }) };
  }

  /** Lets a page have seats of a match, and shows it. */
  async enter(page, match, seats) {
    await page.goto(`${this.url}/settings`);
    await page.evaluate((kept) => localStorage.setItem("seats", JSON.stringify([kept])), match.kept(seats));
    await page.goto(`${this.url}/m/${match.match}`);
  }
}

export const ready = (page) => page.waitForSelector(".table .panel", { timeout: 60_000 });

/** What axe finds, in short. */
export async function violations(page) {
  await page.evaluate(AXE);
  const { violations } = await page.evaluate(() =>
    globalThis.axe.run(document, { resultTypes: ["violations"], runOnly: ["wcag2a", "wcag2aa", "wcag21aa"] }),
  );
  const short = ({ id, nodes }) =>
    `${id}: ${nodes
      .map((n) => n.target.join(" "))
      .slice(0, 3)
      .join(", ")}`;
  return violations.map(short);
}
