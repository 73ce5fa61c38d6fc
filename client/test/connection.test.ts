import { expect, test } from "vitest";
import { Connection, type Told } from "../src/live/connection";
import type { Legend } from "../src/model/legend";
import type { WireTable } from "../src/model/table";
import { tableOf } from "../src/model/table";
import { EMPTY } from "./empty";
import { Fake, type Prepared } from "./fake";
import { forEveryGame } from "./recordings";

const legend: Legend = {
  ...EMPTY,
  game: "Count",
};
const first: WireTable = { things: {}, at: {}, seats: [{ score: 0 }], course: { active: 0 }, over: false };

/** A match in which each move gives a point. */
const counting: Prepared = {
  legend,
  first,
  steps: [1, 2, 3].map((to) => ({
    trace: [{ do: "score", seat: 0, to, g: 1 }],
    log: [{ by: 0, action: "add" }],
  })),
  ask: (q) => ({
    q,
    ask: { kind: "move", prompt: null, of: null },
    refs: [{ action: "add" }],
    tree: [0],
    whole: true,
  }),
};

function joined(prepared: Prepared = counting): { fake: Fake; line: Connection; told: () => Told } {
  const fake = new Fake(prepared);
  const line = new Connection(fake, { match: "m", token: "t" }, () => {});
  fake.pass(10);
  return { fake, line, told: () => line.told };
}

const add = [{ action: "add" as const }];
const score = (told: Told) => told.table?.seats[0]?.score;

test("a page greets, is asked, and sees its move once the server has it", () => {
  const { fake, line, told } = joined();
  expect(fake.received[0]).toEqual({ hello: { proto: 1, match: "m", token: "t", legend: "" } });
  expect(told()).toMatchObject({ link: "open", seat: 0, ask: { q: 0 } });
  line.play(add);
  expect(score(told())).toBe(1);
  expect(told()).toMatchObject({ v: 1, ask: { q: 1 }, unsent: 0, log: [{ action: "add" }] });
});

test("in another language all is told again, at once, and what was sent is kept", () => {
  const { fake, line, told } = joined();
  line.read("it");
  fake.pass(1000);
  const greetings = fake.received.filter((m) => "hello" in m);
  expect(greetings[1]).toEqual({ hello: { proto: 1, match: "m", token: "t", legend: "" } });
  expect(told()).toMatchObject({ link: "open", ask: { q: 0 } });
  line.read("it");
  fake.pass(1000);
  expect(fake.received.filter((m) => "hello" in m)).toHaveLength(2);
  line.play(add);
  expect(score(told())).toBe(1);
  line.close();
  line.read("en");
  fake.pass(1000);
  expect([told().link, fake.received.filter((m) => "hello" in m).length]).toEqual(["ended", 2]);
});

test("a match is one's own once the server keeps a move, not before", () => {
  const fake = new Fake(counting);
  let kept = 0;
  const line = new Connection(
    fake,
    { match: "m", token: "t" },
    () => {},
    () => kept++,
  );
  fake.pass(10);
  fake.swallows = 1;
  line.play(add);
  expect(kept).toBe(0);
  fake.cut();
  fake.pass(1000);
  expect([score(line.told), kept]).toEqual([1, 1]);
});

test("a move that was lost on the way is sent again under its number, and counts once", () => {
  const { fake, line, told } = joined();
  fake.swallows = 1;
  line.play(add);
  expect(told()).toMatchObject({ unsent: 1, ask: null });
  fake.cut();
  expect(told().link).toBe("lost");
  fake.pass(1000);
  expect(told()).toMatchObject({ link: "open", v: 1, unsent: 0 });
  expect(score(told())).toBe(1);
});

test("a move whose answer was lost is not made twice", () => {
  const { fake, line, told } = joined();
  const say = fake.say.bind(fake);
  fake.say = () => {};
  line.play(add);
  fake.say = say;
  expect([fake.done, told().v]).toEqual([1, 0]);
  fake.cut();
  fake.pass(1000);
  expect([fake.done, told().v, told().unsent, score(told())]).toEqual([1, 1, 0, 1]);
});

test("who comes back gets what it missed, in order, and no table", () => {
  const { fake, line, told } = joined();
  line.play(add);
  fake.cut();
  fake.done = 3;
  fake.pass(1000);
  expect(fake.received.filter((m) => "hello" in m)[1]).toMatchObject({ hello: { have: 1, legend: "abc" } });
  expect([told().v, score(told()), told().ask]).toEqual([3, 3, null]);
});

test("where a step is left out, the page greets anew", () => {
  const { fake, line, told } = joined();
  fake.leavesOut.add(1);
  line.play(add);
  line.play(add);
  expect([fake.done, told().v]).toEqual([2, 0]);
  fake.pass(3000);
  expect([told().v, score(told())]).toEqual([2, 2]);
});

