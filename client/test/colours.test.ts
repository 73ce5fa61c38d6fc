import fc from "fast-check";
import { expect, test } from "vitest";
import { ink, lightness, PALETTE, SEATS, seatColour } from "../src/draw/colours";
import type { Legend } from "../src/model/legend";
import { translated } from "../src/pure/translated";
import { EMPTY } from "./empty";

const contrast = (a: string, b: string): number => {
  const [dark, light] = [lightness(a), lightness(b)].sort((x, y) => x - y);
  return (light! + 0.05) / (dark! + 0.05);
};

test("text can be read on any colour that an author names", () => {
  for (const hex of Object.values(PALETTE)) expect(contrast(hex, ink(hex)), hex).toBeGreaterThan(4.5);
  const any = fc.integer({ min: 0, max: 0xffffff }).map((n) => `#${n.toString(16).padStart(6, "0")}`);
  fc.assert(fc.property(any, (hex) => contrast(hex, ink(hex)) >= 4.5));
});

test("a seat that is called by a colour has it, whoever sits there", () => {
  expect(seatColour(0, { name: "White" })).toBe(PALETTE.white);
  expect(seatColour(1, { name: "Ada", seat: "Black" })).toBe(PALETTE.black);
  expect(seatColour(1, { name: "Black", seat: "Player 2" })).toBe(SEATS[1]);
  expect(seatColour(0, { name: "Ada", seat: "White", look: { colour: "red" } })).toBe(PALETTE.red);
});

test("and has it in every language", () => {
  const legend: Legend = {
    ...EMPTY,
    game: "Colours",
    seats: [{ name: "Black" }, { name: "White", look: { colour: "red" } }],
    words: {
      it: [
        ["Black", "Nero"],
        ["White", "Bianco"],
      ],
    },
  };
  const { seats } = translated(legend, "it");
  expect(seats.map(({ name }) => name)).toEqual(["Nero", "Bianco"]);
  expect(seats.map((of, seat) => seatColour(seat, of))).toEqual([PALETTE.black, PALETTE.red]);
});
