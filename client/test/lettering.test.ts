import { expect, test } from "vitest";
import { sizeFor } from "../src/draw/lettering";

test("type is as large as its widest word lets it be, between two bounds", () => {
  expect(sizeFor("Dog", 60, 6, 14)).toBe(14);
  expect(sizeFor("Horseradish", 60, 6, 14)).toBeLessThan(9);
  expect(sizeFor("a Horseradish of sorts", 60, 6, 14)).toBe(sizeFor("Horseradish", 60, 6, 14));
  expect(sizeFor("mmmm", 40, 6, 20)).toBeLessThan(sizeFor("llll", 40, 6, 20));
  expect(sizeFor("Unpronounceable", 20, 6, 14)).toBe(6);
});
