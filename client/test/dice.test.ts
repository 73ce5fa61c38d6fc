import fc from "fast-check";
import { expect, test } from "vitest";
import { diceOf } from "../src/pure/dice";

const said = (thrown: number[], left: number[] | null) =>
  diceOf(thrown, left)
    .map(({ value, isUsed }) => (isUsed ? `(${value})` : `${value}`))
    .join(" ");

test("dice that were used are told from those that are left", () => {
  expect(said([4, 1], null)).toBe("4 1");
  expect(said([4, 1], [4, 1])).toBe("4 1");
  expect(said([4, 1], [1])).toBe("(4) 1");
  expect(said([4, 1], [])).toBe("(4) (1)");
  expect(said([3, 3], [3, 3, 3])).toBe("3 3 3");
  expect(said([3, 3], [3])).toBe("3 (3)");
  expect(said([], [5, 2])).toBe("5 2");
});

test("what is left is shown once each, whatever was thrown", () => {
  const dice = fc.array(fc.integer({ min: 1, max: 6 }), { maxLength: 6 });
  fc.assert(
    fc.property(dice, dice, (thrown, left) => {
      const all = diceOf(thrown, left);
      const unused = all.filter(({ isUsed }) => !isUsed).map(({ value }) => value);
      expect(unused.sort()).toEqual([...left].sort());
      expect(all.slice(0, thrown.length).map(({ value }) => value)).toEqual(thrown);
    }),
  );
});
