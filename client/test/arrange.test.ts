import { expect, test } from "vitest";
import type { Legend } from "../src/model/legend";
import { settingOf } from "../src/model/setting";
import { type Table, tableOf } from "../src/model/table";
import { arrange } from "../src/pure/arrange";
import { classify } from "../src/pure/classify";
import { laidAs, type Memory, NOTHING_REMEMBERED, remember } from "../src/pure/memory";
import type { Box, Scene } from "../src/pure/scene";
import { EMPTY } from "./empty";
import { forEveryGame, sceneryOf } from "./recordings";

const SCREENS = [
  { width: 320, height: 460, isTouch: true },
  { width: 390, height: 730, isTouch: true },
  { width: 768, height: 900, isTouch: true },
  { width: 960, height: 600, isTouch: false },
  { width: 1600, height: 960, isTouch: false },
];

const isInside = (scene: Scene, box: Box) =>
  box.x >= -1 && box.y >= -1 && box.x + box.w <= scene.width + 1 && box.y + box.h <= scene.height + 1;

/** How much of the smaller of two boxes lies under the other. */
function overlap(a: Box, b: Box): number {
  const w = Math.min(a.x + a.w, b.x + b.w) - Math.max(a.x, b.x);
  const h = Math.min(a.y + a.h, b.y + b.h) - Math.max(a.y, b.y);
  return w <= 0 || h <= 0 ? 0 : (w * h) / Math.min(a.w * a.h, b.w * b.h);
}

/** The keys of what lies on something else by more than that share. */
function collisions(all: readonly (Box & { key: string })[], most: number): string[] {
  return all.flatMap((a, i) =>
    all.slice(i + 1).flatMap((b) => (overlap(a, b) > most ? [`${a.key} and ${b.key}`] : [])),
  );
}

function isDrawnSomewhere(scene: Scene, table: Table, key: string): boolean {
  if (scene.zones.some((z) => z.key === key) || scene.tray.some((t) => t.key === key)) return true;
  if (scene.ledgers.some((l) => l.key === key)) return true;
  return scene.things.some((t) => t.place === key) || (table.at.get(key)?.length ?? 0) === 0;
}

forEveryGame("arranging", (_, recordings) => {
  const scenes = (
    screen: (typeof SCREENS)[number],
    check: (scene: Scene, table: Table, memory: Memory) => void,
  ) => {
    for (const recording of recordings) {
      let memory = NOTHING_REMEMBERED;
      recording.moments.forEach((moment, i) => {
        const { table, setting } = sceneryOf(recording, moment);
        memory = remember(
          memory,
          classify(recording.legend, setting),
          table,
          setting,
          recording.seat,
          recording.moments[i - 1]?.trace ?? [],
        );
        if (i % 8 > 0) return;
        const roles = classify(recording.legend, setting);
        const scene = arrange(roles, table, setting, recording.seat, screen, memory);
        expect(arrange(roles, table, setting, recording.seat, screen, memory)).toEqual(scene);
        check(scene, table, memory);
        memory = { ...memory, ...laidAs(scene) };
      });
    }
  };
  test.each(SCREENS)("fits on $width x $height, and everything that lies somewhere is there", (screen) => {
    scenes(screen, (scene, table) => {
      const boxes = [...scene.boards, ...scene.zones, ...scene.panels, ...scene.things];
      expect(boxes.filter((box) => !isInside(scene, box)).slice(0, 3)).toEqual([]);
      expect([...table.at.keys()].filter((key) => !isDrawnSomewhere(scene, table, key))).toEqual([]);
      const keys = scene.things.map((t) => t.key);
      expect(new Set(keys).size, "each thing stands once").toBe(keys.length);
    });
  });
  test.each(SCREENS)("nothing lies on something else on $width x $height", (screen) => {
    scenes(screen, (scene) => {
      expect(collisions([...scene.boards, ...scene.zones], 0.02)).toEqual([]);
      for (const board of scene.boards) {
        if (board.tiles.length <= 70 && board.cell !== "spot")
          expect(collisions(board.tiles, 0.3)).toEqual([]);
      }
    });
  });
});

