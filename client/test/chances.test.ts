import { expect, test } from "vitest";
import { sharesOf } from "../src/app/chances";

test("what seats may expect is shown as parts of a whole", () => {
  expect(sharesOf([0.719, 0.281]).map(({ percent }) => percent)).toEqual([72, 28]);
  // Together all win, or all lose.
  expect(sharesOf([0.9, 0.9]).map(({ percent }) => percent)).toEqual([50, 50]);
  expect(sharesOf([0, 0, 0, 0]).map(({ percent }) => percent)).toEqual([25, 25, 25, 25]);
});
