import { expect, test } from "vitest";
import { beside } from "../src/pure/beside";

const frame = { x: 500, y: 60, w: 700, h: 400 };
const size = { w: 170, h: 236 };

test("a card that is looked at closely stays in its frame, and off the card that it is about", () => {
  const card = { x: 700, y: 380, w: 60, h: 80 };
  const at = beside(size, [730, 420], frame, [card]);
  expect(at.x >= 500 && at.x + at.w <= 1200 && at.y >= 60 && at.y + at.h <= 460).toBe(true);
  expect(at.x >= card.x + card.w || at.x + at.w <= card.x || at.y + at.h <= card.y).toBe(true);
});

test("it lies where it covers least of the others", () => {
  const card = { x: 800, y: 300, w: 60, h: 80 };
  const wall = { x: 870, y: 60, w: 330, h: 400 };
  const at = beside(size, [830, 340], frame, [card, wall]);
  expect(at.x + at.w <= 800).toBe(true);
});

test("it leaves free what is asked, though more of others is covered", () => {
  const page = { x: 8, y: 8, w: 1264, h: 784 };
  const card = { x: 500, y: 620, w: 60, h: 90 };
  const cards = [0, 1, 2, 3].map((i) => ({ x: 640 + 70 * i, y: 300, w: 60, h: 90 }));
  const panel = { x: 300, y: 60, w: 600, h: 540 };
  const [free, log] = [beside(size, [530, 660], page, [card, ...cards]), { x: 980, w: 300 }];
  expect(free.x + free.w).toBeLessThan(log.x);
  const at = beside(size, [530, 660], page, [card, ...cards], [panel]);
  expect(at.x >= 900 || at.x + at.w <= 300 || at.y >= 600 || at.y + at.h <= 60).toBe(true);
});
