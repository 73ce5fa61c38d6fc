import { expect, test } from "vitest";
import type { Legend } from "../src/model/legend";
import type { Step, Table } from "../src/model/table";
import { arrange } from "../src/pure/arrange";
import { classify } from "../src/pure/classify";
import { EASING, eased, wayThrough } from "../src/pure/easing";
import { type Memory, NOTHING_REMEMBERED, remember } from "../src/pure/memory";
import { delayed, left, type Motion, plan } from "../src/pure/plan";
import { say } from "../src/pure/say";
import type { Scene } from "../src/pure/scene";
import { forEveryGame, sceneryOf } from "./recordings";

const SCREEN = { width: 960, height: 600, isTouch: false };

const scene = (places: Record<string, number>): Scene => ({
  width: 100,
  height: 100,
  boards: [],
  zones: Object.keys(places).map((key, i) => ({
    key,
    title: key,
    role: "row",
    owner: null,
    count: 1,
    isCounted: false,
    pile: null,
    x: i * 200,
    y: 0,
    w: 50,
    h: 50,
  })),
  things: Object.entries(places).map(([place, id], i) => ({
    key: `t${id}`,
    id,
    ids: [id],
    place,
    shape: "card",
    z: 0,
    count: 1,
    x: i * 200,
    y: 0,
    w: 20,
    h: 30,
  })),
  panels: [],
  ledgers: [],
  tray: [],
  template: "zones",
  middle: null,
  u: 60,
});

const flights = (motions: Motion[]) => motions.filter((m) => m.kind === "fly");

test("the last card of a trick rests before the trick is taken", () => {
  const before = scene({ hand: 1, trick: 2, taken: 9 });
  const after = scene({ hand: 8, trick: 7, taken: 1 });
  const { motions } = plan(
    [
      { do: "move", id: 1, from: { zone: ["hand", null] }, to: { zone: ["trick", null] }, g: 1 },
      { do: "move", id: 1, from: { zone: ["trick", null] }, to: { zone: ["taken", null] }, g: 2 },
      { do: "move", id: 2, from: { zone: ["trick", null] }, to: { zone: ["taken", null] }, g: 2 },
    ],
    before,
    after,
    [],
    { most: 5000, pace: 1 },
  );
  const [played, taken] = flights(motions);
  expect(taken!.start - (played!.start + played!.ms)).toBeGreaterThanOrEqual(1000);
  expect(taken!.kind === "fly" && taken!.from.x).toBe(played!.kind === "fly" && played!.to.x);
});

test("of a trick that rests, what is left goes on after its time, and what comes next waits for it", () => {
  const before = scene({ hand: 1, trick: 2, taken: 9 });
  const after = scene({ hand: 8, trick: 7, taken: 1 });
  const whole = plan(
    [
      { do: "move", id: 1, from: { zone: ["hand", null] }, to: { zone: ["trick", null] }, g: 1 },
      { do: "move", id: 1, from: { zone: ["trick", null] }, to: { zone: ["taken", null] }, g: 2 },
    ],
    before,
    after,
    [],
    { most: 5000, pace: 1 },
  );
  const [played, taken] = flights(whole.motions);
  const resting = left(whole, 540);
  expect(resting.motions).toEqual([{ ...taken, start: taken!.start - 540 }]);
  expect(resting.ms).toBe(whole.ms - 540);
  const amid = left(whole, played!.ms / 2).motions[0]!;
  expect(amid).toMatchObject({ start: 0, ms: played!.ms / 2, done: 0.5 });
  // What is interrupted twice has as much behind it as if that had been once.
  const late = left(left(whole, played!.ms / 4), played!.ms / 4).motions[0]!;
  expect(late.kind === "fly" && late.done).toBeCloseTo(0.5);
  expect(delayed(whole, 100).motions[0]!.start).toBe(played!.start + 100);
  expect(left(whole, whole.ms).motions).toEqual([]);
});

test("a flight over several places is slow at its ends alone, and goes on as fast as it was", () => {
  const path = [0, 100, 300, 500].map((x) => ({ x, y: 0 }));
  const speeds = (done: number) =>
    wayThrough(path, done).map(({ at, easing }, i, all) => {
      const [, y1 = 0, , y2 = 0] = (easing.match(/[\d.]+/g) ?? []).map(Number);
      const [from, next] = [all[i]!.point.x, all[i + 1]?.point.x ?? 500];
      const ms = (all[i + 1]?.at ?? 1) - at;
      // Handles stand at thirds of the time.
      return [(next - from) * 3 * y1, (next - from) * 3 * (1 - y2)].map((v) => (ms > 0 ? v / ms : 0));
    });
  const whole = speeds(0);
  expect(whole[0]![0]).toBeCloseTo(0);
  expect(whole[0]![1]).toBeCloseTo(whole[1]![0]!);
  expect(whole[1]![1]).toBeCloseTo(whole[2]![0]!);
  expect(whole[2]![1]).toBeCloseTo(0);
  // A quarter of its time is less than a quarter of its way.
  const rest = wayThrough(path, 0.25);
  expect(rest[0]!.point.x).toBeCloseTo(500 * eased(0.25));
  expect(speeds(0.25)[0]![0]).toBeCloseTo(500 * 6 * 0.25 * 0.75 * 0.75);
  expect(rest.map(({ at }) => at)).toEqual([...rest.map(({ at }) => at)].sort((a, b) => a - b));
});

