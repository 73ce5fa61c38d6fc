// The page of `tavola dev`: saves while the desk is away, seeds, and steps in words.

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { DeskState, seedOf } from "../src/dev/desk.svelte";
import type { FromDesk, ToDesk } from "../src/dev/said";
import { told } from "../src/dev/steps";
import { tableOf } from "../src/model/table";

/** A socket to a desk that only listens. */
class Line {
  static readonly OPEN = 1;
  static last: Line;
  static readonly sent: FromDesk[] = [];
  readyState = 0;
  onopen = () => {};
  onclose = () => {};
  onmessage = (_: { data: string }) => {};
  constructor() {
    Line.last = this;
  }
  send(text: string): void {
    Line.sent.push(JSON.parse(text));
  }
  open(): void {
    this.readyState = Line.OPEN;
    this.onopen();
  }
  say(message: ToDesk): void {
    this.onmessage({ data: JSON.stringify(message) });
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", Line);
  Line.sent.length = 0;
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
const saves = () => Line.sent.flatMap((message) => ("save" in message ? [message.save.text] : []));

test("what could not be sent is not saved, says so, and can be saved when the desk is back", () => {
  const desk = new DeskState("ws://desk", "token");
  Line.last.open();
  const files = [{ path: "game.tgdl", text: "a", hash: "1" }];
  Line.last.say({ files: { folder: "game", main: "game.tgdl", files } });
  desk.type("b");
  Line.last.readyState = 3;
  desk.save();
  expect([saves(), desk.notice]).toEqual([
    [],
    "game.tgdl is not saved: the desk does not answer; save it again when it does",
  ]);
  Line.last.readyState = Line.OPEN;
  desk.save();
  expect(saves()).toEqual(["b"]);
  // One save at a time; what was on its way when the line was cut may be sent again.
  desk.save();
  expect(saves()).toEqual(["b"]);
  Line.last.onclose();
  vi.advanceTimersByTime(1000);
  Line.last.open();
  desk.save();
  expect(saves()).toEqual(["b", "b"]);
});

test("the rule tests are those of the last save", () => {
  const desk = new DeskState("ws://desk", "token");
  Line.last.open();
  const problems = { draft: false, sound: true, list: [], more: 0, ms: 1 };
  const tests = { all: 2, run: 2, failed: 1, list: [{ name: "heavy", why: "5 is not 4" }] };
  Line.last.say({ tests });
  expect(desk.tests?.list[0]?.name).toBe("heavy");
  Line.last.say({ problems: { ...problems, draft: true } });
  expect(desk.tests?.failed).toBe(1);
  Line.last.say({ problems });
  expect(desk.tests).toBeNull();
});

test("a seed is a whole number that can be sent", () => {
  expect(["", "0", "7", "9007199254740991"].map(seedOf)).toEqual([0, 0, 7, Number.MAX_SAFE_INTEGER]);
  expect(["-1", "1.5", "9007199254740992", "1e400", "x"].map(seedOf)).toEqual(Array(5).fill(null));
});

test("where too much happened, the list of steps says that there was more", () => {
  const table = tableOf({ things: {}, at: {}, seats: [], course: { active: 0 }, over: false });
  expect(told({ do: "anew", g: 1 }, table)).toBe("and so much more that it is not told");
});
