// Boards lie where they lie for a whole match, whatever comes into the zones around them.

import { expect, test } from "vitest";
import type { Recording } from "../src/model/recording";
import { arrange } from "../src/pure/arrange";
import { classify } from "../src/pure/classify";
import { laidAs, NOTHING_REMEMBERED, remember } from "../src/pure/memory";
import type { Scene, Screen } from "../src/pure/scene";
import { forEveryGame, sceneryOf } from "./recordings";

const PHONE: Screen = { width: 390, height: 597, isTouch: true };
const DESKTOP: Screen = { width: 980, height: 640, isTouch: false };

/** The scenes of a match as they follow one another. */
function scenesOf(recording: Recording, screen: Screen): Scene[] {
  let memory = NOTHING_REMEMBERED;
  return recording.moments.map((moment, i) => {
    const { table, setting } = sceneryOf(recording, moment);
    const roles = classify(recording.legend, setting);
    const trace = recording.moments[i - 1]?.trace ?? [];
    memory = remember(memory, roles, table, setting, recording.seat, trace);
    const scene = arrange(roles, table, setting, recording.seat, screen, memory);
    memory = { ...memory, ...laidAs(scene) };
    return scene;
  });
}

/** How far tiles came from where they were before, of boards that do not grow, in parts of their width. */
function farthest(scenes: readonly Scene[]): number {
  const before = new Map<string, { x: number; y: number }>();
  let most = 0;
  for (const board of scenes.flatMap(({ boards }) => boards)) {
    for (const { key, x, y, w } of board.extent ? [] : board.tiles) {
      const was = before.get(key) ?? { x, y };
      most = Math.max(most, Math.hypot(x - was.x, y - was.y) / w);
      before.set(key, { x, y });
    }
  }
  return most;
}

forEveryGame("boards stay", (_, recordings) => {
  test("where they are, for who plays on a phone", () => {
    for (const recording of recordings.filter(({ seat }) => seat !== null)) {
      expect(farthest(scenesOf(recording, PHONE))).toBe(0);
    }
  });
  // A hand that comes to need a second row takes some room of the table, and so does much before two others.
  test.each([PHONE, DESKTOP])("close to where they were on $width x $height", (screen) => {
    for (const recording of recordings) expect(farthest(scenesOf(recording, screen))).toBeLessThan(0.5);
  });
});
