// Plays in a browser by clicking at random what is lit, against random bots, and reports what was refused or went wrong.
// Start the development server first. `node tools/clicks.mjs [GAME…]`, with `CLICKS=60`, `SIZE=phone` as variables.

import { readdirSync } from "node:fs";
import { chromium } from "playwright-core";

const asked = process.argv.slice(2);
const games = asked.length ? asked : readdirSync("../games").sort();
const clicks = Number(process.env.CLICKS ?? 60);
const viewport = process.env.SIZE === "phone" ? { width: 390, height: 844 } : { width: 1280, height: 800 };

/** Numbers that are always the same, so that a run can be repeated. */
function chance(seed) {
  let s = seed;
  return (n) => {
    s = (Math.imul(s, 1664525) + 1013904223) >>> 0;
    return Math.floor((s / 2 ** 32) * n);
  };
}

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox"],
});
let failed = 0;
for (const game of games) {
  const context = await browser.newContext({ viewport, reducedMotion: "reduce" });
  const page = await context.newPage();
  const wrong = [];
  page.on("pageerror", (e) => wrong.push(e.message.split("\n")[0]));
  await page.goto(`http://127.0.0.1:5199/?game=${game}&seed=5&fast`);
  const random = chance(7);
  let [made, idle] = [0, 0];
  while (made < clicks && idle < 300 && wrong.length < 3) {
    const step = await page.evaluate(() => {
      const error = document.querySelector(".page")?.dataset.error;
      const lit = [
        ...document.querySelectorAll(".buttons button, .choices button:not(:disabled), .sentence .go"),
      ];
      const spots = lit.map((b) => {
        b.scrollIntoView({ block: "nearest" });
        const { x, y, width, height } = b.getBoundingClientRect();
        return {
          x: x + width / 2,
          y: y + height / 2,
          name: b.getAttribute("aria-label") ?? b.textContent.trim(),
        };
      });
      return { error, spots, isOver: document.querySelector(".page")?.dataset.over === "true" };
    });
    if (step.error) wrong.push(`${step.error} (after ${made} clicks)`);
    if (step.isOver) break;
    if (step.spots.length === 0) {
      idle++;
      await page.waitForTimeout(50);
      continue;
    }
    idle = 0;
    const spot = step.spots[random(step.spots.length)];
    await page.mouse.click(spot.x, spot.y);
    made++;
    await page.waitForTimeout(15);
  }
  if (idle >= 300)
    wrong.push(
      `nothing lit after ${made} clicks: ${await page
        .locator(".sentence")
        .textContent()
        .catch(() => "?")}`,
    );
  failed += wrong.length ? 1 : 0;
  console.log(
    `${wrong.length ? "WRONG" : "ok"} ${game}: ${made} clicks${wrong.map((w) => `\n   ${w}`).join("")}`,
  );
  await context.close();
}
await browser.close();
process.exit(failed ? 1 : 0);
