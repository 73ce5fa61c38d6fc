// Which scripts the pages come in, and which of them a page of a table asks for before the first one has run: on a slow
// line each script that is asked for by another one costs a way there and back.

import { resolve } from "node:path";
import type { Plugin, Rolldown } from "vite";

type CodeSplittingGroup = Exclude<
  Exclude<Rolldown.OutputOptions["codeSplitting"], boolean | undefined>["groups"],
  undefined
>[number];
type Graph = Parameters<Extract<CodeSplittingGroup["name"], (...args: never) => unknown>>[1];

/** What every page has. */
const FIRST = ["src/app/main.ts"];
/** Pages for which nobody waits for a table. */
const LIGHT = ["src/app/MinePage.svelte", "src/app/SettingsPage.svelte"];
/** What one comes to by the link of a game or match. */
const TABLES = ["src/app/GamePage.svelte", "src/app/MatchPage.svelte"];

/** All that a module imports at once, itself too. */
function reached(from: readonly string[], graph: Graph): ReadonlySet<string> {
  const found = new Set(from.map((file) => resolve(file)));
  for (const id of found) for (const other of graph.getModuleInfo(id)?.importedIds ?? []) found.add(other);
  return found;
}

/** One script for what every page has, one for tables, and one for what light pages share with these alone. */
export function chunks(): CodeSplittingGroup[] {
  const of = (graph: Graph) => ({
    first: reached(FIRST, graph),
    light: reached(LIGHT, graph),
    tables: reached(TABLES, graph),
  });
  let known: ReturnType<typeof of> | undefined;
  const sets = (graph: Graph) => (known ??= of(graph));
  return [
    {
      debugName: "common",
      name: (id, graph) => (sets(graph).first.has(id) && sets(graph).tables.has(id) ? "common" : null),
      priority: 3,
    },
    {
      debugName: "shared",
      name: (id, graph) => (sets(graph).light.has(id) && sets(graph).tables.has(id) ? "shared" : null),
      priority: 2,
    },
    {
      debugName: "table",
      name: (id, graph) => (sets(graph).tables.has(id) ? "table" : null),
      priority: 1,
    },
  ];
}

/** The scripts that a table needs besides those of the first page. */
const EARLY = ["table", "shared"];

/** Tells the first page what a table needs; `early-1.js` asks for it. */
export function early(): Plugin {
  return {
    name: "early",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler(html, { bundle, filename }) {
        if (!bundle || !filename.endsWith("index.html")) return html;
        const files = Object.values(bundle).flatMap((file) =>
          file.type === "chunk" && EARLY.includes(file.name)
            ? [file.fileName, ...(file.viteMetadata?.importedCss ?? [])]
            : [],
        );
        if (files.length === 0) throw new Error("no script of tables was built");
        const content = files.map((file) => `/${file}`).join(" ");
        return [{ tag: "meta", attrs: { name: "tables", content }, injectTo: "head-prepend" }];
      },
    },
  };
}
