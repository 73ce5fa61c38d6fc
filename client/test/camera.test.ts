import fc from "fast-check";
import { expect, test } from "vitest";
import { beyond, bounded, MOST, sight, steady } from "../src/pure/camera";

const window = (zoom: number, x = 100, y = 50) => ({ zoom, x, y, w: 400 / zoom, h: 300 / zoom });

test("what one points at stays where it is when one comes closer", () => {
  const zooms = fc.double({ min: 1, max: MOST, noNaN: true });
  fc.assert(
    fc.property(zooms, zooms, fc.integer({ min: 0, max: 400 }), (before, after, along) => {
      const seen = window(before);
      const point: [number, number] = [seen.x + along / before, seen.y + 20 / before];
      const { left, top } = steady(seen, after, point);
      // Where it was in the window, and where it is.
      expect(point[0] * after - left).toBeCloseTo(along, 6);
      expect(point[1] * after - top).toBeCloseTo(20, 6);
    }),
  );
});

test("one comes no closer than so much, and never farther than the whole", () => {
  expect([0.2, 1.02, 2, 99].map(bounded)).toEqual([1, 1, 2, MOST]);
});

test("what may be picked and is out of sight is told by its side, and looked at where none is seen", () => {
  const box = (x: number, y: number) => ({ x, y, w: 10, h: 10 });
  expect([...beyond(window(1), [box(0, 100), box(120, 100), box(120, 900)])]).toEqual(["left", "bottom"]);
  expect(sight(window(1), [box(0, 100), box(120, 100)])).toBe(null);
  expect(sight(window(2), [box(0, 700), box(40, 720)])).toEqual({ left: -150, top: 1280 });
  expect(sight(window(1), [])).toBe(null);
});
