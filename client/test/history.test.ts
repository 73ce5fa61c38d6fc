import { expect, test } from "vitest";
import { History } from "../src/draw/history.svelte";
import { type Step, tableOf } from "../src/model/table";

const move: Step = { do: "pass", active: 0, g: 1 };

/** A table with things at a place. */
const table = (...ids: number[]) =>
  tableOf({
    things: Object.fromEntries(ids.map((id) => [id, { class: "Mark", text: `${id}` }])),
    at: { row: ids },
    seats: [{ score: 0 }],
    course: { active: 0 },
    over: false,
  });

test("what was taken back is no past any more", () => {
  const history = new History();
  history.add(table(), []);
  history.add(table(1), [move]);
  history.add(table(1, 2), [move]);
  history.add(table(1), []);
  expect(history.all.length).toBe(2);
  history.earlier();
  expect(history.shown?.table.things.size).toBe(0);
});

test("who looks at a moment that stays goes on looking at it when later ones are taken back", () => {
  const history = new History();
  for (const ids of [[], [1], [1, 2], [1, 2, 3]]) history.add(table(...ids), ids.length ? [move] : []);
  history.go(0);
  history.add(table(1), []);
  expect([history.at, history.all.length]).toEqual([0, 2]);
  history.go(1);
  expect(history.at).toBe(null);
});

test("a table that was never there is one more moment, whatever led to it", () => {
  const history = new History();
  history.add(table(), []);
  history.add(table(1), [move]);
  history.add(table(1, 2, 3), []);
  expect(history.all.length).toBe(3);
});

const roll = (...values: number[]): Step => ({ do: "roll", values, g: 1 });

test("the throw is that of the moment that is shown, and what was taken back is forgotten", () => {
  const history = new History();
  history.add(table(), []);
  expect(history.thrown.values).toEqual([]);
  history.add(table(1), [roll(2, 1)]);
  history.add(table(1, 2), [move]);
  history.add(table(1, 2, 3), [roll(6, 5)]);
  expect(history.thrown.values).toEqual([6, 5]);
  history.go(2);
  expect(history.thrown.values).toEqual([2, 1]);
  history.go(0);
  expect(history.thrown.values).toEqual([]);
  history.go(null);
  expect(history.add(table(1, 2), [])).toBe(true);
  expect(history.thrown.values).toEqual([2, 1]);
  expect(history.add(table(1), [])).toBe(true);
  expect(history.thrown.values).toEqual([2, 1]);
});

test("where the page was not there, no throw is known", () => {
  const history = new History();
  history.add(table(1, 2), [roll(6, 5)]);
  expect(history.add(table(1), [])).toBe(true);
  expect(history.thrown.values).toEqual([]);
});

test("who looks back past what the page has seen is told the moments before, until there are none", async () => {
  const asked: number[] = [];
  const history = new History(async (before) => {
    asked.push(before);
    const moves = [...Array(before).keys()].slice(-2);
    return moves.map((n) => ({ moves: n, trace: n ? [move] : [], table: table(...Array(n).keys()) }));
  });
  history.add(table(0, 1, 2), [move], 3);
  expect(history.hasPast).toBe(true);
  await history.earlier();
  expect([history.at, history.all.length, history.shown?.moves]).toEqual([1, 3, 2]);
  await history.earlier();
  await history.earlier();
  expect([history.at, history.shown?.table.things.size]).toEqual([0, 0]);
  await history.earlier();
  expect([history.at, asked]).toEqual([0, [3, 1]]);
  // The present goes on meanwhile.
  history.add(table(0, 1, 2, 3), [move], 4);
  expect([history.at, history.all.map(({ moves }) => moves)]).toEqual([0, [0, 1, 2, 3, 4]]);
});

/** A history whose recall answers when it is told to. */
function held() {
  let tell = (_: number) => {};
  const history = new History(
    (before) =>
      new Promise((done) => {
        tell = (n) =>
          done(
            [...Array(before).keys()]
              .slice(-n)
              .map((moves) => ({ moves, trace: [move], table: table(moves) })),
          );
      }),
  );
  for (const n of [5, 6, 7]) history.add(table(...Array(n).keys()), [move], n);
  return { history, tell: (n: number) => tell(n) };
}

test("who goes elsewhere while the past is told stays there", async () => {
  for (const go of [(h: History) => h.go(null), (h: History) => h.later()]) {
    const { history, tell } = held();
    history.go(0);
    const told = history.earlier();
    go(history);
    const shown = history.shown;
    tell(3);
    await told;
    expect([history.shown, history.all.length]).toEqual([shown, 6]);
  }
  const { history, tell } = held();
  history.go(0);
  const told = history.earlier();
  tell(3);
  await told;
  expect(history.shown?.moves).toBe(4);
});

test("what was taken back past what the page has seen is no past", () => {
  const { history } = held();
  history.add(table(9), [], 3);
  expect(history.all.map(({ moves }) => moves)).toEqual([3]);
  expect(history.hasPast).toBe(true);
});

test("where nothing is told of the past, moves stay counted", async () => {
  const history = new History(async () => null);
  history.add(table(1), [move], 1150);
  await history.earlier();
  expect([history.hasPast, history.at, history.all[0]?.moves]).toEqual([false, null, 1150]);
});

test("who looks back goes on looking at the same moment, however many come", () => {
  const history = new History();
  for (let n = 0; n < 300; n++) history.add(table(n), [move], n);
  history.go(0);
  history.add(table(300), [move], 300);
  expect([history.shown?.moves, history.all.length]).toEqual([0, 301]);
  history.go(null);
  history.add(table(301), [move], 301);
  expect(history.all.length).toBe(300);
});

test("a moment is found by the step that it came with, unless it is the present", () => {
  const history = new History();
  history.add(table(), [], 0, 4);
  history.add(table(1), [move], 1, 5);
  history.add(table(1, 2), [move], 2, 7);
  expect([4, 5, 6, 7].map((v) => history.placeOf(v))).toEqual([0, 1, null, null]);
});
