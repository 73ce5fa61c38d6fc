// Pictures of every game at two sizes, from the recordings, into `shots/`: start the development server first.
// `node tools/shots.mjs [GAME…]`, with `AT=7`, `THEME=dark`, `VIEWER=1`, `SIZES=phone` as variables.

import { mkdirSync, readdirSync } from "node:fs";
import { chromium } from "playwright-core";

const sizes = { wide: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } };
const asked = process.argv.slice(2);
const games = asked.length
  ? asked
  : readdirSync("fixtures").flatMap((f) => (f.endsWith(".json") ? [f.slice(0, -5)] : []));
const { AT = "9", THEME = "light", VIEWER = "0", SIZES } = process.env;

mkdirSync("shots", { recursive: true });
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox"],
});
for (const [name, viewport] of Object.entries(sizes)) {
  if (SIZES && SIZES !== name) continue;
  const context = await browser.newContext({ viewport, hasTouch: name === "phone", reducedMotion: "reduce" });
  const page = await context.newPage();
  page.on("pageerror", (e) => console.error(`${page.url()}: ${e.message}`));
  for (const game of games) {
    await page.goto(`http://127.0.0.1:5199/?recording=${game}&at=${AT}&viewer=${VIEWER}&theme=${THEME}`);
    await page.waitForSelector(".table", { timeout: 15000 }).catch(() => console.error(`${game}: no table`));
    await page.screenshot({ path: `shots/${game}-${name}-${THEME}.png` });
  }
  await context.close();
}
await browser.close();
