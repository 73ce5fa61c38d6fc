import { expect, test } from "vitest";
import { arrange } from "../src/pure/arrange";
import { classify } from "../src/pure/classify";
import { NOTHING_REMEMBERED, remember } from "../src/pure/memory";
import { forEveryGame, sceneryOf } from "./recordings";

/** The room for a table on a phone that is held sideways. */
const screen = { width: 844, height: 285, isTouch: true };
const SHOWN = ["chess", "gin-rummy", "tressette", "hearts", "kalah", "draughts", "spades"];
/** Of four, none is out of sight: what the others hold is a number there. */
const FOUR = ["tressette", "spades"];

forEveryGame("a phone held sideways", (game, recordings) => {
  test("one's own hand and boards of squares are seen without scrolling", () => {
    if (!SHOWN.includes(game)) return;
    const recording = recordings.find(({ seat }) => seat !== null)!;
    for (const moment of recording.moments) {
      const { table, setting } = sceneryOf(recording, moment);
      const roles = classify(recording.legend, setting);
      const memory = remember(NOTHING_REMEMBERED, roles, table, setting, recording.seat, []);
      const scene = arrange(roles, table, setting, recording.seat, screen, memory);
      const own = scene.zones.filter(({ role, owner }) => role === "hand" && owner === recording.seat);
      for (const { y, h } of [...own, ...scene.boards, ...scene.panels.filter(({ isOwn }) => isOwn)])
        expect(y + h).toBeLessThanOrEqual(screen.height);
      const others = scene.panels.filter(({ isOwn }) => !isOwn);
      for (const { x, w, y, h } of others) {
        expect(x + w).toBeLessThan(screen.width / 2);
        if (FOUR.includes(game)) expect(y + h).toBeLessThanOrEqual(screen.height);
      }
    }
  });
});
