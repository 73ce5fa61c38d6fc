import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
import { bridge } from "./src/dev/bridge";

export default defineConfig({
  plugins: [svelte(), bridge()],
  server: { host: "127.0.0.1", port: 5199, strictPort: true },
  build: { target: "es2022" },
  test: {
    globalSetup: ["test/setup.ts"],
    include: ["test/**/*.test.ts"],
    maxWorkers: 1,
    testTimeout: 60_000,
  },
});
