import { expect, test } from "vitest";
import { Deciding } from "../src/draw/deciding.svelte";
import type { Ask, Part } from "../src/model/tree";

const man: Part = { thing: 1 };
const c3: Part = { tile: ["Field", "c3"] };
const d3: Part = { tile: ["Field", "d3"] };

// One man that may go to one point, and one that may go to two.
const morris: Ask = {
  q: 1,
  ask: { kind: "move", prompt: null, of: null },
  refs: [
    { action: "move" },
    { thing: 1 },
    { thing: 2 },
    { tile: ["Field", "c3"] },
    { tile: ["Field", "d3"] },
  ],
  tree: [
    [
      0,
      [
        [1, [3]],
        [2, [3, 4]],
      ],
    ],
  ],
  whole: true,
};

function begun(ask: Ask = morris) {
  const played: Part[][] = [];
  const deciding = new Deciding(() => ask, { onplay: (path) => played.push(path), onwant: () => {} });
  return { deciding, played };
}

test("a place that filled by itself is lit, and a tap on it makes the move", () => {
  const { deciding, played } = begun();
  deciding.tap("t1");
  expect(played).toEqual([]);
  expect([...deciding.lit.keys()]).toEqual(["Field/c3"]);
  expect([...deciding.targets]).toEqual(["Field/c3"]);
  expect(deciding.endsWith("Field/c3")).toBe(true);
  deciding.tap("Field/c3");
  expect(played).toEqual([[{ action: "move" }, man, c3]]);
});

test("a tap on what was picked leads back from a place that filled by itself", () => {
  const { deciding, played } = begun();
  deciding.tap("t1");
  deciding.tap("t1");
  expect(deciding.picks).toEqual([]);
  expect(played).toEqual([]);
});

test("a place that is chosen is played at once", () => {
  const { deciding, played } = begun();
  deciding.tap("t2");
  expect(deciding.endsWith("Field/d3")).toBe(true);
  deciding.tap("Field/d3");
  expect(played).toEqual([[{ action: "move" }, { thing: 2 }, d3]]);
});

test("what filled by itself waits for one tap more where it is to be read first", () => {
  const { deciding, played } = begun();
  deciding.tap("t1");
  deciding.tap("Field/c3", true);
  expect(played).toEqual([]);
  expect(deciding.picks.map(({ part }) => part)).toEqual([man, c3]);
  deciding.send(deciding.now!);
  expect(played).toEqual([[{ action: "move" }, man, c3]]);
});

test("a tap that only asks for what is behind it makes no move", () => {
  // The only point of this man is told, and what is behind it is not.
  const cut: Ask = { ...morris, tree: [[0, [[1, [[3]]]]]], whole: false };
  const wanted: Part[][] = [];
  const played: Part[][] = [];
  const deciding = new Deciding(() => cut, {
    onplay: (path) => played.push(path),
    onwant: (path) => wanted.push(path),
  });
  deciding.choose({ part: man, depth: 1 }, true);
  expect(deciding.lit.get("Field/c3")?.isLast).toBe(true);
  expect(deciding.endsWith("Field/c3")).toBe(false);
  deciding.tap("Field/c3");
  expect(wanted).toEqual([[{ action: "move" }, man, c3]]);
  expect(played).toEqual([]);
});

test("a place picked first that only one man can reach asks for one more tap on it", () => {
  const { deciding, played } = begun();
  deciding.tap("Field/d3");
  expect(played).toEqual([]);
  expect([...deciding.picked].sort()).toEqual(["Field/d3", "t2"]);
  expect([...deciding.lit.keys()]).toEqual(["Field/d3"]);
  deciding.tap("Field/d3");
  expect(played).toEqual([[{ action: "move" }, { thing: 2 }, d3]]);
});

test("the man that was filled in can be picked, and then goes elsewhere", () => {
  const { deciding, played } = begun();
  deciding.tap("Field/d3");
  deciding.tap("t2");
  expect(deciding.picks.map(({ part }) => part)).toEqual([{ thing: 2 }]);
  expect(played).toEqual([]);
});

