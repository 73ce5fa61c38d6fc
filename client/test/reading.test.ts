import { expect, test } from "vitest";
import { arrange } from "../src/pure/arrange";
import { classify } from "../src/pure/classify";
import { NOTHING_REMEMBERED, remember } from "../src/pure/memory";
import { passages } from "../src/pure/reading";
import { forEveryGame, sceneryOf } from "./recordings";

forEveryGame("what is read aloud", (_, recordings) => {
  test("names everything known in a zone that is drawn, and counts the rest", () => {
    for (const recording of recordings) {
      for (const moment of recording.moments) {
        const { table, setting } = sceneryOf(recording, moment);
        const roles = classify(recording.legend, setting);
        const memory = remember(NOTHING_REMEMBERED, roles, table, setting, recording.seat, []);
        const screen = { width: 1000, height: 700, isTouch: false };
        const scene = arrange(roles, table, setting, recording.seat, screen, memory);
        const all = passages(scene, table, setting, roles);
        expect(all.length).toBe(scene.boards.length + scene.zones.length);
        scene.zones.forEach((zone, i) => {
          const { lines, unknown } = all[scene.boards.length + i]!;
          const there = (table.at.get(zone.key) ?? []).filter(
            (id) => id !== null && table.things.get(id)?.class,
          );
          expect(lines.length, zone.key).toBe(there.length);
          expect(unknown).toBe(zone.count - there.length);
        });
      }
    }
  });
});
