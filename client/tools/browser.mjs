// What the tools that look at pages share: the development server, Debian's Chromium, and the games that are recorded.

import { readdirSync } from "node:fs";
import { chromium } from "playwright-core";
import { build, createServer, preview } from "vite";

/** Sizes of windows that are looked at: a desktop, and a phone held upright. */
export const SIZES = {
  wide: { width: 1280, height: 800 },
  phone: { width: 390, height: 844 },
};

/** The games of the library, or those that are asked for. */
export function gamesOf(asked) {
  return asked.length ? asked : readdirSync("../games").sort();
}

/** A server of the built pages, with the bridge to the engine. */
async function built() {
  await build({ logLevel: "error" });
  return preview({ preview: { port: 0, strictPort: false, open: false }, logLevel: "error" });
}

async function developing() {
  const server = await createServer({
    server: { port: 0, strictPort: false, open: false },
    logLevel: "error",
  });
  return server.listen();
}

/** A browser, and the address of the pages, built or as they are developed; both to be closed. */
export async function opened(isBuilt = false) {
  const server = await (isBuilt ? built() : developing());
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox"],
  });
  const close = async () => {
    await browser.close();
    await server.close();
  };
  return { browser, url: `http://127.0.0.1:${server.httpServer.address().port}`, close };
}

/** Runs `body` with these, and closes them. */
export async function withPage(body) {
  const { browser, url, close } = await opened();
  try {
    return await body(browser, url);
  } finally {
    await close();
  }
}

/** A window of a size; small ones are touched. */
export function contextOf(browser, size, theme = "light") {
  return browser.newContext({
    viewport: SIZES[size],
    hasTouch: size === "phone",
    reducedMotion: "reduce",
    colorScheme: theme,
  });
}