forEveryGame("a move shifts nothing that it does not change", (_, recordings) => {
  test("zones and tiles stay where they were, once the table has been seen whole", () => {
    for (const recording of recordings) {
      let memory = NOTHING_REMEMBERED;
      const seen = recording.moments.slice(0, 8).map((moment, i) => {
        const scenery = sceneryOf(recording, moment);
        const trace = recording.moments[i - 1]?.trace ?? [];
        memory = remember(
          memory,
          classify(recording.legend, scenery.setting),
          scenery.table,
          scenery.setting,
          recording.seat,
          trace,
        );
        return scenery;
      });
      if (seen.length === 0 || seen.some((s) => s.setting.boards.some((b) => b.grows))) return;
      const roles = classify(recording.legend, seen[0]!.setting);
      const places = seen.map(({ table, setting }) => {
        const scene = arrange(roles, table, setting, recording.seat, SCREENS[3]!, {
          ...memory,
          template: "below",
        });
        return new Map([
          ...scene.zones
            .filter((z) => !isGrouped(z.role))
            .map((z): [string, number[]] => [z.key, [Math.round(z.x), Math.round(z.y)]]),
          ...scene.boards.map((b): [string, number[]] => [b.key, [Math.round(b.x), Math.round(b.y)]]),
        ]);
      });
      if (places.some((p) => [...p.keys()].length !== places[0]!.size)) return;
      const grouped = seen.some(({ table, setting }) => {
        const { zones } = arrange(roles, table, setting, recording.seat, SCREENS[3]!, memory);
        return zones.some((z) => isGrouped(z.role)) || hasOpenHand(table, zones, recording.seat);
      });
      if (grouped) return;
      for (const now of places) expect(now).toEqual(places[0]);
    }
  });
});

const PHONE = { width: 390, height: 597, isTouch: true };

/** A trick-taking game for four: hands, and piles of what each has taken. */
const TRICKS: Legend = {
  ...EMPTY,
  secret: true,
  classes: [{ name: "Card", kind: "card", attributes: [] }],
  zones: [
    { name: "hand", title: "hand", of: "Card", per: "player", visible: "owner" },
    { name: "taken", title: "taken", of: "Card", per: "player", visible: "all", layout: "pile" },
    { name: "trick", title: "trick", of: "Card", visible: "all", layout: "around" },
  ],
  seats: ["North", "East", "South", "West"].map((name) => ({ name })),
};
const dealt = tableOf({
  things: Object.fromEntries(Array.from({ length: 13 }, (_, id) => [id, { class: "Card" }])),
  at: { "hand/0": Array.from({ length: 13 }, (_, id) => id), "hand/1": [], "hand/2": [], "hand/3": [] },
  seats: [{ score: 0 }, { score: 0 }, { score: 0 }, { score: 0 }],
  course: { active: 0 },
  over: false,
});
function laidOut(legend: Legend, height: number, template: string | null = null): Scene {
  const setting = settingOf(legend, dealt, 0);
  const memory = { ...NOTHING_REMEMBERED, template };
  return arrange(classify(legend, setting), dealt, setting, 0, { ...PHONE, height }, memory);
}

test("where a hand would be out of sight, piles of players are numbers, and stay so", () => {
  const tight = laidOut(TRICKS, PHONE.height);
  expect(tight.height).toBeLessThanOrEqual(PHONE.height);
  expect(tight.tray.map(({ key, isTight }) => [key, isTight])).toEqual(
    [0, 1, 2, 3].map((seat) => [`taken/${seat}`, true]),
  );
  expect(laidOut(TRICKS, 1200).tray).toEqual([]);
  expect(laidOut(TRICKS, 1200, tight.template).tray.length).toBe(4);
});

test("a table that had such piles is laid out where there are none any more", () => {
  const { template } = laidOut(TRICKS, PHONE.height);
  const zones = TRICKS.zones.filter(({ name }) => name !== "taken");
  expect(laidOut({ ...TRICKS, zones }, PHONE.height, template).things.length).toBe(13);
});

/** Another's hand that lies open takes the room that its cards need. */
const hasOpenHand = (table: Table, zones: Scene["zones"], seat: number | null) =>
  zones.some((z) => z.role === "fan" && z.owner !== seat && (table.at.get(z.key)?.length ?? 0) > 0);

/** Stores grow with the kinds of things in them. */
const isGrouped = (role: string) => role === "row";
