import fc from "fast-check";
import { expect, test } from "vitest";
import type { Ask, Part } from "../src/model/tree";
import { below, numberOf, partKey } from "../src/model/tree";
import { hasChoices, inLineWith, placeOfChoice } from "../src/pure/chosen";
import { leaves, type Offer, offering, type Pick, pick, reopen } from "../src/pure/offer";
import type { Scene } from "../src/pure/scene";
import { forEveryGame, sceneryOf } from "./recordings";

const ask = (refs: Ask["refs"], tree: Ask["tree"]): Ask => ({
  q: 1,
  ask: { kind: "move", prompt: null, of: null },
  refs,
  tree,
  whole: true,
});

// Two pieces that may move, one of which may also castle.
const chessLike = ask(
  [
    { action: "move" },
    { action: "castle" },
    { thing: 1 },
    { thing: 2 },
    { tile: ["Field", "e3"] },
    { tile: ["Field", "e4"] },
    { tile: ["Field", "a4"] },
  ],
  [
    [
      0,
      [
        [2, [4, 5]],
        [3, [6]],
      ],
    ],
    [1, [3]],
  ],
);

test("pieces of every action are lit at once, and a pick leaves its targets", () => {
  const { offer } = offering(chessLike);
  const first = offer([]);
  expect(first.next).toBe(0);
  expect([...first.lit.keys()]).toEqual(expect.arrayContaining(['{"thing":1}', '{"thing":2}']));
  expect(first.buttons.map((b) => b.part)).toEqual([{ action: "move" }, { action: "castle" }]);
  const second = offer([{ part: { thing: 1 }, depth: 1 }]);
  expect(second.sentence[0]).toEqual({ depth: 0, part: { action: "move" }, isForced: true });
  expect([...second.lit.keys()]).toEqual(['{"tile":["Field","e3"]}', '{"tile":["Field","e4"]}']);
});

test("what fills by itself is neither shown nor picked by hand", () => {
  const asked = ask(
    [{ action: "ask" }, { case: ["Suspect", "Widow"] }, { tile: ["House", "Store"] }],
    [[0, [[1, [2]]]]],
  );
  const isAuto = (sentence: readonly unknown[], depth: number) => sentence.length === 3 && depth === 2;
  const { offer } = offering(asked, isAuto);
  expect(offer([]).next).toBe(1);
  const whole = offer([{ part: { case: ["Suspect", "Widow"] }, depth: 1 }]);
  expect(whole.path).toEqual([
    { action: "ask" },
    { case: ["Suspect", "Widow"] },
    { tile: ["House", "Store"] },
  ]);
  expect(whole.byItself).toEqual([{ part: { action: "ask" }, depth: 0 }]);
  expect(whole.sentence[2]?.isAuto).toBe(true);
  expect(offering(asked).offer([]).next).toBe(2);
});

test("a rook may move or castle: the target decides, or the button", () => {
  const { offer } = offering(chessLike);
  const rook = offer([{ part: { thing: 2 }, depth: 1 }]);
  expect(rook.lit.get('{"tile":["Field","a4"]}')).toEqual({ part: { tile: ["Field", "a4"] }, depth: 2 });
  const target = offer([
    { part: { thing: 2 }, depth: 1 },
    { part: { tile: ["Field", "a4"] }, depth: 2 },
  ]);
  expect(target.path).toEqual([{ action: "move" }, { thing: 2 }, { tile: ["Field", "a4"] }]);
  const castled = offer([
    { part: { thing: 2 }, depth: 1 },
    { part: { action: "castle" }, depth: 0 },
  ]);
  expect(castled.path).toEqual([{ action: "castle" }, { thing: 2 }]);
});

test("an empty square may be picked first, and lights what can go there", () => {
  const { offer } = offering(chessLike);
  const square = offer([]).lit.get('{"tile":["Field","e4"]}');
  expect(square).toEqual({ part: { tile: ["Field", "e4"] }, depth: 2 });
  expect(offer([{ part: square!.part, depth: 2 }]).path).toEqual([
    { action: "move" },
    { thing: 1 },
    { tile: ["Field", "e4"] },
  ]);
});

