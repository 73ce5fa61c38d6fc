// What a browser keeps of matches, with several tabs that share it; a match that is still played is never lost.

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Kept, KeptMatch } from "../src/app/kept.svelte";

/** A browser with tabs; `isFull` as where nothing can be kept. */
class Browser {
  isFull = false;
  readonly #texts = new Map<string, string>();
  readonly #tabs: ((e: { key: string | null }) => void)[] = [];

  readonly storage = {
    getItem: (key: string) => this.#texts.get(key) ?? null,
    setItem: (key: string, text: string) => {
      if (this.isFull) throw new Error("full");
      this.#texts.set(key, text);
    },
  };
  readonly listen = (_: string, heard: (e: { key: string | null }) => void) => void this.#tabs.push(heard);

  /** Tells every tab what another one has written. */
  tell(key: string | null): void {
    for (const heard of this.#tabs) heard({ key });
  }
}

let browser: Browser;
let tab: () => Kept;
beforeEach(async () => {
  browser = new Browser();
  vi.stubGlobal("navigator", { language: "en" });
  vi.stubGlobal("localStorage", browser.storage);
  vi.stubGlobal("addEventListener", browser.listen);
  vi.stubGlobal("document", { documentElement: { dataset: {} } });
  const { Kept } = await import("../src/app/kept.svelte");
  tab = () => new Kept();
});
afterEach(() => vi.unstubAllGlobals());

const match = (name: string, more: Partial<KeptMatch> = {}): KeptMatch => ({
  match: name,
  game: "chess",
  title: "Chess",
  begun: 0,
  seats: [{ seat: 0, token: `${name} 0` }],
  ...more,
});
const names = ({ matches }: Kept) => matches.map((m) => m.match).sort();

test("what one tab keeps or forgets, another one does not undo", () => {
  const [one, other] = [tab(), tab()];
  one.keep(match("a"));
  other.keep(match("b"));
  one.forget("a");
  other.keep(match("c"));
  expect(names(other)).toEqual(["b", "c"]);
  expect(names(tab())).toEqual(["b", "c"]);
  browser.tell("seats");
  expect(names(one)).toEqual(["b", "c"]);
});

test("seats of one match that two tabs took are both kept", () => {
  const [one, other] = [tab(), tab()];
  other.keep(match("a"));
  one.keep(match("a", { seats: [{ seat: 1, token: "second" }] }));
  expect(
    tab()
      .of("a")
      ?.seats.map(({ token }) => token),
  ).toEqual(["a 0", "second"]);
});

test("a match is called as its game is in a language, where that is known", async () => {
  const { titleIn } = await import("../src/app/kept.svelte");
  expect(titleIn({ title: "Checkers", titles: { it: "Dama" } }, "it")).toBe("Dama");
  expect(titleIn({ title: "Checkers", titles: { it: "Dama" } }, "en")).toBe("Checkers");
  expect(titleIn({ title: "Checkers" }, "it")).toBe("Checkers");
});

test("settings of another tab are taken over, and kept when others are changed", () => {
  const [one, other] = [tab(), tab()];
  one.set({ name: "Ann" });
  other.set({ hasSound: true });
  browser.tell("settings");
  expect([one.settings, other.settings, tab().settings]).toEqual(
    Array(3).fill({ ...one.settings, name: "Ann", hasSound: true }),
  );
});

test("of too many, those that were not begun go first, then the oldest that are over; none that is played", () => {
  const one = tab();
  for (let i = 0; i < 40; i++) one.keep(match(`played ${i}`));
  for (let i = 0; i < 20; i++) one.keep(match(`over ${i}`, { isOver: true, begun: i }));
  for (let i = 0; i < 3; i++) one.keep(match(`fresh ${i}`, { fresh: `wish ${i}` }));
  const count = (kind: string) => names(one).filter((name) => name.startsWith(kind)).length;
  expect([count("played"), count("over"), count("fresh")]).toEqual([40, 19, 1]);
  expect([one.of("over 0"), one.of("fresh 2")?.match]).toEqual([null, "fresh 2"]);
  for (let i = 40; i < 70; i++) one.keep(match(`played ${i}`));
  expect([count("played"), count("over"), count("fresh")]).toEqual([70, 0, 0]);
  one.keep(match("new", { fresh: "wish" }));
  expect(one.fresh("wish")?.match).toBe("new");
});

test("one match is open for one wish, and can be begun after it was dropped", () => {
  const one = tab();
  const first = match("first", { fresh: "wish" });
  one.keep(first);
  one.keep(match("second", { fresh: "wish" }));
  expect(names(one)).toEqual(["second"]);
  one.begin("first", first);
  one.begin("second");
  expect(one.own.map((m) => m.match).sort()).toEqual(["first", "second"]);
});

test("a browser that keeps nothing still plays", () => {
  const one = tab();
  one.keep(match("a"));
  browser.isFull = true;
  one.keep(match("b"));
  one.keep(match("c"));
  expect(names(one)).toEqual(["a", "b", "c"]);
});

test("where an older page was told that nothing should move, nothing does", () => {
  browser.storage.setItem("settings", JSON.stringify({ hasMotion: false }));
  expect(tab().settings.pace).toBe(0);
  tab().set({ pace: 2 });
  expect(tab().settings.pace).toBe(2);
});

test("how a match ended stays, whoever keeps it afterwards, until more is known of it", () => {
  const one = tab();
  const ended = { ranking: [[1], [0]], scores: [2, 5], how: "finished", names: ["Player 1", "Player 2"] };
  one.keep(match("a", { isOver: true, ended }));
  one.keep(match("a"));
  expect(one.of("a")?.ended).toEqual(ended);
  one.keep(match("a", { isOver: true, ended: { ...ended, names: ["Ann", "Bo"] } }));
  expect(one.of("a")?.ended?.names).toEqual(["Ann", "Bo"]);
});
