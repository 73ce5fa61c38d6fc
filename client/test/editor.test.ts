import { readFileSync } from "node:fs";
import { CompletionContext } from "@codemirror/autocomplete";
import { EditorState, Text } from "@codemirror/state";
import { expect, test } from "vitest";
import { BUILTINS } from "../src/dev/builtins";
import { completing, offerAt } from "../src/dev/completion";
import { placeOf, rangeOf } from "../src/dev/desk.svelte";
import { differences } from "../src/dev/diff";
import { helpOf, meaningAt } from "../src/dev/help";
import { indentOf } from "../src/dev/indent";
import { COLOURS, LOOKS, SIGNS, VALUES } from "../src/dev/looks";
import { sign } from "../src/draw/signs";

/** The columns of the last line of a text. */
function indented(text: string): number {
  const doc = Text.of(text.split("\n"));
  return indentOf(doc, doc.lines, doc.line(doc.lines).text);
}

test("a line stands one step in the bracket that is open before it, and its end where the bracket began", () => {
  expect(indented("turn Main {\n")).toBe(4);
  expect(indented("turn Main {\n    phase Plan {\n")).toBe(8);
  expect(indented("turn Main {\n    phase Plan {\n}")).toBe(4);
  expect(indented("turn Main {\n    phase Plan { }\n")).toBe(4);
  expect(indented("if (a) {\n    b();\n} else {\n")).toBe(4);
  expect(indented("turn Main {\n}\n")).toBe(0);
});

test("brackets in texts and comments open nothing", () => {
  expect(indented('say("{ (");\n')).toBe(0);
  expect(indented("a(); // { (\n")).toBe(0);
});

/** What is offered where `‸` stands; other files beside it. */
function offered(marked: string, ...texts: string[]): string[] {
  const text = marked.replace("‸", "");
  const options = offerAt([text, ...texts], text, marked.indexOf("‸"))?.options ?? [];
  return options.map(({ label }) => label);
}
/** The first that are offered: those that are of the thing itself. */
const first = (n: number, marked: string, ...texts: string[]) => offered(marked, ...texts).slice(0, n);

const game = (path: string) => readFileSync(`../games/${path}`, "utf8");
/** A text with code behind a line of it, or behind other words. */
const within = (text: string, behind: string, code: string) => {
  expect(text).toContain(behind);
  return text.replace(behind, () => `${behind} ${code}`);
};
const KALAH = game("kalah/game.tgdl");
const SHORE = game("new-shore/game.tgdl");
const CHESS = game("chess/game.tgdl");
const inKalah = (code: string) => within(KALAH, "players 2;", code);
const inShore = (code: string) => within(SHORE, "players 2..4;", code);

test("names of the files are offered beside words of the language, and behind a dot what stands behind one", () => {
  const text = 'interactable Torch { number value; } // nowhere\nhand(p).top().glow "inText"';
  const names = offered(`${text}\nTo‸`);
  expect(names).toEqual(expect.arrayContaining(["Torch", "value", "interactable", "max"]));
  expect(names).not.toContain("glow");
  const members = offered(`${text}\nwhatever.‸`);
  expect(members).toEqual(expect.arrayContaining(["glow", "value", "length", "filter", "owner"]));
  for (const word of ["nowhere", "inText", "while", "lenght"]) expect(members).not.toContain(word);
});

const GAME = `
interactable Card { number worth; Card above; List<Card> below; player holder; }
class Note { string said; }
interactable Ace extends Card { bool isHigh; }
enum Suit { number rank; Cups(1), Coins(2) }
zone stock of Card { visible none; }
zone hand of Card per player { visible owner; }
zone row[3] of Card;
zone pile[Suit] of Card per player { visible all; }
board Field { shape square(3, 3); }
board Sea per player { shape square(3, 3); }
class Bag<T> { List<T> items = {}; function T draw() { return items[0]; } }
class Notes extends Bag<Note> { }
global class Rules { Suit trump; function List<Tile> spots() { return {}; } }
`;
const behind = (before: string) => offered(`${GAME}test "t" { ${before}‸ }`);

