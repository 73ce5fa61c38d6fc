import { expect, test } from "vitest";
import { otherwise } from "../src/dev/meant";
import type { Entry } from "../src/model/table";

const play = (by: number, thing: number, text: string): Entry => ({
  by,
  action: "play",
  args: { card: { thing, text } },
});

test("a choice that means another card now is told, and what it was", () => {
  const before = [play(0, 1, "Two"), { tell: "dealt" }, play(1, 2, "Four")];
  expect(otherwise(before, [play(0, 7, "Two"), play(1, 2, "Five"), play(0, 3, "Six")])).toEqual({
    at: 2,
    was: "Four",
    is: "Five",
  });
});

test("what was only made, taken back or counted otherwise means the same", () => {
  const before = [play(0, 1, "Two"), play(1, 2, "Four")];
  expect(otherwise(before, [...before, play(0, 3, "Six")])).toBeNull();
  expect(otherwise(before, before.slice(0, 1))).toBeNull();
  expect(otherwise(before, [play(0, 9, "Two"), { ...play(1, 8, "Four"), action: "lay" }])).toBeNull();
  expect(otherwise([], before)).toBeNull();
});
