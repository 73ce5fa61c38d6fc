import fc from "fast-check";
import { expect, test } from "vitest";
import { type Room, roomAfter } from "../src/pure/room";

const after = (width: number, ...heights: number[]): Room =>
  heights.reduce<Room | null>((room, height) => roomAfter(room, { width, height }), null)!;

test("a table stays where it is while a bar below it grows and shrinks", () => {
  expect(after(390, 700, 660, 700).height).toBe(660);
  expect(after(390, 660, 690, 670).height).toBe(660);
});

test("what takes much of the room is heeded as long as it is there", () => {
  expect(after(390, 700, 680, 300).height).toBe(300);
  expect(after(390, 700, 680, 300, 690).height).toBe(690);
});

test("another width, and a window that became taller, begin anew", () => {
  const room = after(390, 700, 640);
  expect(roomAfter(room, { width: 844, height: 300 })).toEqual({ width: 844, height: 300, most: 300 });
  expect(roomAfter(room, { width: 390, height: 900 }).height).toBe(900);
});

test("no table is laid out for more room than there is, nor for much less", () => {
  const heights = fc.array(fc.integer({ min: 100, max: 1200 }), { minLength: 1 });
  fc.assert(
    fc.property(heights, (all) => {
      const { height } = after(390, ...all);
      const now = all.at(-1)!;
      expect(height).toBeLessThanOrEqual(now);
      expect(height).toBeGreaterThanOrEqual(Math.min(now, Math.max(...all) * 0.82));
    }),
  );
});

test("the room is the same one where nothing is different", () => {
  const room = after(390, 700, 640);
  expect(roomAfter(room, { width: 390, height: 680 })).toBe(room);
});
