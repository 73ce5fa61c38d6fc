// The pages in a real browser: a player who clicks only what is lit, in every game at two sizes; keys alone; one screen
// for several; a match by its address; axe on every page. `MOVES` says how many clicks a game gets, `GAMES` which ones,
// `all` of them or some, by their names.

import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { after, before, describe, test } from "node:test";
import { contextOf, gamesOf, opened, SIZES } from "../tools/browser.mjs";

const MOVES = Number(process.env.MOVES ?? 8);
const { GAMES = "chess,goose,hearts,saltmarsh,the-hush" } = process.env;
const games = gamesOf(GAMES === "all" ? [] : GAMES.split(","));
const engine = process.env.TAVOLA ?? "../target/release/tavola";
const chromium = process.env.CHROMIUM ?? "/usr/bin/chromium";
const lacking = [engine, chromium].filter((file) => !existsSync(file));
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Numbers that are always the same, so that a run can be repeated. */
function chance(seed) {
  let s = seed;
  return (n) => {
    s = (Math.imul(s, 1664525) + 1013904223) >>> 0;
    return Math.floor((s / 2 ** 32) * n);
  };
}

/** What can be clicked now, and how it stands. Runs in the page. */
function spots() {
  const playing = document.querySelector(".playing");
  const lit = ".buttons button, .choices button:not(:disabled), .sentence .go, .cover button";
  return {
    error: playing?.dataset.error ?? null,
    isOver: playing?.dataset.over === "true",
    isBusy: playing?.dataset.busy === "true",
    isWide: document.documentElement.scrollWidth > innerWidth + 1,
    all: [...document.querySelectorAll(lit)].map((button, i) => {
      button.dataset.spot = String(i);
      return i;
    }),
  };
}

/** Where a button is, once it is in sight. Runs in the page. */
function middleOf(i) {
  const button = document.querySelector(`[data-spot="${i}"]`);
  button?.scrollIntoView({ block: "nearest" });
  const box = button?.getBoundingClientRect();
  return box ? { x: box.x + box.width / 2, y: box.y + box.height / 2 } : null;
}

/** Clicks at random what is lit until so many clicks were made or the match is over. */
async function clickAbout(page, clicks) {
  const random = chance(7);
  for (let made = 0, idle = 0; made < clicks; ) {
    const now = await page.evaluate(spots);
    assert.equal(now.error, null, `after ${made} clicks`);
    assert.equal(now.isWide, false, "the page scrolls sideways");
    if (now.isOver) return;
    if (now.isBusy || now.all.length === 0) {
      assert.ok(++idle < 1500, `nothing is lit after ${made} clicks`);
      await page.waitForTimeout(20);
      continue;
    }
    idle = 0;
    const at = await page.evaluate(middleOf, now.all[random(now.all.length)]);
    if (!at) continue;
    await page.mouse.click(at.x, at.y);
    made++;
  }
}

/** What axe finds, in short. */
async function violations(page) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() =>
    axe.run(document, { resultTypes: ["violations"], runOnly: ["wcag2a", "wcag2aa", "wcag21aa"] }),
  );
  return violations.map(
    (v) =>
      `${v.id}: ${v.nodes
        .map((n) => n.target.join(" "))
        .slice(0, 3)
        .join(", ")}`,
  );
}

describe("pages", { skip: lacking.length ? `there is no ${lacking.join(", no ")}` : false }, () => {
  let site;
  before(async () => {
    site = await opened(true);
  });
  after(() => site?.close());

  /** A page whose errors fail the test. */
  async function visit(path, size, body) {
    const context = await contextOf(site.browser, size);
    const page = await context.newPage();
    const wrong = [];
    page.on("pageerror", (e) => wrong.push(e.message.split("\n")[0]));
    try {
      await page.goto(site.url + path);
      await body(page);
      assert.deepEqual(wrong, []);
    } finally {
      await context.close();
    }
  }
  const ready = (page) => page.waitForSelector(".table .panel", { timeout: 60_000 });

  for (const size of Object.keys(SIZES)) {
    for (const game of games) {
      test(`${game}, ${size}: whoever clicks what is lit meets no refusal`, () =>
        visit(`/g/${game}?seed=5&fast`, size, async (page) => {
          await ready(page);
          await clickAbout(page, MOVES);
        }));
    }
  }

  test("chess, hearts and a game of workers are played by keys alone", async () => {
    for (const game of ["chess", "hearts", "six-winters"]) {
      await visit(`/g/${game}?seed=5&fast`, "wide", async (page) => {
        await ready(page);
        const log = () => page.locator("[role=log] p").count();
        for (let i = 0; (await log()) === 0; i++) {
          assert.ok(i < 40, `${game}: nothing was played`);
          await page.waitForSelector(".buttons button, .choices button", { timeout: 20_000 });
          const onTable = await page.locator(".buttons button").count();
          for (const key of onTable ? [["ArrowRight", "ArrowUp", "ArrowLeft"][i % 3], "Enter"] : ["1"])
            await page.keyboard.press(key);
          await page.waitForTimeout(80);
        }
      });
    }
  });

  test("on one screen, nothing of the next player is there before the device is handed over", () =>
    visit("/g/hearts?seed=5&fast", "wide", async (page) => {
      await ready(page);
      const begun = page.waitForResponse((response) => response.url().endsWith("/engine/open"));
      await page.locator("select").last().selectOption("all");
      await begun;
      await page.waitForSelector(".buttons button");
      await clickAbout(page, 1);
      await page.waitForSelector(".cover", { timeout: 30_000 });
      assert.equal(await page.locator(".thing").count(), 0);
      await page.keyboard.press("Enter");
      await ready(page);
      assert.equal(await page.locator(".panel .you").count(), 1);
    }));

  test("a match is there again at its address, and its replay at a moment", () =>
    visit("/g/chess?seed=5&fast", "wide", async (page) => {
      await ready(page);
      await clickAbout(page, 6);
      const replay = await page.locator(".start a").getAttribute("href");
      await page.goto(site.url + replay.replace("/r/", "/m/"));
      await page.waitForSelector(".buttons button", { timeout: 20_000 });
      await page.goto(`${site.url}${replay}?at=1`);
      await page.waitForSelector(".scrubber");
      assert.match(page.url(), /at=1$/);
      await page.locator(".scrubber button").nth(1).click();
      await page.waitForURL(/at=2$/);
    }));

  for (const path of ["/", "/g/chess", "/g/saltmarsh", "/me", "/settings", "/nowhere", "/m/none"]) {
    test(`axe finds nothing at ${path}`, () =>
      visit(path, "wide", async (page) => {
        await page.waitForSelector("h1, .panel", { timeout: 90_000 });
        if (path.startsWith("/g/")) await clickAbout(page, 1);
        assert.deepEqual(await violations(page), []);
      }));
  }
});
