// What pages weigh, how soon they can be played, and what stays behind after many moves. Times depend on the machine:
// they are printed, and bounds are generous enough for one that is busy.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, describe, test } from "node:test";
import { gzipSync } from "node:zlib";
import { chance, clickAbout } from "./clicks.mjs";
import { House, ready } from "./house.mjs";

const KB = 1024;
const [WEIGHT, SCRIPT, TABLE] = [150 * KB, 80 * KB, 60 * KB];
/** A page may hold so many megabytes after 1,000 moves; that many are made where `LONG` asks for them. */
const HEAP = 60;
/** The last 300 tables, to look back at, and a few hundred stones more. */
const GROWTH = 12;
const LONG = Number(process.env.LONG ?? 120);
/** Of this a busy machine may take ten times as much, in milliseconds. */
const [PLAYABLE, PAINT] = [1000, 50];
const BUSY = 10;
/** Bits a second in bytes, and the way there and back in milliseconds. */
const SLOW_4G = { latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 0.75e6 / 8 };
const [SLOWER, SLOWLY, FRAMES] = [4, 3000, 60];

const median = (all) => [...all].sort((a, b) => a - b)[Math.floor(all.length / 2)];

describe("budgets", () => {
  let house;
  before(async () => {
    house = await House.open();
  });
  after(() => house?.close());

  test("what the first page loads weighs little", (t) => {
    const index = readFileSync("dist/index.html", "utf8");
    const named = [...index.matchAll(/(?:src|href)="\/(assets\/[^"]+)"/g)];
    const [, later] = /name="tables" content="([^"]+)"/.exec(index);
    assert.ok(named.length > 1 && later, "the page names its script and its style, and what a table needs");
    const files = ["dist/index.html", ...named.map(([, name]) => `dist/${name}`)];
    const weigh = (files) => files.reduce((sum, file) => sum + gzipSync(readFileSync(file)).length, 0);
    const [weight, script] = [weigh(files), weigh(files.filter((file) => file.endsWith(".js")))];
    const table = weigh(later.split(" ").map((name) => `dist${name}`));
    t.diagnostic(`${Math.round(weight / KB)} KB compressed, ${WEIGHT / KB} wanted`);
    t.diagnostic(`${Math.round(script / KB)} KB of that are script, ${SCRIPT / KB} wanted`);
    t.diagnostic(`${Math.round(table / KB)} KB more for a table, ${TABLE / KB} wanted`);
    assert.ok(weight < WEIGHT && script < SCRIPT && table < TABLE);
  });

  test("a table can soon be played, and a pick is soon seen", (t) =>
    house.visit("/settings", "wide", async (page) => {
      const begun = Date.now();
      await page.goto(`${house.url}/g/chess`);
      await page.waitForSelector(".buttons button");
      const playable = Date.now() - begun;
      const paints = await page.evaluate(async () => {
        const painted = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
        const all = [];
        for (let i = 0; i < 20; i++) {
          const before = performance.now();
          document.querySelector(".buttons button")?.click();
          await painted();
          all.push(performance.now() - before);
          document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
          await painted();
        }
        return all;
      });
      const paint = median(paints);
      t.diagnostic(
        `playable after ${playable} ms, ${PLAYABLE} wanted; a pick is seen after ${Math.round(paint)} ms, ${PAINT} wanted`,
      );
      assert.ok(playable < PLAYABLE * BUSY && paint < PAINT * BUSY);
    }));

  test("on a slow network with a slow processor a table can soon be played, and what is dragged follows", async (t) => {
    const { context, page, wrong } = await house.guest("phone");
    const tools = await context.newCDPSession(page);
    await tools.send("Network.enable");
    await tools.send("Network.emulateNetworkConditions", { offline: false, ...SLOW_4G });
    await tools.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
    const begun = Date.now();
    await page.goto(`${house.url}/g/chess`);
    await page.waitForSelector(".buttons button");
    const playable = Date.now() - begun;
    const { x, y, width } = await page.locator('.buttons [aria-label*="e2"]').first().boundingBox();
    await page.mouse.move(x + width / 2, y + width / 2);
    await page.mouse.down();
    const frames = page.evaluate(
      (n) =>
        new Promise((done) => {
          const all = [];
          requestAnimationFrame(function next(now) {
            if (all.push(now) < n) requestAnimationFrame(next);
            else done(all.slice(1).map((at, i) => at - all[i]));
          });
        }),
      FRAMES,
    );
    for (let i = 0; i < FRAMES; i++) await page.mouse.move(x + width / 2, y - i * 2);
    const frame = median(await frames);
    await page.mouse.up();
    t.diagnostic(
      `slow: playable after ${playable} ms, ${SLOWLY} wanted; a frame of a drag takes ${frame.toFixed(1)} ms, 16.7 wanted`,
    );
    assert.ok(playable < SLOWLY * BUSY && frame < 17 * BUSY);
    assert.deepEqual(wrong, []);
    await context.close();
  });

  test("what a page holds does not grow with the moves of a match", (t) =>
    house.visit("/g/go", "wide", async (page) => {
      await ready(page);
      await page.getByLabel("Board size").selectOption("19");
      await page.waitForFunction(() => document.querySelectorAll(".buttons button").length === 361);
      const tools = await page.context().newCDPSession(page);
      await tools.send("Performance.enable");
      const held = async () => {
        await tools.send("HeapProfiler.collectGarbage");
        const { metrics } = await tools.send("Performance.getMetrics");
        const of = (wanted) => metrics.find(({ name }) => name === wanted).value;
        return { heap: of("JSHeapUsedSize") / KB / KB, nodes: of("Nodes") };
      };
      // Each of these is a move of one's own, and the bot makes another one.
      await clickAbout(page, 20);
      const early = await held();
      const made = await clickAbout(page, LONG / 2 - 20, { random: chance(2) });
      const late = await held();
      const told = ({ heap, nodes }) => `${heap.toFixed(1)} MB and ${nodes} nodes`;
      t.diagnostic(`${told(early)} after 40 moves; ${told(late)} after ${2 * made} more`);
      assert.ok(late.heap < Math.min(HEAP, early.heap + GROWTH), `${late.heap} MB`);
      // Stones that were put, and the lines of the log up to the last 120.
      assert.ok(late.nodes < early.nodes + 361 * 12 + 120 * 4, `${early.nodes} nodes became ${late.nodes}`);
    }));
});
