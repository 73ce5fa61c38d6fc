// Pictures of every game at two sizes, in two themes and at two moments, and contact sheets of them, into `shots/`.
// `node tools/sheets.mjs [GAME…]`, with `SIZES=phone`, `THEMES=dark`, `MOMENTS=late` as variables.
// The moments come from the recordings, which `npx vitest run` makes.

import { mkdirSync, readFileSync } from "node:fs";
import { contextOf, SIZES } from "../browser/house.mjs";
import { gamesOf, withPage } from "./browser.mjs";

/** The first, and one in the middle of what is recorded. */
const MOMENTS = { start: 0, late: 16 };
const picked = (name, all) => (process.env[name] ? process.env[name].split(",") : all);
const games = gamesOf(process.argv.slice(2));
/** Of each size, how many pictures stand side by side on a sheet, how many below each other, and how wide. */
const SHEETS = { wide: [2, 3, 760], phone: [5, 1, 310] };

const fileOf = ({ game, size, theme, moment }) => `shots/${game}-${size}-${theme}-${moment}.png`;

mkdirSync("shots", { recursive: true });
await withPage(async (browser, url) => {
  for (const size of picked("SIZES", Object.keys(SIZES))) {
    for (const theme of picked("THEMES", ["light", "dark"])) {
      for (const moment of picked("MOMENTS", Object.keys(MOMENTS))) {
        const context = await contextOf(browser, size, theme);
        const page = await context.newPage();
        page.on("pageerror", (e) => console.error(`${page.url()}: ${e.message}`));
        for (const game of games) await picture(page, url, { game, size, theme, moment });
        await context.close();
        await sheets(browser, { size, theme, moment });
      }
    }
  }
});

async function picture(page, url, of) {
  // The page stays, and shows another moment.
  const moment = `#recording=${of.game}&at=${MOMENTS[of.moment]}&viewer=0&theme=${of.theme}`;
  await page.goto(`${url}/gallery${moment}`);
  await page
    .waitForFunction(
      (moment) => document.documentElement.dataset.shown === moment && document.querySelector(".table"),
      moment,
      { timeout: 60_000 },
    )
    .catch(() => console.error(`${of.game}: there is no table`));
  await page.screenshot({ path: fileOf(of) });
}

async function sheets(browser, of) {
  const [columns, rows, width] = SHEETS[of.size];
  const page = await browser.newPage({ viewport: { width: columns * (width + 8) + 8, height: 600 } });
  for (let i = 0, n = 1; i < games.length; i += columns * rows, n++) {
    const cells = games.slice(i, i + columns * rows).map((game) => {
      const data = readFileSync(fileOf({ ...of, game })).toString("base64");
      return `<figure><figcaption>${game}</figcaption><img width="${width}" src="data:image/png;base64,${data}"></figure>`;
    });
    await page.setContent(
      `<style>body{margin:8px;display:flex;flex-wrap:wrap;gap:8px;font:14px sans-serif;background:#888}figure{margin:0}</style>${cells.join("")}`,
    );
    await page.screenshot({
      path: `shots/sheet-${of.size}-${of.theme}-${of.moment}-${String(n).padStart(2, "0")}.png`,
      fullPage: true,
    });
  }
  await page.close();
}