test("where a place is asked for, the places of later parts wait", () => {
  const [a1, b1, side] = ["a1", "b1", "a1-e"].map((name) => ({ tile: ["Land", name] as [string, string] }));
  const { offer } = offering(
    ask(
      [{ action: "found" }, a1!, b1!, side!],
      [
        [
          0,
          [
            [1, [3]],
            [2, [3]],
          ],
        ],
      ],
    ),
  );
  expect([...offer([]).lit.values()].map(({ depth }) => depth)).toEqual([1, 1]);
  expect([...offer([{ part: a1!, depth: 1 }]).byItself.map(({ part }) => part)]).toContainEqual(side);
});

test("a place that fills by itself stays to be tapped, once the move is whole", () => {
  const { offer } = offering(chessLike);
  expect(offer([]).byItself).toEqual([]);
  expect(offer([{ part: { thing: 2 }, depth: 1 }]).byItself).toEqual([]);
  const square = { tile: ["Field", "a4"] as [string, string] };
  const one = offering(ask([{ action: "move" }, { thing: 2 }, square], [[0, [[1, [2]]]]]));
  const whole = one.offer([{ part: { thing: 2 }, depth: 1 }]);
  expect(whole.path).toEqual([{ action: "move" }, { thing: 2 }, square]);
  expect(whole.byItself).toContainEqual({ part: square, depth: 2 });
  expect(whole.byItself.map(({ depth }) => depth)).not.toContain(1);
});

test("numbers of a range, lists with a count and texts of one's own fill a blank", () => {
  const bids = offering(ask([{ action: "bid" }, { range: { from: 20, to: 200, step: 20 } }], [[0, [1]]]));
  expect(bids.offer([]).widenings).toEqual([{ depth: 1, range: { from: 20, to: 200, step: 20 } }]);
  expect(bids.offer([{ part: { num: 40 }, depth: 1 }]).path).toEqual([{ action: "bid" }, { num: 40 }]);
  expect(bids.offer([{ part: { num: 41 }, depth: 1 }]).path).toBeNull();
  const lists = offering(
    ask([{ thing: 1 }, { thing: 2 }, { thing: 3 }, { list: { of: [0, 1, 2], least: 2, most: 2 } }], [3]),
  );
  expect(lists.offer([{ part: [{ thing: 1 }, { thing: 3 }], depth: 0 }]).path).toEqual([
    [{ thing: 1 }, { thing: 3 }],
  ]);
  expect(lists.offer([{ part: [{ thing: 1 }, { thing: 1 }], depth: 0 }]).path).toBeNull();
});

test("a prompt that depends on the parts before it is that of what was picked", () => {
  const go = {
    ...ask(
      [{ action: "go" }, { thing: 1 }, { thing: 2 }, { tile: ["H", "a"] }, { tile: ["H", "b"] }],
      [
        [
          0,
          [
            [1, [3, 4]],
            [2, [3, 4]],
          ],
        ],
      ],
    ),
    prompts: [
      [[0, 1], "Where does Ann go?"],
      [[0, 2], "Where does Bo go?"],
    ] as [number[], string][],
  };
  const { offer } = offering(go);
  expect(offer([]).prompt).toBeUndefined();
  expect(offer([{ part: { thing: 2 }, depth: 1 }]).prompt).toBe("Where does Bo go?");
});

test("where parts are cut off, they are asked for once the first ones stand", () => {
  const cut = offering({
    ...ask([{ action: "move" }, { thing: 1 }, { thing: 2 }], [[0, [[1], [2]]]]),
    whole: false,
  });
  expect(cut.offer([{ part: { thing: 2 }, depth: 1 }]).wanted).toEqual([{ action: "move" }, { thing: 2 }]);
});

// A seven takes three and four, or five and two with an ace that another card takes alone.
const scopaLike = ask(
  [
    { action: "take" },
    { thing: 7 },
    { thing: 8 },
    [{ thing: 3 }, { thing: 4 }],
    [{ thing: 5 }, { thing: 4 }],
    [{ thing: 1 }],
  ],
  [
    [
      0,
      [
        [1, [3, 4]],
        [2, [5]],
      ],
    ],
  ],
);

