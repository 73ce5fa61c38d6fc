import { expect, test } from "vitest";
import { Foot } from "../src/draw/foot.svelte";

test("what stands below keeps its height in a window of one size, up to a fifth of it", () => {
  let window = "390 800";
  const foot = new Foot(() => window);
  const stand = (width: number, height: number, below: number) => {
    window = `${width} ${height}`;
    [foot.width, foot.height, foot.below] = [width, height, below];
    foot.note();
    return foot.kept;
  };
  expect(stand(390, 800, 100)).toBe(100);
  expect(stand(390, 800, 60)).toBe(100);
  expect(stand(390, 800, 300)).toBe(160);
  expect(stand(800, 390, 50)).toBe(50);
  expect(stand(390, 800, 60)).toBe(160);
});
