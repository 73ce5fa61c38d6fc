import { expect, test } from "vitest";
import { arrange } from "../src/pure/arrange";
import { classify } from "../src/pure/classify";
import { NOTHING_REMEMBERED, remember } from "../src/pure/memory";
import type { Scene } from "../src/pure/scene";
import { placesOf, spotsOf, under } from "../src/pure/spots";
import { forEveryGame, sceneryOf } from "./recordings";

forEveryGame("pointing", (_, recordings) => {
  test("all that has a box can be reached at its middle once it is lit, and is read from above to below", () => {
    const recording = recordings[0]!;
    const { table, setting } = sceneryOf(recording, recording.moments.at(-1)!);
    const roles = classify(recording.legend, setting);
    const memory = remember(NOTHING_REMEMBERED, roles, table, setting, recording.seat, []);
    const screen = { width: 390, height: 730, isTouch: true };
    const scene = arrange(roles, table, setting, recording.seat, screen, memory);
    const keys = [
      ...scene.zones.map((zone) => zone.key),
      ...scene.boards.flatMap((board) => board.tiles.map((tile) => tile.key)),
      ...scene.things.flatMap((thing) => (thing.id === null ? [] : [`t${thing.id}`])),
    ];
    for (const key of keys) {
      const lit = new Set([key]);
      const [place] = placesOf(scene, lit);
      expect(place?.key).toBe(key);
      const { x, y, w, h } = place!.box;
      expect(under(spotsOf(scene, lit), lit, x + w / 2, y + h / 2, 0)?.key).toBe(key);
    }
    const read = placesOf(scene, new Set(keys)).map(({ box }) => box);
    expect(read.length).toBe(new Set(keys).size);
    for (const [i, box] of read.entries()) {
      const next = read[i + 1];
      if (next) expect(next.y + next.h).toBeGreaterThan(box.y);
    }
  });
});

test("the side of a tile says in which direction it leads, and a corner none", () => {
  const side = (key: string, line: [[number, number], [number, number]], isCorner: boolean) => ({
    key,
    x: 10,
    y: 10,
    line,
    isCorner,
  });
  const sides = [
    side(
      "Land/e",
      [
        [10, 0],
        [10, 20],
      ],
      false,
    ),
    side(
      "Land/ne",
      [
        [20, 0],
        [20, 0],
      ],
      true,
    ),
  ];
  const board = { c: 20, cell: "hex", tiles: [], sides };
  const scene = { boards: [board], zones: [], things: [] } as unknown as Scene;
  const places = placesOf(scene, new Set(["Land/e", "Land/ne"]));
  expect(places.map(({ along }) => along)).toEqual([90, undefined]);
});

test("who means a field that may not be picked does not pick the one beside it, but who points between them does", () => {
  const field = (key: string, x: number) => ({ key, x, y: 0, w: 20, h: 20, z: 1, isField: true });
  const spots = [field("a", 0), field("b", 20)];
  const lit = new Set(["b"]);
  expect(under(spots, lit, 10, 10, 22)?.key).toBe("a");
  expect(under(spots, lit, 18, 10, 22)?.key).toBe("b");
  // A side of the field itself is meant by whoever points anywhere near it.
  const side = { key: "s", x: 15, y: 5, w: 10, h: 10, z: 2 };
  expect(under([...spots, side], new Set(["s"]), 10, 10, 22)?.key).toBe("s");
});
