import fc from "fast-check";
import { expect, test } from "vitest";
import { Numbering } from "../src/pure/numbering";

test("a button keeps its number when others come and go", () => {
  const numbering = new Numbering();
  expect(numbering.of(["roll", "hold", "pass"])).toEqual([1, 2, 3]);
  expect(numbering.of(["hold", "pass"])).toEqual([2, 3]);
  expect(numbering.of(["buy", "pass"])).toEqual([4, 3]);
  expect(numbering.of(["roll", "hold"])).toEqual([1, 2]);
});

test("where there are more than numbers, the first ones have some, and others take what is free", () => {
  const numbering = new Numbering(3);
  expect(numbering.of(["a", "b", "c", "d"])).toEqual([1, 2, 3, null]);
  expect(numbering.of(["d", "b"])).toEqual([1, 2]);
});

test("no number is given twice, and none is left over where something has none", () => {
  const keys = fc.uniqueArray(fc.constantFrom(..."abcdefgh"), { maxLength: 8 });
  fc.assert(
    fc.property(fc.array(keys, { maxLength: 6 }), (rounds) => {
      const numbering = new Numbering(4);
      for (const round of rounds) {
        const numbers = numbering.of(round).filter((n) => n !== null);
        expect(new Set(numbers).size).toBe(numbers.length);
        expect(numbers.length).toBe(Math.min(4, round.length));
      }
    }),
  );
});