test("what does not move at all is a way too", () => {
  const here = { x: 7, y: 9 };
  expect(wayThrough([here, here]).map(({ point }) => point)).toEqual([here, here]);
});

test("what appears or turns over is done at once when the next message comes, and does not begin anew", () => {
  const motions: Motion[] = [
    { kind: "appear", key: "t1", id: 1, start: 0, ms: 160 },
    { kind: "turn", key: "t2", id: 2, start: 0, ms: 220 },
    { kind: "appear", key: "t3", id: 3, start: 100, ms: 160 },
  ];
  expect(left({ motions, ms: 260, changed: new Set(), cleared: new Set() }, 80).motions).toEqual([
    { ...motions[2], start: 20 },
  ]);
});

test("the curve that the browser plays is the one that flights are reckoned by", () => {
  const [x1, y1, x2, y2] = EASING.match(/[\d.]+/g)!.map(Number) as [number, number, number, number];
  const bezier = (a: number, b: number, t: number) =>
    3 * a * t * (1 - t) ** 2 + 3 * b * t * t * (1 - t) + t ** 3;
  for (const t of [0, 0.1, 0.25, 0.5, 0.8, 1]) {
    expect(bezier(x1, x2, t)).toBeCloseTo(t);
    expect(bezier(y1, y2, t)).toBeCloseTo(eased(t));
  }
});

test("dice come up before what follows from them, and all ends in time", () => {
  const before = scene({ start: 1, goal: 2 });
  const { motions, ms } = plan(
    [
      { do: "roll", values: [3], g: 1 },
      { do: "move", id: 1, from: { zone: ["start", null] }, to: { zone: ["goal", null] }, g: 2 },
    ],
    before,
    before,
    [],
    { most: 300, pace: 1 },
  );
  expect(motions.map((m) => m.kind)).toEqual(["roll", "fly"]);
  expect(motions[1]!.start).toBeGreaterThan(0);
  expect(ms).toBeLessThanOrEqual(300);
});

test("twice as fast all takes half as long, and without motion nothing is waited for", () => {
  const [before, after] = [scene({ hand: 1, trick: 2 }), scene({ hand: 2, trick: 1 })];
  const step: Step = {
    do: "move",
    id: 1,
    from: { zone: ["hand", null] },
    to: { zone: ["trick", null] },
    g: 1,
  };
  const at = (pace: number) => plan([step], before, after, [], { most: 2500, pace });
  expect(at(2).ms).toBeCloseTo(at(1).ms / 2);
  expect(at(0.5).ms).toBeCloseTo(at(1).ms * 2);
  expect(at(0).ms).toBeLessThanOrEqual(120);
  expect(at(0).motions).toEqual([expect.objectContaining({ kind: "fly", isStill: true, start: 0 })]);
});

test("without motion, too, the last card of a trick lies before the trick is taken", () => {
  const [before, after] = [scene({ hand: 1, trick: 2, taken: 3 }), scene({ hand: 2, trick: 3, taken: 1 })];
  const goes = (from: string, to: string, g: number): Step => ({
    do: "move",
    id: 1,
    from: { zone: [from, null] },
    to: { zone: [to, null] },
    g,
  });
  const steps = [goes("hand", "trick", 1), goes("trick", "taken", 2)];
  const { motions } = plan(steps, before, after, [], { most: 2500, pace: 0 });
  expect(motions.map((m) => m.kind === "fly" && m.isStill)).toEqual([true, true]);
  expect(motions[1]!.start - motions[0]!.start).toBeGreaterThanOrEqual(1000);
});

