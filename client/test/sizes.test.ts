import { expect, test } from "vitest";
import { fitting, SIZES } from "../src/dev/sizes";

test("windows of six sizes grow with their room, and one of them has all of it", () => {
  const small = fitting(740, 460, null);
  const big = fitting(1400, 900, null);
  expect(small.every((scale, i) => scale > 0.1 && scale <= big[i]!)).toBe(true);
  expect(big.reduce((a, b) => a + b) / small.reduce((a, b) => a + b)).toBeGreaterThan(1.5);
  const one = fitting(740, 460, 4);
  expect(one.filter((scale) => scale > 0)).toHaveLength(1);
  expect(one[4]! * SIZES[4][0]).toBeGreaterThan(700 * 0.9);
  expect(Math.max(...fitting(4000, 3000, null))).toBe(1);
});
