import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Recording } from "../src/model/recording";
import { arrange } from "../src/pure/arrange";
import { classify } from "../src/pure/classify";
import { NOTHING_REMEMBERED, remember } from "../src/pure/memory";
import { passages, spotName } from "../src/pure/reading";
import { placesOf } from "../src/pure/spots";
import { FIXTURES } from "./record";
import { forEveryGame, sceneryOf } from "./recordings";

test("what may be picked is called by what it is, whose, and where", () => {
  const recordings = (game: string): Recording[] =>
    JSON.parse(readFileSync(join(FIXTURES, `${game}.json`), "utf8"));
  const names = (game: string) => {
    const recording = recordings(game).find(({ seat }) => seat === 0)!;
    const { table, setting } = sceneryOf(recording, recording.moments[0]!);
    const roles = classify(recording.legend, setting);
    const memory = remember(NOTHING_REMEMBERED, roles, table, setting, 0, []);
    const scene = arrange(roles, table, setting, 0, { width: 390, height: 700, isTouch: true }, memory);
    return [...table.at.values()]
      .flat()
      .flatMap((id) => (id === null ? [] : [`t${id}`]))
      .concat(setting.boards.flatMap((b) => b.tiles.map((t) => t.key)))
      .map((key) => spotName(key, { scene, table, setting, roles, language: "en" }, 0));
  };
  const chess = names("chess");
  expect(chess).toContain("Pawn, White, e2");
  expect(chess).toContain("e4");
  expect(names("hearts").filter((name) => name.endsWith(", your hand")).length).toBe(13);
});

test("what is called alike is said once, with how many there are", () => {
  const recordings: Recording[] = JSON.parse(readFileSync(join(FIXTURES, "six-winters.json"), "utf8"));
  const recording = recordings.find(({ seat }) => seat === 0)!;
  const { table, setting } = sceneryOf(recording, recording.moments[0]!);
  const roles = classify(recording.legend, setting);
  const memory = remember(NOTHING_REMEMBERED, roles, table, setting, 0, []);
  const scene = arrange(roles, table, setting, 0, { width: 1000, height: 700, isTouch: false }, memory);
  const all = passages(scene, table, setting, roles);
  const store = all.find(({ title }) => title === "store, Player 1");
  expect(store?.lines).toEqual(["2 × Hay", "Milk", "2 × Cheese", "2 × Silver", "Cow"]);
});

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
        scene.boards.forEach((board, i) => {
          const { title, rows, lines } = all[i]!;
          expect(title).not.toContain("/");
          if (!rows) return;
          expect(rows.flat().length).toBe(board.tiles.length);
          const standing = rows.flat().filter((field) => field.includes(", "));
          expect(standing.length, board.key).toBe(lines.length - board.sides.filter(isTaken).length);
          function isTaken({ key }: { key: string }) {
            return (table.at.get(key) ?? []).some((id) => id !== null && table.things.get(id)?.class);
          }
        });
        for (const { key } of placesOf(scene, new Set([...table.at.keys(), "t1", "t2"]))) {
          const name = spotName(key, { scene, table, setting, roles, language: "en" }, recording.seat);
          expect(name, key).not.toMatch(/undefined|\/\d+$|^$/);
        }
        scene.zones.forEach((zone, i) => {
          const { title, lines, unknown } = all[scene.boards.length + i]!;
          const there = (table.at.get(zone.key) ?? []).filter(
            (id) => id !== null && table.things.get(id)?.class,
          );
          const counted = lines.map((line) => Number(/^(\d+) × /.exec(line)?.[1] ?? 1));
          expect(
            counted.reduce((sum, n) => sum + n, 0),
            zone.key,
          ).toBe(there.length);
          expect(title).not.toContain("/");
          expect(unknown).toBe(zone.count - there.length);
        });
      }
    }
  });
});
