// The signs at the sides of tiles, and what tells seats apart without colours.

import { expect, test } from "vitest";
import { PATTERNS, seatPath, seatPattern } from "../src/draw/seats";
import { sidesOf } from "../src/draw/sides";

test("four signs of sides are drawn, with who stands there; anything else is written as before", () => {
  const sides = sidesOf([":town:", ":held-lane:", ":field:", ":lane:"]);
  expect(sides?.map(({ isHeld }) => isHeld)).toEqual([false, true, false, false]);
  expect(sides?.map(({ path }) => path === "")).toEqual([false, false, true, false]);
  expect(sidesOf([":town:", ":lane:"])).toBeNull();
  expect(sidesOf(["K", "Q", "", ""])).toBeNull();
  expect(sidesOf([":town:", ":toString:", ":field:", ":lane:"])).toBeNull();
});

test("no two of the first thirty seats have the same shape and pattern", () => {
  const all = Array.from({ length: 30 }, (_, seat) => seatPath(seat) + seatPattern(seat));
  expect(new Set(all).size).toBe(all.length);
  expect(seatPattern(0)).toContain(PATTERNS[0].name);
});
