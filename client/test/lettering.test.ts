import fc from "fast-check";
import { expect, test } from "vitest";
import { fitted, isWhole, LEAST, signSizeFor, sizeFor } from "../src/draw/lettering";

test("type is as large as its widest word lets it be, between two bounds", () => {
  expect(sizeFor("Dog", 60, 6, 14)).toBe(14);
  expect(sizeFor("Horseradish", 60, 6, 14)).toBeLessThan(9);
  expect(sizeFor("a Horseradish of sorts", 60, 6, 14)).toBe(sizeFor("Horseradish", 60, 6, 14));
  expect(sizeFor("mmmm", 40, 6, 20)).toBeLessThan(sizeFor("llll", 40, 6, 20));
  expect(sizeFor("Unpronounceable", 20, 6, 14)).toBe(6);
});

test("no letter is lower than what can be read: long words are narrowed, and signs take several rows", () => {
  const words = fc.stringMatching(/^[A-Za-z]{1,14}$/);
  fc.assert(
    fc.property(words, fc.integer({ min: 20, max: 200 }), (word, width) => {
      const { size, narrow } = fitted(word, width, 14);
      expect(size).toBeGreaterThanOrEqual(LEAST);
      expect(size === LEAST || narrow === 1).toBe(true);
      if (isWhole(word, width)) expect(size * narrow).toBeLessThanOrEqual(sizeFor(word, width, 0, 14) + 1e-9);
    }),
  );
  expect(fitted("Reedbank", 37, 9).narrow).toBeLessThan(0.8);
  const sign = { halves: [{ text: "B" }], title: "Black" };
  expect(signSizeFor([sign, sign], 60, 11)).toBe(11);
  expect(signSizeFor([sign, sign, sign, sign], 20, 11)).toBe(LEAST);
});
