import fc from "fast-check";
import { expect, test } from "vitest";
import { found, type GameEntry, namesOf } from "../src/app/games";
import { blocksOf } from "../src/app/prose";
import { libraryPath, NO_SEARCH, reached, replayPath, routeOf } from "../src/app/route";
import type { GameDetail } from "../src/app/server";
import { endingOf, placeOf, rankingOf, statusOf } from "../src/app/status";
import { changed, firstWish, isOpenedByHand, newMatch } from "../src/app/wish";
import { TONGUES } from "../src/languages/all";
import * as kinds from "../src/languages/kinds";
import { resultOf } from "../src/live/remote.svelte";
import { tableOf } from "../src/model/table";
import { botName, listed, text } from "../src/pure/text";

const at = (address: string) => {
  const url = new URL(address, "http://localhost");
  return routeOf(url.pathname, url.searchParams);
};

test("addresses mean pages", () => {
  expect(at("/")).toEqual({ page: "library", search: NO_SEARCH });
  expect(at("/g/chess")).toEqual({ page: "game", game: "chess", withOthers: false });
  expect(at("/g/chess?with=friends")).toEqual({ page: "game", game: "chess", withOthers: true });
  expect(at("/m/a1-b2")).toEqual({ page: "match", match: "a1-b2" });
  expect(at("/r/a1?at=41&seat=0")).toEqual({ page: "replay", match: "a1", at: 41, seat: 0, ahead: false });
  expect(at("/r/a1?ahead")).toEqual({ page: "replay", match: "a1", at: null, seat: null, ahead: true });
  expect(at("/i/abc")).toEqual({ page: "invite", code: "abc" });
  expect(at("/me")).toEqual({ page: "mine" });
  expect(at("/settings")).toEqual({ page: "settings" });
  for (const address of ["/x", "/g", "/g/a/b", "/g/%3Cscript%3E", "/m/..%2f"])
    expect(at(address)).toEqual({ page: "unknown" });
});

test("an address that is written is read as it was meant", () => {
  const number = fc.option(fc.integer({ min: 1, max: 99 }));
  const search = fc.record({
    q: fc.string({ maxLength: 40 }),
    players: number,
    minutes: number,
    genre: fc.option(fc.stringMatching(/^[a-z]{1,9}$/)),
    secrets: fc.boolean(),
  });
  fc.assert(
    fc.property(search, (search) => {
      expect(at(libraryPath(search))).toEqual({ page: "library", search });
    }),
  );
  expect(at(replayPath("m", 3, null))).toEqual({
    page: "replay",
    match: "m",
    at: 3,
    seat: null,
    ahead: false,
  });
});

const game = (name: string, more: Partial<GameEntry> = {}, about: GameEntry["about"] = {}): GameEntry => ({
  name,
  about: { title: name, ...about },
  players: { least: 2, most: 4 },
  secret: false,
  problem: null,
  ...more,
});

test("a game is kept with its title in every language that it has one in", () => {
  const languages = { it: { title: "Dama" }, fr: { title: "Dames" }, de: { text: "Ein Spiel." } };
  const kept = { title: "Checkers", titles: { it: "Dama", fr: "Dames" } };
  expect(namesOf(game("checkers", {}, { title: "Checkers", languages }))).toEqual(kept);
  expect(namesOf(game("checkers"))).toEqual({ title: "checkers", titles: {} });
});

test("the library finds by title first, in any language and without accents, then by tags and text", () => {
  const games = [
    game("Brisk", {}, { tags: ["race"] }),
    game("Race to Rome", {}, { minutes: 60 }),
    game("Cité", { secret: true }, { text: "A race through a town.", languages: { it: { title: "Città" } } }),
  ];
  const names = (q: string, more = {}) => found(games, { ...NO_SEARCH, q, ...more }, "en").map((g) => g.name);
  expect(names("")).toEqual(["Brisk", "Cité", "Race to Rome"]);
  expect(names("race")).toEqual(["Race to Rome", "Brisk", "Cité"]);
  expect(names("citta")).toEqual(["Cité"]);
  expect(names("race town")).toEqual(["Cité"]);
  expect(names("", { secrets: true })).toEqual(["Cité"]);
  expect(names("", { minutes: 30 })).toEqual(["Brisk", "Cité"]);
  expect(names("", { players: 5 })).toEqual([]);
});

