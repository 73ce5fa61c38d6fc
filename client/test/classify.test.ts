import { expect, test } from "vitest";
import type { Legend } from "../src/model/legend";
import { settingOf } from "../src/model/setting";
import { tableOf } from "../src/model/table";
import { classify } from "../src/pure/classify";
import { forEveryGame } from "./recordings";

const legend = (zones: Legend["zones"]): Legend => ({
  game: "Test",
  secret: true,
  classes: [
    { name: "Card", kind: "card", attributes: [{ name: "worth", type: "number" }] },
    { name: "Coin", kind: "token", attributes: [] },
    { name: "Line", kind: "card", attributes: [{ name: "said", type: "text" }] },
  ],
  enums: [],
  zones,
  boards: [],
  actions: [{ name: "play", of: "Rules", inputs: [{ name: "card", type: "object", lands: "pile" }] }],
  turns: [],
  seats: [],
  looks: { cases: [], members: [], turns: [], hidden: [], classes: [{ of: "Coin", shape: "coin" }] },
});

test("zones are what they do", () => {
  const roles = classify(
    legend([
      { name: "stock", title: "stock", of: "Card", visible: "none", deck: true, ordered: true },
      { name: "hand", title: "hand", of: "Card", visible: "owner", per: "player" },
      { name: "built", title: "built", of: "Card", visible: "all", per: "player" },
      { name: "purse", title: "purse", of: "Coin", visible: "all", per: "player" },
      { name: "pile", title: "pile", of: "Card", visible: "all", ordered: true },
      { name: "market", title: "market", of: "Card", visible: "all" },
      { name: "said", title: "said", of: "Line", visible: "all" },
      { name: "box", title: "box", of: "Coin", visible: "none" },
    ]),
  );
  expect([...roles.zones].map(([name, zone]) => `${name}: ${zone.role}`)).toEqual([
    "stock: stack",
    "hand: hand",
    "built: tableau",
    "purse: store",
    "pile: pile",
    "market: row",
    "said: ledger",
    "box: away",
  ]);
  expect(roles.shapes.get("Coin")).toBe("coin");
  expect(roles.shapes.get("Card")).toBe("card");
});

forEveryGame("every zone and class has a role", (_, recordings) => {
  test("whatever the look says", () => {
    for (const { legend, moments, seat } of recordings) {
      const first = moments[0];
      const roles = classify(legend, first ? settingOf(legend, tableOf(first.table), seat) : null);
      expect(roles.zones.size).toBe(new Set(legend.zones.map((z) => z.name)).size);
      for (const { name } of legend.classes) expect(roles.shapes.get(name)).toBeDefined();
    }
  });
});
