// What the tools that look at pages share: the development server, Debian's Chromium, and the games that are recorded.

import { readdirSync } from "node:fs";
import { chromium } from "playwright-core";
import { createServer } from "vite";

/** Sizes of windows that are looked at: a desktop, and a phone held upright. */
export const SIZES = {
  wide: { width: 1280, height: 800 },
  phone: { width: 390, height: 844 },
};

/** The games of the library, or those that are asked for. */
export function gamesOf(asked) {
  return asked.length ? asked : readdirSync("../games").sort();
}

/** Runs `body` with a browser and the address of a development server, and closes both. */
export async function withPage(body) {
  const server = await createServer({
    server: { port: 0, strictPort: false, open: false },
    logLevel: "error",
  });
  await server.listen();
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox"],
  });
  try {
    const { port } = server.httpServer.address();
    return await body(browser, `http://127.0.0.1:${port}`);
  } finally {
    await browser.close();
    await server.close();
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