test("where too much happened to be told, the page greets anew for the table", () => {
  const { fake, told } = joined();
  fake.done = 1;
  fake.say({ step: { v: 1, trace: [{ do: "anew", g: 1 }], now: { waiting: [] } } });
  expect(told().v).toBe(0);
  fake.pass(3000);
  expect([told().v, score(told())]).toEqual([1, 1]);
});

test("a stale move is refused, said, and the open question is asked again", () => {
  const { fake, line, told } = joined();
  fake.done = 1;
  line.play(add);
  expect(told()).toMatchObject({ refusal: { code: "stale" } });
  fake.pass(1000);
  expect(told()).toMatchObject({ link: "open", v: 1, ask: { q: 1 } });
});

test("a server that is silent is left and tried again, ever later", () => {
  const { fake, told } = joined();
  fake.swallows = 1000;
  fake.pass(16_000);
  expect(told().link).toBe("lost");
  const before = fake.connections;
  fake.pass(60_000);
  expect(fake.connections - before).toBeGreaterThan(2);
  expect(fake.connections - before).toBeLessThan(12);
  fake.swallows = 0;
  fake.pass(30_000);
  expect(told().link).toBe("open");
});

test("a farewell for good is not tried again, one for a restart is", () => {
  const { fake, told } = joined();
  fake.say({ bye: { why: "restart", retry: 2000 } });
  expect(told()).toMatchObject({ link: "lost", why: "restart" });
  fake.pass(4000);
  expect(told().link).toBe("open");
  fake.say({ bye: { why: "signed_out" } });
  fake.pass(60_000);
  expect(told()).toMatchObject({ link: "ended", why: "signed_out" });
});

test("reasons and further parts are answered", async () => {
  const { line } = joined();
  expect(await line.why(add)).toBe("follow suit");
  expect((await line.part(add))?.refs).toEqual(counting.ask(0).refs);
});

forEveryGame("a match over the line", (_, recordings) => {
  test("leads to the tables that the engine has", () => {
    const { legend, moments } = recordings[0]!;
    const end = moments.findIndex((m, i) => m.isLast || i === moments.length - 1);
    const window = moments.slice(0, end + 1);
    if (window.length < 2) return;
    const { fake, line, told } = joined({
      ...counting,
      legend,
      first: window[0]!.table,
      steps: window.slice(0, -1).map(({ trace, log }) => ({ trace, log })),
    });
    for (let v = 1; v < window.length; v++) {
      if (v % 3 === 0) {
        fake.cut();
        fake.pass(2000);
      }
      line.play(add);
      expect(told().v).toBe(v);
      expect(told().table, `after step ${v}`).toEqual(tableOf(window[v]!.table));
    }
  });
});

test("what was taken back goes from the log, and with it what was refused", () => {
  const { fake, line, told } = joined();
  line.play(add);
  line.play(add);
  expect(told().log.length).toBe(2);
  line.undo();
  expect(told().refusal).not.toBeNull();
  const table: WireTable = { ...first, seats: [{ score: 1 }] };
  fake.say({ step: { v: 3, table, now: { waiting: [{ seat: 0 }] } } });
  expect([score(told()), told().log.length, told().refusal]).toEqual([1, 1, null]);
});

test("who was allowed to take a move back has taken it back", () => {
  const { fake, line, told } = joined();
  line.play(add);
  const vote = { of: 1, by: 1, kind: "undo" as const };
  const back = (v: number) => fake.say({ step: { v, table: first, now: { waiting: [{ seat: 0 }] } } });
  fake.say({
    people: {
      seats: [
        { name: "Ann", here: true },
        { name: "Bo", here: true },
      ],
      watching: 0,
    },
  });
  fake.say({ step: { v: 2, trace: [], now: { waiting: [{ seat: 0 }], vote: { ...vote, yes: [1] } } } });
  back(3);
  expect(told().changes).toEqual([{ what: "wasTakenBackBy", who: "Bo", v: 3 }]);
});

test("where the page does not know the table that is told, the last choice of who goes back goes", () => {
  const { fake, line, told } = joined();
  line.play(add);
  line.play(add);
  line.undo();
  const table: WireTable = { ...first, seats: [{ score: 9 }] };
  fake.say({ step: { v: 3, table, now: { waiting: [{ seat: 0 }] } } });
  expect(told().log.length).toBe(1);
});

test("the log says with which step each entry came, also where it is told anew", () => {
  const { fake, line, told } = joined();
  line.play(add);
  line.play(add);
  fake.say({ chat: { n: 0, v: 1, by: 1, text: "hi" } });
  const entry = { by: 0, action: "add" };
  const steps = () => told().log.map(({ v }) => v);
  expect([steps(), told().chat.map(({ v }) => v)]).toEqual([[1, 2], [1]]);
  const log = [{ ...entry, sealed: true }, entry, entry];
  fake.say({
    welcome: { v: 9, seat: 0, rules: "abc", table: first, log, steps: [3, 4, 9], now: { waiting: [] } },
  });
  expect(steps()).toEqual([4, 9]);
});
