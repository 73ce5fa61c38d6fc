// What pages do with answers of a server that is busy, and with matches in which several seats are one's own.

import { afterEach, expect, test, vi } from "vitest";
import * as server from "../src/app/server";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** Answers each request with the next of these. */
function answering(...answers: [number, object, string?][]) {
  const asked = vi.fn(async () => {
    const [status, body, after] = answers.shift()!;
    return new Response(JSON.stringify(body), {
      status,
      headers: after ? { "retry-after": after } : {},
    });
  });
  vi.stubGlobal("fetch", asked);
  vi.useFakeTimers();
  return asked;
}
const busy = { code: "busy", why: "too many matches are opened; try again later" };
const wanted = { game: "chess", seats: [] };

test("a match that a busy server did not open is asked for once more, after the time it says", async () => {
  const asked = answering([429, busy, "3"], [200, { match: "m" }]);
  const opened = server.open(wanted);
  await vi.advanceTimersByTimeAsync(2900);
  expect(asked).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(200);
  expect(await opened).toEqual({ match: "m" });
});

test("a server that stays busy is not asked a third time", async () => {
  const asked = answering([429, busy], [429, busy]);
  const opened = server.open(wanted).catch((e: server.Refused) => e.code);
  await vi.advanceTimersByTimeAsync(20_000);
  expect([await opened, asked.mock.calls.length]).toEqual(["busy", 2]);
});

test("a match waits for one when any of the own seats must decide", () => {
  const one = (match: string, waiting: boolean) => ({ match, over: false, waiting });
  const told = server.byMatch([one("a", false), one("a", true), one("a", false), one("b", false)]);
  expect([...told].map(([match, { waiting }]) => [match, waiting])).toEqual([
    ["a", true],
    ["b", false],
  ]);
});