test("behind a dot stands what the type of what is before it has, where declarations tell that", () => {
  expect(behind("for (Card c in stock.")).toEqual(expect.arrayContaining(["filter", "top", "shuffle"]));
  expect(behind("for (Card c in stock.")).not.toContain("worth");
  expect(behind("x = above.")).toEqual(expect.arrayContaining(["worth", "above", "owner"]));
  expect(behind("x = above.")).not.toContain("said");
  expect(behind("x = above.")).not.toContain("filter");
  expect(behind("x = worth.")).toEqual([]);
  expect(behind("x = above.below.")).toContain("sum");
  expect(behind("Suit.")).toEqual(["Cups", "Coins", "all", "named"]);
  expect(behind("Suit.Cups.")).toEqual(["rank", "name", "index"]);
  expect(behind("spots().")).toContain("filter");
  expect(behind("actor.")).toContain("score");
  expect(behind("player.")).toContain("active");
  expect(behind("turn.")).toEqual(expect.arrayContaining(["phase", "active", "pass"]));
  expect(behind("turn.phase.")).toEqual(["active", "use"]);
  expect(behind("Ace ace; ace.")).toEqual(expect.arrayContaining(["isHigh", "worth"]));
});

test("where nothing tells what stands before a dot, all is offered that may stand behind one", () => {
  expect(behind("x = whatever.")).toEqual(expect.arrayContaining(["worth", "said", "filter", "owner"]));
});

test("zones of players, rows of zones and boards of players are told apart", () => {
  expect(behind("hand.")).toEqual(["of"]);
  expect(behind("hand(p).")).toContain("top");
  expect(behind("hand(p).top().")).toContain("worth");
  expect(behind("row.")).not.toContain("deal");
  expect(behind("row[1].")).toContain("deal");
  expect(behind("row.flatten().first().")).toContain("worth");
  expect(behind("pile(p)[Suit.Cups].top().")).toContain("worth");
  expect(behind("pile[Suit.Cups].")).toEqual(["of"]);
  expect(behind("Sea(p).at(0, 0).")).toContain("neighbors");
});

test("a zone and a set have of lists what changes nothing", () => {
  expect(behind("stock.")).toContain("random");
  expect(behind("stock.")).not.toContain("removeAt");
  expect(behind("Set<Suit> suits; suits.")).not.toContain("append");
  expect(behind("List<Suit> suits; suits.")).toContain("append");
});

test("objects have what their kind has", () => {
  const ofPieces = behind("Card c; c.");
  expect(ofPieces).toEqual(expect.arrayContaining(["tile", "reveal", "owner"]));
  expect(ofPieces).not.toContain("corners");
  const plain = behind("Note n; n.");
  expect(plain).toEqual(["said", "owner", "owners", "assign", "unassign"]);
  expect(
    offered(
      "board F { shape hex(3, 3); corner Site; } class Site extends Corner { bool isTown; }\nF.corners().first().‸",
    ),
  ).toEqual(expect.arrayContaining(["isTown", "corners", "owner"]));
});

test("what a generic class leaves open is what it is used with", () => {
  expect(behind("Bag<Card> b; b.draw().")).toContain("worth");
  expect(behind("new Notes().items[0].")).toContain("said");
});

test("names hold where they are declared", () => {
  const two = "function f(player x) { x.‸ }\nfunction g(List<number> x) { }";
  expect(offered(two)).toContain("score");
  expect(offered(two.replace("x.‸", "").replace("{ }", "{ x.‸ }"))).toContain("sum");
  // The inner one is meant.
  expect(offered('test "t" { player x; if (true) { string x; x.‸ } }')).toContain("upper");
  expect(offered('test "t" { player x; if (true) { string x; } x.‸ }')).toContain("team");
});

test("an object of a global class has its members in a game", () => {
  const members = offered(inKalah("Rules.‸"));
  expect(members.slice(0, 7)).toEqual(["houses", "store", "opposite", "gather", "finish", "clear", "fill"]);
  for (const other of ["filter", "corners", "tile", "reveal", "sow"]) expect(members).not.toContain(other);
});

