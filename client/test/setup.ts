// Makes the recordings before the tests run; without an engine the tests over all games are skipped, and say so.

import { record } from "./record";

export default async function setup(): Promise<void> {
  const folder = await record();
  if (!folder) console.warn("no engine: set TAVOLA to the binary; the tests over all games are SKIPPED");
}
