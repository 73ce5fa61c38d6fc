import { expect, test } from "vitest";
import type { Part } from "../src/model/tree";
import { hintOf } from "../src/pure/hint";

const label = (part: Part) => (part && typeof part === "object" && "text" in part ? part.text : "?");
const move = (text: string, value: number) => ({ path: [{ text }], value });

test("a hint says what a bot expects of its move and of the next one", () => {
  const all = [move("e4", 0.544), move("d4", 0.512), move("a3", 0.4)];
  expect(hintOf(all, label, "en")).toBe("A bot would choose e4: 54\u00a0%, against 51\u00a0% for d4");
  expect(hintOf([move("e4", 0.544), move("d4", 0.541)], label, "en")).toBe(
    "A bot would choose e4, or as well d4: 54\u00a0%",
  );
});

test("a move of which a bot expects more, and which it has tried less, is not named", () => {
  expect(hintOf([move("e4", 0.54), move("d4", 0.71)], label, "en")).toBe("A bot would choose e4");
});

test("moves that read alike are one, and where there is no other none is named", () => {
  const alike = [move("a card", 0.6), { path: [{ text: "a card" }, null], value: 0.5 }];
  const orNothing = (part: Part) => (part ? label(part) : "");
  expect(hintOf(alike, orNothing, "en")).toBe("A bot would choose a card");
  expect(hintOf([...alike, move("a ship", 0.4)], orNothing, "en")).toBe(
    "A bot would choose a card: 60\u00a0%, against 40\u00a0% for a ship",
  );
  expect(hintOf([], label, "en")).toBe("");
});