test("chains are followed from the left", () => {
  const tiles = ["x", "pieces", "neighbors"];
  for (const chain of [
    "Rules.store(0).",
    "Rules.houses(0).first().",
    "Rules.houses(0)[2].",
    "Rules.houses(0).filter(h => h.",
    "for (Tile t in Rules.houses(0)) { t.",
    "for (var t in Rules.houses(0)) { t.",
    "var t = Rules.houses(0).sortBy(h => h.x).last(); t.",
    "random.pick(Rules.houses(0)).",
    "(Rules.store(0) ?? Rules.store(1)).",
    'tell "{Rules.store(0).',
  ])
    expect(offered(inKalah(`${chain}‸`)), chain).toEqual(expect.arrayContaining(tiles));
  expect(offered(inKalah("Rules.houses(0).map(h => h.pieces.length).‸"))).toContain("sum");
  expect(offered(inKalah("Rules.houses(0).flatMap(h => h.pieces).first().‸"))).toContain("putOn");
  expect(offered(inKalah('Row.tile("1").piece.‸'))).toContain("reveal");
  expect(offered(inKalah("all(Seed)[0].tile.‸"))).toContain("neighbors");
  expect(offered(inKalah("player.all().groupBy(p => p.score).‸"))).toContain("keys");
  expect(offered(inKalah("player.all()[0].team[0].‸"))).toEqual(["name", "score", "isOut", "team"]);
});

test("tiles, edges and corners are of the classes that boards name", () => {
  expect(first(2, inShore('Island.tile("a1").‸'))).toEqual(["good", "token"]);
  expect(offered(inShore('Island.tile("a1").good.‸'))).toEqual(["name", "index"]);
  expect(first(1, inShore("sites(0)[0].‸"))).toEqual(["isTown"]);
  expect(first(1, inShore("sites(0)[0].edges[0].corners.first(c => c.‸"))).toEqual(["isTown"]);
  expect(first(2, within(SHORE, "input Road way", '"?" from at.‸ '))).toEqual(["isTown", "isFree"]);
  // What the imported file declares is known where it is open.
  const store = readFileSync("../std/resources.tgdl", "utf8");
  expect(offered(inShore("store(0).‸"), store)).toContain("canPay");
  expect(offered(inShore("store(0).goods.keys().first().‸"), store)).toEqual(["name", "index"]);
});