test("a kind of games is found by what people call it, in every language", () => {
  const games = [
    game("Spades", {}, { genre: "tricks", tags: ["cards", "partners"] }),
    game("Chess", {}, { genre: "abstract", tags: ["classic"] }),
    game("Pig", {}, { genre: "dice", tags: ["nerve"] }),
    game("Winters", {}, { genre: "workers", text: "Families make cheese." }),
  ];
  const names = (q: string) => found(games, { ...NO_SEARCH, q }, "en", kinds).map((g) => g.name);
  for (const q of ["trick taking", "trick-taking games", "card game", "giochi di carte", "prese", "coppie"])
    expect(names(q)).toEqual(["Spades"]);
  for (const q of ["dadi", "a dice game", "push your luck"]) expect(names(q)).toEqual(["Pig"]);
  expect(names("worker placement")).toEqual(["Winters"]);
  expect(names("scacchiera")).toEqual(["Chess"]);
  expect(names("game")).toEqual([]);
  // How the games of the library call a genre is one of the words for it, and said only once.
  const firsts = kinds.KINDS.map(([first]) => first);
  expect(new Set(firsts).size).toBe(firsts.length);
  for (const genre of Object.keys(TONGUES.it.genres)) expect(firsts).toContain(genre);
});

test("rules are read as blocks of plain text, whatever stands in them", () => {
  expect(
    blocksOf("# Hex\nTwo **players**.\nOne board.\n\n- a\n- b\n  more\n\n1. x\n\n```\n<b>\n```"),
  ).toEqual([
    { kind: "heading", level: 1, text: [{ text: "Hex" }] },
    {
      kind: "text",
      text: [{ text: "Two " }, { text: "players", is: "strong" }, { text: ". One board." }],
    },
    { kind: "list", isOrdered: false, items: [[{ text: "a" }], [{ text: "b more" }]] },
    { kind: "list", isOrdered: true, items: [[{ text: "x" }]] },
    { kind: "code", text: "<b>" },
  ]);
  fc.assert(fc.property(fc.string({ maxLength: 200 }), (markdown) => Array.isArray(blocksOf(markdown))));
});

test("an address may have brackets", () => {
  const [block] = blocksOf("See [Wikipedia](https://x.org/Pig_(dice_game)).");
  expect(block).toEqual({ kind: "text", text: [{ text: "See Wikipedia." }] });
});

test("the status says who is waited for and how it ended, in both languages", () => {
  const table = tableOf({ things: {}, at: {}, seats: [], course: { active: 0 }, over: false });
  const shown = {
    legend: { seats: [] } as never,
    setting: {
      seats: [{ name: "Ann" }, { name: "Bo" }, { name: "Cy" }],
      boards: [],
      zones: [],
      facts: new Map(),
    },
    table,
    trace: [],
    moves: 0,
    ask: null,
    seat: 0,
    waiting: [1, 2],
    result: null,
  };
  expect(statusOf(shown, "en")).toBe("waiting for Bo and Cy");
  expect(statusOf(shown, "it")).toBe("si aspetta Bo e Cy");
  const ended = {
    ...shown,
    table: { ...table, over: true },
    result: { ranking: [[1], [0]], scores: [2, 5], how: "finished" },
  };
  expect(statusOf(ended, "en")).toBe("Bo wins (5 : 2)");
  expect(rankingOf(ended, "en")).toBe("1. Bo 5 · 2. Ann 2");
  const shared = { ...ended, result: { ranking: [[1, 2], [0]], scores: [2, 5, 5], how: "finished" } };
  expect(rankingOf(shared, "it")).toBe("1. Bo e Cy 5 · 3. Ann 2");
  expect(statusOf(shared, "en")).toBe("Bo and Cy share the win (5 : 2)");
  const seats = [null, "pair", "pair"].map((team) => ({ score: 0, team }));
  const team = { ...shared, table: { ...shared.table, seats } };
  expect(statusOf(team, "en")).toBe("Bo and Cy win (5 : 2)");
  expect(rankingOf(team, "en")).toBe("1. Bo and Cy 5 · 2. Ann 2");
  const last = { ...shown, result: { ranking: [[2], [0], [1]], scores: [9, 30, 4], how: "finished" } };
  expect(statusOf(last, "en")).toBe("Cy wins (4 : 9 : 30)");
  const tied = { ...shown, result: { ranking: [[2], [0, 1]], scores: [9, 9, 30], how: "finished" } };
  expect(statusOf(tied, "en")).toBe("Cy wins (30 : 9 : 9)");
  const even = { ...shown, result: { ranking: [[0, 1, 2]], scores: [4, 4, 4], how: "finished" } };
  expect(statusOf(even, "en")).toBe("over: nobody wins (4 : 4 : 4)");
  const gaveUp = { ranking: [[1, 2], [0]], scores: [], how: "resigned" };
  expect(statusOf({ ...ended, result: gaveUp }, "en")).toBe("Ann resigned: Bo and Cy share the win");
  // Where nobody has any points yet, these say nothing.
  const early = { ...ended, result: { ...gaveUp, scores: [0, 0, 0] } };
  expect(statusOf(early, "en")).toBe("Ann resigned: Bo and Cy share the win");
  expect(rankingOf(early, "en")).toBe("");
  expect(endingOf(early, "en")).toEqual({ head: "Bo and Cy share the win", more: "Ann resigned" });
  const late = { ...ended, result: { ...gaveUp, scores: [7, 0, 0] } };
  expect(statusOf(late, "en")).toBe("Ann resigned: Bo and Cy share the win (0 : 7)");
  expect([0, 1, 2].map((seat) => placeOf(late, seat))).toEqual([3, 1, 1]);
  expect([0, 1, 2].map((seat) => placeOf(team, seat))).toEqual([2, 1, 1]);
  expect(placeOf(shown, 0)).toBe(null);
  const why = "five in a row";
  const sent = { waiting: [], result: { ranking: [[1], [0]], how: "finished", why } };
  expect(statusOf({ ...ended, result: resultOf(sent) }, "en")).toBe("Bo wins · five in a row");
  expect(statusOf({ ...ended, result: { ranking: [], scores: [], how: "stuck" } }, "it")).toBe(
    "finita: nessuno può muovere, e nessuna regola dice che fare",
  );
});

