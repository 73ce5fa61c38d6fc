import { expect, test } from "vitest";
import { withLatest } from "../src/pure/latest";

test("only the last twenty are kept, and what is noted again is the newest", () => {
  let all: ReadonlyMap<string, number> = new Map();
  for (let n = 0; n < 20; n++) all = withLatest(all, `${n}`, n);
  all = withLatest(all, "0", 100);
  all = withLatest(all, "20", 20);
  expect(all.size).toBe(20);
  expect(all.has("1")).toBe(false);
  expect([...all].slice(-2)).toEqual([
    ["0", 100],
    ["20", 20],
  ]);
});