test("which list is meant follows from what is picked of it", () => {
  const { offer } = offering(scopaLike);
  const card = { part: { thing: 7 }, depth: 1 };
  const isMember = true as const;
  const both = offer([card]);
  expect([...both.lit.keys()]).toEqual(['{"thing":3}', '{"thing":4}', '{"thing":5}']);
  expect(both.buttons).toHaveLength(2);
  const shared = offer(pick([card], { part: { thing: 4 }, depth: 2, isMember }));
  expect(shared.path).toBeNull();
  expect([...shared.lit.keys()]).toEqual(['{"thing":3}', '{"thing":5}']);
  const one = offer(pick([card], { part: { thing: 5 }, depth: 2, isMember }));
  expect(one.path).toEqual([{ action: "take" }, { thing: 7 }, [{ thing: 5 }, { thing: 4 }]]);
  expect(one.byItself.map(({ depth }) => depth)).not.toContain(2);
  const first = offer([{ part: { thing: 1 }, depth: 2, isMember }]);
  expect(first.path).toEqual([{ action: "take" }, { thing: 8 }, [{ thing: 1 }]]);
});

test("several things of one list are picked beside each other, and a list in place of them", () => {
  const isMember = true as const;
  const two = [3, 4].reduce<Pick[]>(
    (picks, thing) => pick(picks, { part: { thing }, depth: 2, isMember }),
    [],
  );
  expect(two).toHaveLength(2);
  expect(pick(two, { part: [{ thing: 1 }], depth: 2 })).toEqual([{ part: [{ thing: 1 }], depth: 2 }]);
});

test("going back takes the pick and all that were made after it", () => {
  const picks: Pick[] = pick(pick([], { part: { thing: 1 }, depth: 1 }), {
    part: { tile: ["Field", "e4"] },
    depth: 2,
  });
  expect(reopen(picks, 1)).toEqual([]);
  expect(reopen(picks, 2)).toEqual([{ part: { thing: 1 }, depth: 1 }]);
});

/** Whether a path leads through the tree; what stands for many is taken for what it stands for. */
function isInTree(ask: Ask, path: readonly Part[]): boolean {
  const walk = (nodes: Ask["tree"], at: number): boolean =>
    nodes.some((node) => {
      const ref = ask.refs[numberOf(node)] ?? null;
      const isWide =
        ref !== null && !Array.isArray(ref) && ("free" in ref || "range" in ref || "list" in ref);
      if (!isWide && partKey(ref) !== partKey(path[at] ?? null)) return false;
      const deeper = below(node);
      return deeper && at + 1 < path.length ? walk(deeper, at + 1) : !deeper && at + 1 === path.length;
    });
  return walk(ask.tree, 0);
}

/** Everything that may be picked now. */
function pickable(now: Offer): Pick[] {
  const wide = now.widenings.flatMap((w): Pick[] => {
    if (w.range) return [{ part: { num: w.range.from }, depth: w.depth }];
    if (w.list) return [{ part: w.list.of.slice(0, w.list.least) as Part, depth: w.depth }];
    return w.free ? [{ part: { text: "x" }, depth: w.depth }] : [];
  });
  return [...now.lit.values(), ...now.buttons, ...wide];
}

