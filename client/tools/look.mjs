// One page as a picture: `node tools/look.mjs PATH FILE [wide|phone]`.

import { contextOf } from "../browser/house.mjs";
import { withPage } from "./browser.mjs";

const [path = "/", file = "shots/page.png", size = "wide"] = process.argv.slice(2);
await withPage(async (browser, url) => {
  const context = await contextOf(browser, size, process.env.THEME ?? "light");
  const page = await context.newPage();
  page.on("pageerror", (e) => console.error(e.message));
  page.on("console", (m) => m.type() === "error" && console.error(m.text()));
  await page.goto(url + path);
  await page
    .waitForSelector(process.env.FOR ?? ".thing", { timeout: 60_000 })
    .catch(() => console.error("waited in vain"));
  await page.waitForTimeout(Number(process.env.WAIT ?? 300));
  await page.screenshot({ path: file });
});
