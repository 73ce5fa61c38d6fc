import { expect, test } from "vitest";
import { inOne, inTimeOrder, lastSaid, newsOf, toldOf, unreadOf } from "../src/pure/news";
import type { Line } from "../src/pure/say";

const did = (by: number, text: string): Line => ({ text, keys: [], by });
const told = (text: string): Line => ({ text, keys: [] });
const said = (n: number, text: string, isOwn = false): Line => ({
  text,
  keys: [],
  said: { who: "Anna", n, isOwn },
});
const texts = (lines: readonly Line[]) => lines.map(({ text }) => text);

test("chat stands among the moves where it was said", () => {
  const at = (v: number, line: Line): Line => ({ ...line, v });
  const log = [at(1, did(0, "a")), at(3, did(1, "b")), at(3, told("rain")), at(4, did(0, "c"))];
  const between = [
    at(0, said(0, "first")),
    at(3, said(1, "then")),
    at(3, said(2, "yes")),
    at(9, said(3, "late")),
  ];
  expect(texts(inTimeOrder(log, between))).toEqual(["first", "a", "b", "rain", "then", "yes", "c", "late"]);
});

test("news is what others and the rules did since one's own last choice, and what was not read", () => {
  const lines = [said(0, "hi"), did(1, "a"), did(0, "mine"), told("rain"), did(1, "b"), said(1, "so", true)];
  expect(texts(newsOf(lines, 0, 0))).toEqual(["rain", "b"]);
  expect(texts(newsOf(lines, 0, -1))).toEqual(["hi", "rain", "b"]);
  expect(texts(newsOf([did(0, "mine"), said(3, "well"), did(1, "b")], 0, 3))).toEqual(["b"]);
  expect(unreadOf(lines, -1).length).toBe(1);
  expect(lastSaid(lines)).toBe(1);
  expect(texts(newsOf([did(1, "a")], null, -1))).toEqual(["a"]);
});

test("what the rules tell goes before what others do, as far as there is room", () => {
  const one = (news: readonly Line[], letters: number) => {
    const { isCut, lines } = inOne(news, letters);
    return (isCut ? "… " : "") + lines.map(({ text }) => text).join(" · ");
  };
  const news = [told("one"), told("two"), said(1, "three")];
  expect(one(news, 60)).toBe("one · two · Anna: three");
  expect(one(news, 22)).toBe("… two · Anna: three");
  expect(one(news, 3)).toBe("… Anna: three");
  expect(one([], 60)).toBe("");
  const deal = [did(1, "plays a"), told("deal over"), did(1, "plays b"), did(2, "plays c")];
  expect(one(deal, 60)).toBe("plays a · deal over · plays b · plays c");
  expect(one(deal, 24)).toBe("… deal over · plays c");
  // However much the rules tell, what came last is there.
  expect(one([told("a deal is over"), did(2, "plays c")], 16)).toBe("… plays c");
});

test("what one's own choice led to is news until something else comes", () => {
  const at = (v: number, line: Line): Line => ({ ...line, v });
  const own = [at(4, did(0, "hits")), at(4, told("a man is hit"))];
  expect(texts(newsOf(own, 0, -1))).toEqual(["a man is hit"]);
  expect(texts(newsOf([...own, at(5, did(1, "comes in"))], 0, -1))).toEqual(["comes in"]);
  expect(texts(newsOf([...own, at(4, said(0, "well"))], 0, -1))).toEqual(["well"]);
  expect(texts(newsOf([at(3, said(0, "hi")), ...own], 0, -1))).toEqual(["hi", "a man is hit"]);
});

test("what the rules tell of a player stands with that player", () => {
  const news = [
    { text: "Ann begs for 2", keys: [] },
    { text: "Anna takes the trick", keys: [] },
    { text: "Bo plays a card", keys: [], by: 1 },
    { text: "Ann: goods 3", keys: [] },
    { text: "Ann 40 · Bo 80", keys: [] },
    { text: "Ann", keys: [], said: { who: "Bo", n: 0, isOwn: false } },
  ];
  expect(toldOf(news, ["Ann", "Bo", "Anna"])).toEqual(["begs for 2 · goods 3", "", "takes the trick"]);
  expect(toldOf([{ text: "Ann Lee takes the trick", keys: [] }], ["Ann", "Ann Lee"])).toEqual([
    "",
    "takes the trick",
  ]);
});