test("members of the class around are known by their names alone", () => {
  const [line = ""] = /^abstract interactable .*$|^interactable \w+ \{$/m.exec(CHESS) ?? [];
  expect(offered(within(CHESS, line, "function bool f() { return this.‸ } "))).toContain("tile");
  const kalah = within(KALAH, "Tile last = house;", "houses(actor).first().‸");
  expect(offered(kalah)).toContain("pieces");
});

test("an event is the one that is waited for", () => {
  const hit = "event Hit { player on; number n; }\nclass Wall { action fall { trigger Hit where event.‸ } }";
  expect(offered(hit)).toEqual(["on", "n"]);
});

test("actions are called in tests alone", () => {
  expect(offered(inKalah("play Rules.‸"))).toContain("sow");
});

test("in a look stand the words for what is looked at, and its members", () => {
  const goods = within(SHORE, "look Good {", "‸");
  expect(first(9, goods)).toEqual([...LOOKS.enum, "Timber", "Brick", "Wool", "Corn", "Ore"]);
  expect(first(4, goods.replace("‸", "Ore { ‸ }"))).toEqual(LOOKS.enum);
  expect(offered(within(SHORE, "look Good {", "colour ‸")).slice(0, COLOURS.length)).toEqual(COLOURS);
  expect(first(7, within(SHORE, "look Island {", "‸"))).toEqual([...LOOKS.board, "tile"]);
  expect(first(13, within(SHORE, "look Island {\n    tile {", "‸"))).toEqual(LOOKS.class);
  expect(offered(within(SHORE, "look Raider {", "shape ‸"))).toEqual(VALUES.shape);
  expect(offered(within(SHORE, "look Island {\n    tile {", "colour good.‸"))).toEqual(["name", "index"]);
  expect(offered(within(SHORE, "look Island {\n    tile {", 'text "{‸'))).toContain("token");
  const own = game("new-shore/look.tgdl");
  const founding = within(own, "found {", "‸");
  expect(first(7, founding, SHORE)).toEqual([...LOOKS.action, "at", "way"]);
  expect(offered(within(own, "look game {", "genre ‸"), SHORE)).toEqual(VALUES.genre);
  expect(offered("look hand { layout ‸ }", GAME)).toContain("fan");
  expect(offered("look hand { sort ‸ }", GAME)).toContain("worth");
});

test("in texts stand names of turns, phases and signs, and nothing else", () => {
  expect(offered(inShore('turns.use("‸"'))).toEqual(["Main"]);
  expect(offered(inShore('turns.use("Main", "‸"'))).toEqual(["Found", "Roll", "Build"]);
  expect(offered(inShore('turn.phase.use("Ro‸"'))).toEqual(["Found", "Roll", "Build"]);
  expect(offered(within(SHORE, "look Raider {", 'symbol ":g‸"'))).toEqual(SIGNS);
  expect(offered(within(SHORE, "look Raider {", 'title "T‸"'))).toEqual([]);
  expect(offered(inShore('tell "T‸"'))).toEqual([]);
  expect(offered(inShore("// Ma‸"))).toEqual([]);
});

test("signs are those that are drawn", () => {
  expect(SIGNS).toEqual(expect.arrayContaining([":gem:", ":cups:", ":dice:"]));
  for (const name of SIGNS) expect(sign(name.slice(1, -1)), name).not.toBeNull();
});

test("words of looks are those of the reference", () => {
  const page = readFileSync("../docs/language.md", "utf8");
  const codes = (text: string) => [...text.matchAll(/`([a-z]+)`/g)].map(([, word]) => word);
  const row = (what: string) =>
    codes(
      page
        .split("\n")
        .find((line) => line.startsWith(`| ${what} |`))!
        .split("|")[2]!,
    );
  const told = {
    class: "a class, a modifier",
    enum: "an enumeration",
    zone: "a zone",
    board: "a board",
    turn: "a turn",
    game: "`game`",
  };
  for (const [look, what] of Object.entries(told))
    expect(LOOKS[look as keyof typeof LOOKS], look).toEqual(row(what));
  const values = (from: RegExp) => codes(from.exec(page)![1]!);
  expect(COLOURS).toEqual(values(/^`colour`, or `color`, is (.*), or `"#rrggbb"`/m));
  expect(VALUES.shape).toEqual(values(/^`shape` is the figure of a piece: (.*)\.$/m));
  expect(VALUES.genre).toEqual(values(/^`genre` is (.*?);/m));
  expect(VALUES.sound).toEqual(values(/^`sound` of an action is (.*?):/m));
  expect(VALUES.ground).toEqual(values(/^`ground` of a board is (.*?);/m));
  expect(VALUES.path).toEqual(values(/`path` of a track (.*?), two rows/m));
});

/** What the list holds where a text ends; null where there is none. */
function list(text: string): string[] | null {
  const state = EditorState.create({ doc: text });
  const found = completing(() => [text])(new CompletionContext(state, text.length, false));
  return found?.options.map(({ label }) => label) ?? null;
}

test("nothing is offered to a word that is whole, as long as nothing is longer", () => {
  expect(list("class Lantern { } Lanter")).toContain("Lantern");
  expect(list("class Lantern { } Lantern")).toBeNull();
  expect(list("class Lantern { } class LanternKeeper { } Lantern")).toContain("LanternKeeper");
});

/** What a name means where `‸` stands in it. */
function help(marked: string, ...texts: string[]) {
  const text = marked.replace("‸", "");
  const meaning = meaningAt([text, ...texts], text, marked.indexOf("‸"));
  return meaning && helpOf(meaning, text);
}

test("of a name that is built in its sign is told, of another one the line of its declaration", () => {
  expect(help(inKalah("Rules.houses(0).fi‸lter(h => true);"))).toEqual({
    code: "filter(keep: (T) => bool): List<T>",
    says: "The elements for which keep is true.",
  });
  expect(help(inKalah("ma‸x(1, 2);"))?.code).toBe("max(a: number, b: number): number");
  // `all` of players is not that of lists.
  expect(help(inKalah("player.a‸ll();"))?.code).toBe("all(): List<player>");
  expect(help(inKalah("R‸ow.tiles();"))).toEqual({
    code: "board Row { shape ring(14); capacity unlimited; }",
    says: "Houses 1 to 6 and store 7 are the first player's, houses 8 to 13 and store 14 the second's.",
  });
  expect(help('player longest;  // who leads\ntest "t" { lon‸gest = 1; }')).toEqual({
    code: "player longest;",
    says: "who leads",
  });
  expect(help(inKalah("Rules.houses(0).any(h => h‸.isEmpty());"))).toEqual({ code: "h: Tile", says: "" });
  expect(help("look Rules { s‸ow { } }", KALAH)?.code).toBe("action sow {");
  expect(help(inKalah("whi‸le (true) { }"))).toBeNull();
  expect(help(inKalah('tell "Ro‸w";'))).toBeNull();
});

test("a name leads to its declaration, also in another file", () => {
  const target = (marked: string, ...texts: string[]) => {
    const text = marked.replace("‸", "");
    const declared = meaningAt([text, ...texts], text, marked.indexOf("‸"))?.declared;
    return declared?.text.slice(declared.text.lastIndexOf("\n", declared.at) + 1).split("\n")[0];
  };
  expect(target(inKalah("Rules.st‸ore(0);"))).toMatch(/^ {4}function Tile store\(player p\)/);
  expect(target("look Se‸ed { }", KALAH)).toBe("interactable Seed { }");
  expect(target(inShore("Good.O‸re;"))).toMatch(/^enum Good/);
  expect(target(within(KALAH, "Tile last = house;", "la‸st = house;"))).toMatch(/Tile last = house;/);
});

test("the place of a part of a text is that of its line and columns", () => {
  const text = "ab\n😀cd\nef";
  const place = placeOf("game.tgdl", text, text.indexOf("cd"), text.indexOf("ef"));
  expect(place).toEqual({ file: "game.tgdl", line: 2, column: 2, end_line: 3, end_column: 1 });
  expect(rangeOf(text, place)).toEqual([text.indexOf("cd"), text.indexOf("ef")]);
});

test("what is built in has its parameters and what it does", () => {
  const of = (name: string) => BUILTINS.find((one) => one.name === name);
  expect(of("max")).toMatchObject({ sign: "max(a: number, b: number): number", isFree: true });
  expect(of("flatten")).toMatchObject({ sign: "List<List<U>>.flatten(): List<U>", isFree: false });
  expect(BUILTINS.length).toBeGreaterThan(150);
});

test("two texts differ in the lines that one of them alone has, with some lines around", () => {
  const lines = (text: string) => text.split("").join("\n");
  const told = (mine: string, theirs: string) =>
    differences(lines(mine), lines(theirs)).map(
      ({ of, text }) => ({ both: " ", mine: "+", theirs: "-", skipped: "…" })[of] + text,
    );
  expect(told("abcdefgh", "abcdeXgh")).toEqual(["…3", " d", " e", "-X", "+f", " g", " h"]);
  expect(told("abc", "abc")).toEqual(["…3"]);
  expect(told("axbyc", "abc")).toEqual([" a", "+x", " b", "+y", " c"]);
  expect(told("", "ab")).toEqual(["-a", "-b", "+"]);
});

test("a line that is broken is indented by what stands before the break", async () => {
  const { indenting } = await import("../src/dev/indent");
  const { getIndentation, IndentContext } = await import("@codemirror/language");
  const state = EditorState.create({ doc: "turn Main {}", extensions: [indenting] });
  const at = state.doc.length - 1;
  const context = new IndentContext(state, { simulateBreak: at, simulateDoubleBreak: true });
  expect(getIndentation(context, at)).toBe(4);
});

test("where there is no event, what is offered behind it is what may stand behind anything", () => {
  for (const text of ["setup { event.‸ }", 'test "t" { event.‸ }', "look game { event.‸ }"])
    expect(() => offered(text)).not.toThrow();
});

test("of two variables of a name the inner one is offered", () => {
  const marked = "function f(player x) { if (true) { string x; ‸ } }";
  const text = marked.replace("‸", "");
  const options = offerAt([text], text, marked.indexOf("‸"))?.options ?? [];
  expect(options.filter(({ label }) => label === "x").map(({ detail }) => detail)).toEqual([": string"]);
});
