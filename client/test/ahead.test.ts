// Who was ahead: turning points, lines, and where a click leads.

import fc from "fast-check";
import { expect, test } from "vitest";
import { type Found, foundAt, marked, momentAt, pathOf, smoothed, turnsOf } from "../src/app/ahead";

const two = (...chances: number[]): Found[] =>
  chances.map((chance, at) => ({ at, chances: [chance, 1 - chance], certain: chance === 0 || chance === 1 }));

test("the largest turns are told in the order of the match, each by who gains", () => {
  expect(turnsOf(two(0.5, 0.55, 0.3, 0.7, 0.72, 1)).map(({ seat, from, to }) => [seat, from, to])).toEqual([
    [1, 1, 2],
    [0, 2, 3],
    [0, 4, 5],
  ]);
  expect(turnsOf(two(0.5, 0.52, 0.5))).toEqual([]);
  expect(turnsOf([])).toEqual([]);
  // All win or lose together.
  const together = [0.8, 0.2].map((chance, at) => ({ at, chances: [chance, chance], certain: false }));
  expect(turnsOf(together)).toEqual([{ seat: 0, from: 0, to: 1, was: 0.8, is: 0.2 }]);
});

test("what goes to and fro with who is to move is no turn, and what is known stays", () => {
  expect(turnsOf(smoothed(two(0.6, 0.4, 0.6, 0.4, 0.6, 0.4)))).toEqual([]);
  const [, second, last] = smoothed(two(0.5, 0.5, 1));
  expect([second!.chances[0], last!.chances[0]]).toEqual([0.625, 1]);
});

test("a line goes through all moments, and a click leads to the nearest", () => {
  const frame = { width: 120, height: 60, edge: 10, moves: 4 };
  const found = two(0.5, 0.25, 1).map((one, i) => ({ ...one, at: 2 * i }));
  expect(pathOf(found, 0, frame)).toBe("M10.0 30.0L60.0 40.0L110.0 10.0");
  expect(pathOf([], 0, frame)).toBe("");
  expect([-5, 30, 40, 500].map((x) => momentAt(found, x, frame))).toEqual([0, 0, 2, 4]);
  expect(momentAt([], 5, frame)).toBe(null);
  expect([0, 1, 2, 3].map((at) => foundAt(found, at)?.at)).toEqual([0, 0, 2, 2]);
});

test("each line stays in its frame and has marks of its own", () => {
  const chance = fc.double({ min: 0, max: 1, noNaN: true });
  fc.assert(
    fc.property(fc.array(fc.tuple(chance, chance, chance), { minLength: 1, maxLength: 70 }), (all) => {
      const found = all.map((chances, at) => ({ at, chances, certain: false }));
      const frame = { width: 300, height: 100, edge: 8, moves: all.length };
      const numbers = pathOf(smoothed(found), 1, frame)
        .match(/[\d.]+/g)!
        .map(Number);
      expect(numbers).toHaveLength(2 * all.length);
      expect(numbers.every((n, i) => n >= 8 && n <= (i % 2 ? 92 : 292))).toBe(true);
      const marks = [0, 1, 2].map((seat) => marked(found, seat, 3).length);
      expect(marks.every((n) => n <= 12 && (n > 0 || all.length < 3))).toBe(true);
    }),
  );
});
