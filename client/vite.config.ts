import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
import { chunks, early } from "./tools/chunks.ts";

/** Where `tavola serve` listens while pages are developed. */
const SERVER = process.env.TAVOLA_URL ?? "http://127.0.0.1:7878";

/** The server takes requests of its own pages alone. */
const proxy = { target: SERVER, changeOrigin: true, ws: true, headers: { origin: SERVER } };

export default defineConfig({
  plugins: [svelte(), early()],
  server: {
    host: "127.0.0.1",
    port: 5199,
    strictPort: true,
    fs: { allow: [".", "../docs"] },
    proxy: { "/api": proxy },
  },
  build: {
    target: "es2022",
    rolldownOptions: {
      input: ["index.html", "dev.html"],
      output: { codeSplitting: { groups: chunks() } },
    },
  },
  test: {
    globalSetup: ["test/setup.ts"],
    include: ["test/**/*.test.ts"],
    maxWorkers: 1,
    testTimeout: 60_000,
  },
});
