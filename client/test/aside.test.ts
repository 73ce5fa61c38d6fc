import fc from "fast-check";
import { expect, test } from "vitest";
import { aside } from "../src/pure/aside";
import { overlap } from "../src/pure/beside";
import type { Box } from "../src/pure/scene";

const room: Box = { x: 0, y: 80, w: 390, h: 600 };
const size = { w: 300, h: 60 };

test("words about cards of the hand stand above it", () => {
  const hand = [0, 60, 120, 180, 240].map((x): Box => ({ x, y: 560, w: 80, h: 110 }));
  const at = aside(size, room, hand.slice(0, 1), hand);
  expect(at.y + size.h).toBeLessThanOrEqual(560);
});

test("where nothing is in their way they stand below", () => {
  expect(aside(size, room, [], [])).toEqual({ x: 0, y: 620 });
});

test("they never leave their room, and hide what they are about only where all of it would be hidden", () => {
  const box = fc.record({
    x: fc.integer({ min: 0, max: 350 }),
    y: fc.integer({ min: 80, max: 640 }),
    w: fc.integer({ min: 10, max: 120 }),
    h: fc.integer({ min: 10, max: 120 }),
  });
  fc.assert(
    fc.property(box, fc.array(box, { maxLength: 12 }), (about, others) => {
      const at = aside(size, room, [about], others);
      const inside = at.x >= room.x && at.y >= room.y && at.x + size.w <= 390 && at.y + size.h <= 680;
      return inside && overlap({ ...at, ...size }, about) === 0;
    }),
  );
});
