import { EditorState, Text } from "@codemirror/state";
import { expect, test } from "vitest";
import { BUILTINS } from "../src/dev/builtins";
import { completionsFor } from "../src/dev/completion";
import { differences } from "../src/dev/diff";
import { indentOf } from "../src/dev/indent";

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

const labels = (begun: string, isMember: boolean, ...texts: string[]) =>
  completionsFor(texts, begun, isMember).map(({ label }) => label);

test("names of the files are offered beside words of the language, and behind a dot what stands behind one", () => {
  const text = 'interactable Torch { number value; } // nowhere\nhand(p).top().glow "inText"';
  expect(labels("To", false, text)).toEqual(
    expect.arrayContaining(["Torch", "value", "interactable", "max"]),
  );
  expect(labels("To", false, text)).not.toContain("glow");
  const members = labels("", true, text);
  expect(members).toEqual(expect.arrayContaining(["glow", "value", "length", "filter", "owner"]));
  for (const word of ["nowhere", "inText", "while", "lenght"]) expect(members).not.toContain(word);
});

const GAME = `
interactable Card { number worth; Card above; List<Card> below; player holder; }
class Note { string said; }
interactable Ace extends Card { bool isHigh; }
enum Suit { Cups, Coins }
zone stock of Card { visible none; }
zone hand of Card per player { visible owner; }
board Field { shape square(3, 3); }
global class Rules { Suit trump; function List<Tile> spots() { return {}; } }
`;
const behind = (before: string) => completionsFor([GAME], "", true, before).map(({ label }) => label);

test("behind a dot stands what the type of what is before it has, where declarations tell that", () => {
  expect(behind("for (Card c in stock.")).toEqual(expect.arrayContaining(["filter", "top", "shuffle"]));
  expect(behind("for (Card c in stock.")).not.toContain("worth");
  expect(behind("x = above.")).toEqual(expect.arrayContaining(["worth", "above", "owner"]));
  expect(behind("x = above.")).not.toContain("said");
  expect(behind("x = above.")).not.toContain("filter");
  expect(behind("x = worth.")).toEqual([]);
  expect(behind("x = above.below.")).toContain("sum");
  expect(behind("hand(p).")).toContain("top");
  expect(behind("Suit.")).toEqual(expect.arrayContaining(["all", "named"]));
  expect(behind("Suit.")).not.toContain("shuffle");
  expect(behind("spots().")).toContain("filter");
  expect(behind("actor.")).toContain("score");
  expect(behind("player.")).toContain("active");
  expect(
    completionsFor([`${GAME} class More { Ace ace; }`], "", true, "ace.").map(({ label }) => label),
  ).toEqual(expect.arrayContaining(["isHigh", "worth"]));
});

test("where nothing tells what stands before a dot, all is offered that may stand behind one", () => {
  expect(behind("x = whatever.")).toEqual(expect.arrayContaining(["worth", "said", "filter", "owner"]));
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