test("texts are filled in, and names are listed as they are spoken", () => {
  expect(text("from", "it", { n: 8 })).toBe("dai 8 anni");
  expect(listed(["A", "B", "C"], "en")).toBe("A, B and C");
  expect(listed([], "en")).toBe("");
});

test("a match is opened with the bots that the server lists, by whatever name", () => {
  const detail = (...bots: string[]): GameDetail => ({
    entry: game("Hex"),
    counts: [3],
    seats: ["A", "B", "C"],
    options: [],
    bots,
  });
  const all = detail("random", "easy", "medium", "hard");
  const seats = (wish: ReturnType<typeof firstWish>) => newMatch("hex", all, wish, "Ann").seats.slice(1);
  expect(seats(firstWish(all, ""))).toEqual([{ bot: "medium" }, { bot: "medium" }]);
  expect(seats(firstWish(all, "hard"))).toEqual([{ bot: "hard" }, { bot: "hard" }]);
  expect(firstWish(detail("random"), "hard").bot).toBe("random");
  const friends = { ...firstWish(all, ""), mode: "friends" as const, bots: { 2: "easy" } };
  expect(seats(friends)).toEqual(["open", { bot: "easy" }]);
  // Another seat of one's own, another bot for one seat, and a clock, which does not run before one asks for the match.
  const third = { ...firstWish(all, ""), seat: 2, bots: { 0: "hard" }, clock: "5+3" as const };
  const opened = newMatch("hex", all, third, "Ann");
  expect(opened.seats).toEqual([{ bot: "hard" }, { bot: "medium" }, { me: { name: "Ann" } }]);
  expect(opened.clock).toEqual({ bank: { ms: 300_000, increment: 3000 } });
  // Nothing is kept of a table that one only looks at.
  const drafts = [firstWish(all, ""), third, friends].map((wish) => newMatch("hex", all, wish, "").draft);
  expect(drafts).toEqual([true, undefined, undefined]);
  expect([third, firstWish(all, "")].map(isOpenedByHand)).toEqual([true, false]);
  // What was chosen for seats that are gone goes with them.
  expect(changed(third, { players: 2 })).toMatchObject({ seat: 0, bots: {} });
  expect(changed(third, { bots: { 0: "hard", 1: "easy" } }).bots).toEqual({ 0: "hard", 1: "easy" });
  expect(["random", "hard", "mcts:1s", "toString"].map((bot) => botName(bot, "it"))).toEqual([
    "a caso",
    "difficile",
    "mcts:1s",
    "toString",
  ]);
});

const hexDetail: GameDetail = {
  entry: game("Hex"),
  counts: [2, 3],
  seats: ["A", "B"],
  options: [],
  bots: ["random"],
};

test("a game opens with the options and players that were chosen for it last, as far as there still are such", () => {
  const option = { name: "target", prompt: null, default: "50" };
  const all = {
    ...hexDetail,
    options: [
      { ...option, values: { from: 10, to: 100 } },
      { ...option, name: "deck", values: ["french", "italian"] },
    ],
  };
  const chosen = { target: "70", deck: "spanish", gone: "x" };
  const wish = firstWish(all, "", { players: 3, options: chosen });
  expect([wish.players, wish.options]).toEqual([3, { target: "70" }]);
  expect(firstWish(all, "", { players: 9, options: { target: "7" } })).toEqual(firstWish(all, ""));
});

test("who shares one screen is called as was written for each seat", () => {
  const wish = { ...firstWish(hexDetail, ""), mode: "screen" as const, names: { 1: "Anna" } };
  const { seats } = newMatch("hex", hexDetail, wish, "Bo");
  expect(seats[1]).toEqual({ me: { name: "Anna" } });
  expect(seats[0]).not.toEqual({ me: { name: "Bo" } });
});

test("a link is shared under the name by which its page was reached, unless the server has one of its own", () => {
  expect(reached("http://127.0.0.1:7901/i/code", "http://localhost:7901")).toBe(
    "http://localhost:7901/i/code",
  );
  expect(reached("https://games.example/i/code", "http://localhost:7901")).toBe(
    "https://games.example/i/code",
  );
});