forEveryGame("whoever picks only what is lit makes a legal move", (_, recordings) => {
  const scenes = recordings.flatMap((r) => r.moments.map((m) => sceneryOf(r, m))).filter((s) => s.ask);
  test("and every move can be made so", () => {
    if (scenes.length === 0) return;
    fc.assert(
      fc.property(fc.nat(scenes.length - 1), fc.infiniteStream(fc.nat(10_000)), (i, chance) => {
        const ask = scenes[i]!.ask!;
        const { offer } = offering(ask);
        let picks: Pick[] = [];
        let now = offer(picks);
        for (let n = 0; !now.path && !now.wanted; n++) {
          const may = pickable(now);
          expect(may.length, "something is lit while the move is not whole").toBeGreaterThan(0);
          const chosen = may[(chance.next().value as number) % may.length]!;
          picks = pick(picks, chosen);
          const then = offer(picks);
          expect(then.count, "what is lit stays possible").toBeGreaterThan(0);
          expect(then.count).toBeLessThanOrEqual(now.count);
          expect(n, "it comes to an end").toBeLessThan(12);
          now = then;
        }
        expect(isInTree(ask, now.path ?? now.wanted!)).toBe(true);
      }),
      { numRuns: 60, seed: 7 },
    );
  });
  test("each leaf is reached by picking its parts in order", () => {
    for (const { ask } of scenes.slice(0, 6)) {
      const { offer } = offering(ask!);
      for (const leaf of leaves(ask!.tree).slice(0, 40)) {
        const parts = leaf.filter((n) => n >= 0).map((n) => ask!.refs[n] as Part);
        if (
          parts.some((p) => p !== null && !Array.isArray(p) && ("free" in p || "range" in p || "list" in p))
        )
          continue;
        const now = offer(parts.map((part, depth) => ({ part, depth })));
        expect((now.path ?? now.wanted)?.map(partKey)).toEqual(parts.map(partKey));
      }
    }
  });
});

test("a number is chosen where the look of its action says, and nowhere else", () => {
  const legend = {
    classes: [
      { name: "Rules", kind: "global" as const, attributes: [] },
      { name: "Ship", kind: "token" as const, attributes: [] },
    ],
    actions: ["Rules", "Ship"].map((of) => ({
      name: "drop",
      of,
      inputs: [
        {
          name: "column",
          type: "number",
          on: [[{ num: 2 }, { tile: ["Grid", "b6"] }]] as [Part & object, { tile: [string, string] }][],
        },
      ],
    })),
  } as unknown as Parameters<typeof placeOfChoice>[0];
  const b6 = { tile: ["Grid", "b6"] };
  expect(placeOfChoice(legend, { action: ["drop", "Rules"] }, 1, { num: 2 })).toEqual(b6);
  expect(placeOfChoice(legend, { action: ["drop", "Ship"] }, 2, { num: 2 })).toEqual(b6);
  expect(placeOfChoice(legend, { action: ["drop", "Ship"] }, 1, { num: 2 })).toBeNull();
  expect(placeOfChoice(legend, { action: ["drop", "Rules"] }, 1, { num: 3 })).toBeNull();
  expect(placeOfChoice(legend, { thing: 1 }, 1, { num: 2 })).toBeNull();
});

test("a place of a board stands for the choice in its line", () => {
  const tiles = [0, 1, 2].flatMap((y) =>
    ["a", "b", "c"].map((name, x) => ({ key: `Grid/${name}${3 - y}`, x: x * 40, y: y * 40 })),
  );
  const boards = [{ c: 40, tiles }] as unknown as Scene["boards"];
  const standsFor = (lit: string[], place: string) =>
    inLineWith(boards, new Set(lit.map((name) => `Grid/${name}`)), `Grid/${place}`);
  expect(standsFor(["a3", "c3"], "c1")).toBe("Grid/c3");
  expect(standsFor(["a3", "c3"], "b1")).toBeNull();
  expect(standsFor(["a1", "a3"], "c1")).toBe("Grid/a1");
  expect(standsFor(["a3", "b1"], "b2")).toBeNull();
  expect(standsFor(["a3"], "a1")).toBeNull();
});

test("room for buttons is kept where an action is chosen, or a value that lies nowhere", () => {
  const has = (...actions: string[][]) =>
    hasChoices({
      actions: actions.map((types, i) => ({
        name: `a${i}`,
        of: "Rules",
        inputs: types.map((type) => ({ name: "it", type })),
      })),
    });
  expect(has(["tile"])).toBe(false);
  expect(has(["Card", "zone"])).toBe(false);
  expect(has(["Card", "number"])).toBe(true);
  expect(has(["tile"], [])).toBe(true);
});