forEveryGame("what happened is shown", (_, recordings) => {
  test("each message ends in time, in order, and every flight begins and ends on the table", () => {
    for (const recording of recordings) {
      let memory: Memory = NOTHING_REMEMBERED;
      let last: { scene: Scene; table: Table } | null = null;
      recording.moments.slice(0, 14).forEach((moment, i) => {
        const { table, setting } = sceneryOf(recording, moment);
        const trace = recording.moments[i - 1]?.trace ?? [];
        memory = remember(memory, classify(recording.legend, setting), table, setting, recording.seat, trace);
        const roles = classify(recording.legend, setting);
        const now = arrange(roles, table, setting, recording.seat, SCREEN, memory);
        if (last) {
          const { motions, ms } = plan(trace, last.scene, now, last.table.seats, {
            most: 2500,
            pace: 1,
          });
          expect(ms).toBeLessThanOrEqual(2500);
          for (const motion of motions) {
            expect(motion.start + motion.ms).toBeLessThanOrEqual(ms + 1);
            for (const box of motion.kind === "fly" ? [motion.from, motion.to, ...motion.via] : []) {
              expect([box.x, box.y, box.w, box.h].every(Number.isFinite)).toBe(true);
            }
          }
        }
        last = { scene: now, table };
      });
    }
  });
  test("each move is a sentence in both languages, and names who made it", () => {
    for (const { legend, moments } of recordings) {
      const names = legend.seats.map((s) => s.name);
      for (const { log } of moments) {
        for (const entry of log) {
          for (const language of ["en", "it"] as const) {
            const text = say(legend, entry, names, language);
            if (entry.by !== undefined) expect(text.startsWith(names[entry.by]!)).toBe(true);
            expect(text).not.toMatch(/undefined|\[object|null|\{[a-z]\w*\}|(^|\s)\?/);
          }
        }
      }
    }
  });
});

test("an entry is told in the words of the game, in the language that is asked for", () => {
  const legend = {
    looks: {
      cases: [],
      members: [],
      turns: [],
      seats: [],
      hidden: [],
      sentences: [
        {
          of: "Deal",
          action: "play",
          says: ["plays ", { input: "card" }],
          languages: { it: ["gioca ", { input: "card" }] },
        },
      ],
    },
  } as unknown as Legend;
  const entry = {
    by: 1,
    action: "play",
    of: "Deal",
    says: "plays {card}",
    args: { card: { thing: 3, text: "Five of Cups" } },
  };
  expect(say(legend, entry, ["Ann", "Bo"], "en")).toBe("Bo plays Five of Cups");
  expect(say(legend, entry, ["Ann", "Bo"], "it")).toBe("Bo gioca Five of Cups");
  expect(say(legend, { by: 0, asked: "How many?", args: { answer: { num: 2 } } }, ["Ann"], "it")).toBe(
    "Ann: How many? – 2",
  );
  expect(say(legend, { by: 0, args: { answer: { num: 2 } } }, ["Ann"], "it")).toBe("Ann sceglie 2");
  expect(say(legend, { tell: "The bell rings" }, [], "en")).toBe("The bell rings");
});

test("where a board is cleared, nothing of what was there stays marked", () => {
  const home = scene({ "home/0": 1 });
  const back = (id: number, tile: string): Step => ({
    do: "move",
    id,
    from: { tile: ["Valley", tile] },
    to: { zone: ["home", id % 2] },
    g: id,
  });
  const led = (...trace: Step[]) => plan(trace, home, home, [], { most: 0, pace: 0 });
  const year = led(back(1, "Forest"), back(2, "Alp"), back(3, "Yard"), {
    do: "set",
    of: { tile: ["Valley", "Yard"] },
    attr: "built",
    to: { bool: true },
    g: 9,
  });
  expect([...year.cleared]).toEqual(["Valley/Forest", "Valley/Alp"]);
  expect(year.changed.has("Valley/Forest")).toBe(false);
  expect(year.changed.has("Valley/Yard")).toBe(true);
  // Two that are taken are a move.
  const taken = led(back(1, "Forest"), back(2, "Alp"));
  expect(taken.cleared.size).toBe(0);
  expect(taken.changed.has("Valley/Alp")).toBe(true);
});

test("on a board what came somewhere is marked, and not what changed with it there", () => {
  const on = scene({ "Field/a1": 1, "Field/b1": 2, shelf: 3 });
  const own = (thing: number): Step => ({ do: "own", of: { thing }, to: [0], g: 1 });
  const marked = (...trace: Step[]) => [...plan(trace, on, on, [], { most: 0, pace: 0 }).changed];
  const come: Step = {
    do: "move",
    id: 1,
    from: { tile: ["Field", "b1"] },
    to: { tile: ["Field", "a1"] },
    g: 1,
  };
  expect(marked(come, own(2), own(3))).toEqual(expect.arrayContaining(["t1", "t3"]));
  expect(marked(come, own(2), own(3))).not.toContain("t2");
  expect(marked(own(2))).toContain("t2");
});
