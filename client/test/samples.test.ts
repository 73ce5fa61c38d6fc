import { expect, test } from "vitest";
import { samplesOf } from "../src/dev/samples";

test("of a class those are shown that look otherwise, and one of each player", () => {
  const find = (text: string) => ({ class: "Find", text, look: { title: text } });
  const man = (owner: number) => ({ class: "Man", text: "Man", owners: [owner] });
  const [finds, men] = samplesOf([find("Opal"), find("Opal"), find("Ruby"), man(1), {}], 2);
  expect([finds?.first.text, finds?.others.map(({ text }) => text), finds?.bySeat]).toEqual([
    "Opal",
    ["Ruby"],
    [],
  ]);
  expect(men?.others).toEqual([]);
  expect(men?.bySeat.map(({ seat, thing }) => [seat, thing.owners])).toEqual([
    [0, [0]],
    [1, [1]],
  ]);
});
