import fc from "fast-check";
import { expect, test } from "vitest";
import type { Point } from "../src/model/setting";
import { type Named, naming, shared } from "../src/pure/naming";
import type { Box } from "../src/pure/scene";

const D = 22;
const place = (name: string, x: number, y: number): Named => ({
  name,
  circle: { x: x - D / 2, y: y - D / 2, w: D, h: D },
});
const board: Box = { x: 0, y: 0, w: 374, h: 300 };
const named = (places: readonly Named[], lines: [Point, Point][] = [], cell = 40) => {
  const circles = places.map(({ circle }) => circle);
  return naming(
    places,
    { circles, lines, board },
    places.map(() => cell),
  );
};
/** What names cover, as wide as letters of most systems are. */
const boxes = (places: readonly Named[], { at, size, narrow }: ReturnType<typeof naming>): Box[] =>
  places.map(({ name }, i) => {
    const [w, h] = [name.length * size * 0.69 * narrow, size];
    return { x: at[i]![0] - w / 2, y: at[i]![1] - h / 2, w, h };
  });

test("a name stands below its place, or where no line and no other place is in its way", () => {
  const one = [place("Windgap", 180, 150)];
  expect(named(one).at[0]![0]).toBe(180);
  expect(named(one).at[0]![1]).toBeGreaterThan(160);
  expect(
    named(one, [
      [
        [180, 150],
        [180, 290],
      ],
    ]).at[0]![1],
  ).toBeLessThan(140);
  const low = [place("Windgap", 180, 285)];
  expect(named(low).at[0]![1]).toBeLessThan(275);
});

test("letters are narrower only where names would touch", () => {
  const far = [place("Highbarrow", 80, 80), place("Choirstead", 280, 80)];
  expect(named(far).narrow).toBe(1);
  const near = Array.from({ length: 16 }, (_, i) =>
    place("Highbarrow", 50 + (i % 4) * 42, 60 + Math.floor(i / 4) * 34),
  );
  expect(named(near).narrow).toBeLessThan(1);
});

test("names touch neither one another nor other places where these are a name apart", () => {
  const spots = fc.uniqueArray(fc.integer({ min: 0, max: 23 }), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(spots, fc.integer({ min: 4, max: 9 }), (all, letters) => {
      const places = all.map((n) =>
        place("Highbarrow".slice(0, letters), 60 + (n % 4) * 84, 40 + Math.floor(n / 4) * 44),
      );
      const is = named(places);
      expect(named(places)).toEqual(is);
      const names = boxes(places, is);
      for (const box of names) {
        for (const other of names) if (other !== box) expect(shared(box, other)).toBe(0);
        for (const { circle } of places) expect(shared(box, circle)).toBeLessThan(1);
      }
    }),
  );
});
