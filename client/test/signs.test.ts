import fc from "fast-check";
import { expect, test } from "vitest";
import page from "../../docs/language.md?raw";
import { SIGN_NAMES } from "../src/draw/signs";
import type { Roles } from "../src/pure/classify";
import { colourOf, type Run, runsOf, type SignOf, signsIn, signsOfCorner } from "../src/pure/signs";

const roles = {
  cases: new Map([
    ["Kind.Fire", { symbol: "F", colour: "red" }],
    ["Kind.DeepWater", { symbol: "W", colour: "blue", title: "deep water" }],
    ["Rank.King", { symbol: "K" }],
  ]),
  legend: { looks: { members: [{ of: "Card", name: "turned", look: { symbol: "T", title: "turn it" } }] } },
} as unknown as Roles;

/** Signs as `<title colours>` between texts. */
const said = (runs: readonly Run[]): string =>
  runs.map((run) => (typeof run === "string" ? run : shown(run))).join("");
const shown = ({ title, halves }: SignOf) =>
  `<${[title, ...halves.flatMap(({ colour }) => colour ?? [])].join(" ")}>`;
const corner = (text: string) => {
  const signs = signsOfCorner(text, roles);
  return signs && said(signs);
};

test("what stands in braces is the sign that a look calls so", () => {
  expect(said(runsOf("{T}: Add {W}.", roles))).toBe("<turn it>: Add <deep water blue>.");
  expect(said(runsOf("{2}{F/W}, {X}", roles))).toBe("<2><Fire / deep water red blue>, <X>");
  expect(said(runsOf("{X:F}", roles))).toBe("<X / Fire red>");
});

test("other braces, and letters without, are text", () => {
  for (const text of ["plays {card}", "a {", "F and W", "{}", "{a/b}"])
    expect(said(runsOf(text, roles))).toBe(text);
});

test("a corner of signs alone is a row of them", () => {
  expect(corner("2WW")).toBe("<2><deep water blue><deep water blue>");
  expect(corner("XF")).toBe("<X><Fire red>");
  expect(corner("{F/W}{F/W}")).toBe("<Fire / deep water red blue><Fire / deep water red blue>");
});

test("numbers, ranks and words in corners stay as they are", () => {
  for (const text of ["", "3", "2/2", "K", "KF", "X", "AF", "Fire", "12 W"]) expect(corner(text)).toBeNull();
});

test("the signs of a text are told once, and give a card their colour where it is one", () => {
  const signs = signsIn("{T}: Add {W}{W}.", roles);
  expect(said(signs)).toBe("<turn it><deep water blue>");
  expect(colourOf(signs)).toBe("blue");
  expect(colourOf(signsIn("{F} or {W}", roles))).toBeNull();
});

test("no letter of a text is lost", () => {
  const text = fc.stringMatching(/^[{}TWF/2 a-z]*$/);
  fc.assert(
    fc.property(text, (text) => {
      const written = (run: Run) =>
        typeof run === "string" ? run : `{${run.halves.map((half) => half.text).join("/")}}`;
      expect(runsOf(text, roles).map(written).join("")).toBe(text);
    }),
  );
});

test("the manual names the signs that are drawn", () => {
  const listed = /Drawn are ([^;]*);/u.exec(page)?.[1] ?? "";
  expect([...listed.matchAll(/`([a-z]+)`/gu)].map(([, name]) => name).sort()).toEqual([...SIGN_NAMES].sort());
});
