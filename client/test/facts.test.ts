import { expect, test } from "vitest";
import type { Value } from "../src/model/reference";
import { classify } from "../src/pure/classify";
import { factsOf } from "../src/pure/facts";
import { forEveryGame, sceneryOf } from "./recordings";

forEveryGame("facts", (_, recordings) => {
  test("nothing is told that looks hide, or that is for whoever looks closely", () => {
    for (const recording of recordings) {
      const { table, setting } = sceneryOf(recording, recording.moments[0]!);
      const roles = classify(recording.legend, setting);
      for (const key of [...roles.hidden, ...roles.aside]) {
        const { chips, absent } = factsOf(
          roles,
          { ...table, facts: new Map([[key, { num: 77777 }]]) },
          setting,
        );
        expect([...chips, ...absent].filter(({ value }) => value === "77777")).toEqual([]);
      }
    }
  });
  test("room is kept for what is not there and may come", () => {
    for (const recording of recordings) {
      const moment = recording.moments[0]!;
      const { table, setting } = sceneryOf(recording, moment);
      const roles = classify(recording.legend, setting);
      const of = (value: Value) =>
        factsOf(roles, { ...table, facts: new Map([["Deal.broken", value]]) }, setting);
      const [off, on] = [of({ bool: false }), of({ bool: true })];
      expect(on.chips.length).toBe(off.chips.length + 1);
      expect(off.absent.length).toBe(on.absent.length + 1);
      expect(off.absent.at(-1)).toEqual(on.chips.at(-1));
      expect(of(null).absent.at(-1)!.value).not.toBe("");
    }
  });
});
