import { expect, test } from "vitest";
import { addressOf, ofGame } from "../src/draw/pictures";

test("a picture has an address whatever its path is called", () => {
  expect(addressOf(ofGame("my game"), "art/a dragon?.svg")).toBe(
    "/api/games/my%20game/pictures/art/a%20dragon%3F.svg",
  );
});
