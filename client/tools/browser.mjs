// What the tools that look at recorded moments share: the development server, and a browser.

import { readdirSync } from "node:fs";
import { createServer } from "vite";
import { browser as opened } from "../browser/house.mjs";

/** The games of the library, or those that are asked for. */
export function gamesOf(asked) {
  return asked.length ? asked : readdirSync("../games").sort();
}

/** Runs `body` with a browser and the address of the pages as they are developed, and closes them. */
export async function withPage(body) {
  const server = await createServer({
    server: { port: 0, strictPort: false, open: false },
    logLevel: "error",
  });
  await server.listen();
  const browser = await opened();
  try {
    return await body(browser, `http://127.0.0.1:${server.httpServer.address().port}`);
  } finally {
    await browser.close();
    await server.close();
  }
}