test("a tap on another man that could be picked first changes to that one", () => {
  const { deciding, played } = begun();
  deciding.tap("t2");
  expect([...deciding.otherKeys]).toEqual(["t1"]);
  deciding.tap("t1");
  expect(deciding.picks.map(({ part }) => part)).toEqual([man]);
  deciding.tap("t2");
  expect(deciding.picks.map(({ part }) => part)).toEqual([{ thing: 2 }]);
  expect(played).toEqual([]);
});

test("a place that the picked man cannot reach is no other choice", () => {
  const { deciding } = begun();
  deciding.tap("t1");
  expect(deciding.others.has("Field/d3")).toBe(false);
});

test("a number is chosen where the thing that was picked goes by it", () => {
  const to = (name: string): { tile: [string, string] } => ({ tile: ["Way", name] });
  const throws: Ask = {
    ...morris,
    refs: [{ action: "go" }, { thing: 1 }, { num: 2 }, { num: 5 }, { thing: 2 }, { num: 2 }],
    on: [
      [2, to("3")],
      [3, to("6")],
      [5, to("9")],
    ],
    tree: [
      [
        0,
        [
          [1, [2, 3]],
          [4, [5]],
        ],
      ],
    ],
  };
  const { deciding, played } = begun(throws);
  expect([...deciding.lit.keys()]).toEqual(["t1", "t2"]);
  deciding.tap("t1");
  expect([...deciding.lit.keys()]).toEqual(["Way/3", "Way/6"]);
  deciding.tap("t2");
  expect([...deciding.lit.keys()]).toEqual(["Way/9"]);
  deciding.tap("Way/9");
  expect(played).toEqual([[{ action: "go" }, { thing: 2 }, { num: 2 }]]);
});

test("a place to which several numbers lead says none of them", () => {
  const home: { zone: [string, null] } = { zone: ["home", null] };
  const throws: Ask = {
    ...morris,
    refs: [{ action: "go" }, { thing: 1 }, { num: 2 }, { num: 5 }, { num: 6 }],
    on: [
      [2, { tile: ["Way", "3"] }],
      [3, home],
      [4, home],
    ],
    tree: [[0, [[1, [2, 3, 4]]]]],
  };
  const { deciding } = begun(throws);
  deciding.tap("t1");
  expect([...deciding.lit.keys()]).toEqual(["Way/3"]);
  expect(deciding.now?.buttons.map(({ part }) => part)).toEqual([{ num: 2 }, { num: 5 }, { num: 6 }]);
});

// One card takes the first of four others, or the second with the third; another takes the fourth.
const scopa: Ask = {
  ...morris,
  refs: [
    { action: "take" },
    { thing: 1 },
    { thing: 2 },
    [{ thing: 11 }],
    [{ thing: 12 }, { thing: 13 }],
    [{ thing: 14 }],
  ],
  tree: [
    [
      0,
      [
        [1, [3, 4]],
        [2, [5]],
      ],
    ],
  ],
};

test("a tap on one of the things that are taken together says which are meant", () => {
  const { deciding, played } = begun(scopa);
  deciding.tap("t1");
  expect([...deciding.lit.keys()].sort()).toEqual(["t11", "t12", "t13"]);
  expect(deciding.endsWith("t13")).toBe(true);
  deciding.tap("t13");
  expect(played).toEqual([[{ action: "take" }, { thing: 1 }, [{ thing: 12 }, { thing: 13 }]]]);
});

test("what is taken may be picked first, and is put back by a tap", () => {
  const { deciding, played } = begun(scopa);
  deciding.tap("t12");
  // The card that takes it filled by itself, and so did what is taken with it.
  expect([...deciding.picked].sort()).toEqual(["t1", "t12", "t13"]);
  expect(played).toEqual([]);
  deciding.back();
  expect(deciding.picks).toEqual([]);
  deciding.tap("t14");
  deciding.tap("t14");
  expect(played).toEqual([[{ action: "take" }, { thing: 2 }, [{ thing: 14 }]]]);
});
