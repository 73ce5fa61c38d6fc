import fc from "fast-check";
import { expect, test } from "vitest";
import { inPlace, nameBeside, textFrom, wordsOf } from "../src/pure/places";
import type { SceneTile } from "../src/pure/scene";
import { beadIn, isPoint } from "../src/pure/tiles";

const tile = (w: number, h: number, title = "Mill", text = ""): SceneTile => ({
  ...{ key: "Board/mill", name: "mill", x: 0, y: 0, w, h, isDark: false, isUp: true },
  look: { title, ...(text && { text }) },
});

test("a place without a name and a look is a point; with either it is more", () => {
  const { look: _, ...bare } = tile(40, 40);
  expect(isPoint({ ...bare, look: undefined })).toBe(true);
  expect(isPoint({ ...bare, look: { colour: "green" } })).toBe(false);
  expect(isPoint({ ...bare, look: undefined, label: { x: 0, y: 0, size: 11 } })).toBe(false);
});

test("beads lie in their pit, however many there are, and in both halves of a high one", () => {
  const pit = fc.record({ w: fc.double({ min: 20, max: 120, noNaN: true }), isHigh: fc.boolean() });
  fc.assert(
    fc.property(pit, fc.integer({ min: 1, max: 12 }), ({ w, isHigh }, n) => {
      const box = { x: 7, y: 9, w, h: isHigh ? 2 * w : w };
      for (let i = 0; i < n; i++) {
        const bead = beadIn(box, i, n);
        const [x, y, r] = [bead.x + bead.w / 2, bead.y + bead.h / 2, bead.w / 2];
        const middle = Math.min(Math.max(y, box.y + w / 2), box.y + box.h - w / 2);
        expect(Math.hypot(x - box.x - w / 2, y - middle) + r).toBeLessThan(w * 0.42);
        expect(bead.w).toBeGreaterThan(w * 0.18);
      }
    }),
  );
});

test("pieces stand below the words of places, where these leave room; else beside the name", () => {
  const large = tile(99, 61, "Mill", "two loaves for a sack of flour");
  const words = wordsOf([large, tile(99, 61, "Inn")], 34);
  expect(words.below).toBeGreaterThanOrEqual(18);
  const below = inPlace(large, words, 0, 1);
  expect(below.y).toBeGreaterThan(textFrom(large) + 2 * words.text);
  expect(below.y + below.h).toBeLessThan(61);

  const small = tile(74, 46, "Mill", "two loaves for a sack of flour");
  const tight = wordsOf([small], 25);
  expect(tight.below).toBe(null);
  for (const n of [1, 2, 3]) {
    for (let i = 0; i < n; i++) {
      const beside = inPlace(small, tight, i, n);
      expect(beside.x).toBeGreaterThan(7 + 4 * 0.6 * tight.name);
      expect(beside.y + beside.h).toBeLessThanOrEqual(textFrom(small));
    }
  }
});

test("a name is narrower where a piece stands beside it, and whole where it has room", () => {
  const long = tile(61, 38, "Consiglio", "primo, legno, argento");
  const words = wordsOf([long], 20);
  expect(nameBeside(long, words, [])).toBe(1);
  const narrow = nameBeside(long, words, [inPlace(long, words, 0, 1)]);
  expect(narrow).toBeLessThan(0.8);
  expect(narrow).toBeGreaterThanOrEqual(0.62);
  const short = tile(61, 38, "Inn");
  expect(nameBeside(short, words, [inPlace(short, words, 0, 1)])).toBe(1);
});

test("texts of places are never lower than can be read: their letters become narrower", () => {
  for (const w of [60, 70, 84, 99]) {
    const words = wordsOf([tile(w, w * 0.62, "Mill", "two loaves for a sack of flour")], w / 3);
    expect(words.text).toBeGreaterThanOrEqual(9);
    expect(words.narrow).toBeGreaterThanOrEqual(0.65);
    expect(words.narrow).toBeLessThanOrEqual(1);
  }
  expect(wordsOf([tile(99, 61, "Mill", "two loaves")], 34).narrow).toBe(1);
});
