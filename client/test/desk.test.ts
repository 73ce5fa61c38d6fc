// The page of `tavola dev`: what is typed beside what is on the disk, saves while the desk is away, seeds, and steps in
// words.

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { blocksOf } from "../src/app/prose";
import { DeskState, seedOf } from "../src/dev/desk.svelte";
import { endsOf, isFair, shareOf } from "../src/dev/ends";
import { fateOf, nameOf, proposed, whyNot } from "../src/dev/names";
import { calledIn } from "../src/dev/places";
import { FIRST, sharesIn } from "../src/dev/room.svelte";
import { type FromDesk, pieces, type ToDesk, type Trial } from "../src/dev/said";
import { told } from "../src/dev/steps";
import { tgdl } from "../src/dev/tgdl";
import type { PlaceRef } from "../src/model/reference";
import type { Setting } from "../src/model/setting";
import { type Step, tableOf } from "../src/model/table";

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
  /** What asks for nothing but an answer is left out. */
  send(text: string): void {
    const message = JSON.parse(text) as FromDesk;
    if (!("ping" in message)) Line.sent.push(message);
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

/** A desk with one file, which others may write. */
function opened(text: string) {
  const desk = new DeskState("ws://desk", "token");
  Line.last.open();
  const write = (text: string | null) => {
    const files = text === null ? [] : [{ path: "game.tgdl", text, hash: `hash of ${text}` }];
    Line.last.say({ files: { folder: "game", main: "game.tgdl", files } });
  };
  write(text);
  const seen = () => [desk.sheet?.typed ?? desk.sheet?.text, desk.sheet?.theirs?.text];
  return { desk, write, seen };
}

test("a file without unsaved text follows the disk, also after something was typed and taken back", () => {
  const { desk, write, seen } = opened("a");
  desk.type("ab");
  desk.type("a");
  write("b");
  expect(seen()).toEqual(["b", undefined]);
  desk.type("bc");
  write("d");
  expect(seen()).toEqual(["bc", "d"]);
  desk.takeTheirs("game.tgdl");
  expect(seen()).toEqual(["d", undefined]);
  write("e");
  expect(seen()).toEqual(["e", undefined]);
});

test("what is typed stays where the disk changes, and is saved only over what was shown", () => {
  const { desk, write, seen } = opened("a");
  desk.type("ab");
  write("b");
  expect(seen()).toEqual(["ab", "b"]);
  // The others take back what they did: then there is nothing to ask.
  write("a");
  expect(seen()).toEqual(["ab", undefined]);
  write("c");
  desk.overwrite("game.tgdl");
  expect(Line.sent.at(-1)).toMatchObject({ save: { text: "ab", seen: "hash of c" } });
  // The file is read again before the save is answered.
  write("ab");
  Line.last.say({ saved: { id: 1, path: "game.tgdl", hash: "hash of ab" } });
  expect([...seen(), desk.sheet && desk.isDirty(desk.sheet)]).toEqual(["ab", undefined, false]);
});

test("whether to write over somebody else's text is asked until the save is sent", () => {
  const { desk, write, seen } = opened("a");
  desk.type("b");
  desk.save();
  desk.type("bc");
  write("c");
  // Another save is on its way, and then the desk is away.
  desk.overwrite("game.tgdl");
  expect([saves(), seen()]).toEqual([["b"], ["bc", "c"]]);
  const refusal = {
    id: 1,
    path: "game.tgdl",
    code: "changed",
    why: "",
    text: "c",
    hash: "hash of c",
  } as const;
  Line.last.say({ unsaved: refusal });
  Line.last.readyState = 3;
  desk.overwrite("game.tgdl");
  expect([saves(), seen()]).toEqual([["b"], ["bc", "c"]]);
  Line.last.readyState = Line.OPEN;
  desk.overwrite("game.tgdl");
  expect(Line.sent.at(-1)).toMatchObject({ save: { text: "bc", seen: "hash of c" } });
  expect(seen()).toEqual(["bc", undefined]);
});

test("whoever takes back what was typed sees what is on the disk", () => {
  const { desk, write, seen } = opened("a");
  desk.type("ab");
  write("b");
  desk.type("a");
  expect(seen()).toEqual(["b", undefined]);
  desk.type("bc");
  write(null);
  expect(seen()).toEqual(["bc", undefined]);
  expect(desk.sheet?.theirs).toBeTruthy();
  desk.takeTheirs("game.tgdl");
  expect(desk.sheets).toEqual([]);
});

test("what is typed while a save is on its way is neither lost nor taken for somebody else's", () => {
  const { desk, write, seen } = opened("a");
  desk.type("b");
  desk.save();
  desk.type("a");
  write("b");
  expect(seen()).toEqual(["a", undefined]);
  Line.last.say({ saved: { id: 1, path: "game.tgdl", hash: "hash of b" } });
  expect([...seen(), desk.sheet && desk.isDirty(desk.sheet)]).toEqual(["a", undefined, true]);
});

test("the problems of what was typed go with it", () => {
  const { desk } = opened("a");
  const problems = { draft: false, sound: true, list: [], more: 0, ms: 1 };
  Line.last.say({ problems });
  desk.type("ab");
  Line.last.say({ problems: { ...problems, draft: true, sound: false } });
  expect(desk.problems?.sound).toBe(false);
  desk.type("a");
  Line.last.say({ problems: { ...problems, draft: true, ms: 2 } });
  expect(desk.problems).toEqual(problems);
});

test("where a text is dropped or the disk changes, the problems are those of what is still not saved", () => {
  const { desk, write } = opened("a");
  const [draft, settled] = [true, false].map((draft) => {
    return { draft, sound: !draft, list: [], more: 0, ms: 1 };
  });
  /** What was asked for since this was called last, at once and after the pause. */
  const asked = () => {
    const now = Line.sent.length;
    vi.advanceTimersByTime(1000);
    const all = Line.sent.flatMap((m, i) => ("draft" in m ? [[m.draft.path, m.draft.text, i < now]] : []));
    Line.sent.length = 0;
    return all;
  };
  Line.last.say({ problems: settled! });
  desk.type("mine");
  desk.begin("new.tgdl");
  asked();
  Line.last.say({ problems: draft! });
  // Another program changes the file.
  write("theirs");
  Line.last.say({ problems: settled! });
  expect(asked()).toEqual([["new.tgdl", "", true]]);
  Line.last.say({ problems: draft! });
  // What is closed before the pause is over is not asked for.
  desk.type("dropped");
  desk.close(desk.sheet!);
  expect(asked()).toEqual([["game.tgdl", "mine", true]]);
  expect(desk.problems).toEqual(draft);
  // A save that is refused tells no problems.
  desk.type("more");
  desk.save();
  expect(asked()).toEqual([]);
  const refusal = {
    id: 1,
    path: "game.tgdl",
    code: "changed",
    why: "",
    text: "b",
    hash: "hash of b",
  } as const;
  Line.last.say({ unsaved: refusal });
  expect(asked()).toEqual([["game.tgdl", "more", true]]);
  desk.begin("new.tgdl");
  desk.open = "game.tgdl";
  desk.type("much more");
  asked();
  desk.takeTheirs("game.tgdl");
  expect(asked()).toEqual([["new.tgdl", "", true]]);
  desk.close(desk.sheets[1]!);
  expect([asked(), desk.problems]).toEqual([[], settled]);
  // The answer comes after the text is dropped.
  Line.last.say({ problems: draft! });
  expect([asked(), desk.problems]).toEqual([[], settled]);
});

test("a new file is asked about at once, and can be closed while it was never saved", () => {
  const { desk, write } = opened("a");
  desk.begin("new.tgdl");
  expect(Line.sent.at(-1)).toEqual({ draft: { path: "new.tgdl", text: "" } });
  write("b");
  expect(desk.sheets.map(({ path }) => path)).toEqual(["game.tgdl", "new.tgdl"]);
  for (const sheet of desk.sheets) desk.close(sheet);
  expect([desk.sheets.map(({ path }) => path), desk.open]).toEqual([["game.tgdl"], "game.tgdl"]);
});

test("a new file that appears on the disk meanwhile is not written over without a question", () => {
  const { desk, write } = opened("a");
  desk.begin("new.tgdl");
  desk.type("mine");
  const files = [{ path: "game.tgdl", text: "a", hash: "hash of a" }];
  const appear = (text: string) => {
    const all = [...files, { path: "new.tgdl", text, hash: `hash of ${text}` }];
    Line.last.say({ files: { folder: "game", main: "game.tgdl", files: all } });
  };
  const seen = () => [desk.sheet?.typed ?? desk.sheet?.text, desk.sheet?.theirs?.text];
  appear("theirs");
  expect(seen()).toEqual(["mine", "theirs"]);
  desk.save();
  expect(Line.sent.at(-1)).toMatchObject({ save: { path: "new.tgdl", text: "mine", seen: null } });
  const refusal = {
    id: 1,
    path: "new.tgdl",
    code: "changed",
    why: "",
    text: "theirs",
    hash: "hash of theirs",
  } as const;
  Line.last.say({ unsaved: refusal });
  expect([...seen(), desk.sheet?.theirs?.isRefused]).toEqual(["mine", "theirs", true]);
  // What is on the disk cannot be closed as if nobody had written it.
  for (const sheet of desk.sheets) desk.close(sheet);
  expect(seen()).toEqual(["mine", "theirs"]);
  write("a");
  expect(seen()).toEqual(["mine", undefined]);
  // One's own first save is nobody else's, also where it is read again before it is answered.
  desk.save();
  desk.type("mine and more");
  appear("mine");
  expect(seen()).toEqual(["mine and more", undefined]);
  appear("theirs anew");
  expect(seen()).toEqual(["mine and more", "theirs anew"]);
  desk.takeTheirs("new.tgdl");
  expect([...seen(), desk.open]).toEqual(["theirs anew", undefined, "new.tgdl"]);
});

test("a name that no file of the game can have is refused with the reason", () => {
  const names = ["rules", "tests/moves", "look.tgdl", "set.ccg"].map(nameOf);
  expect(names).toEqual(["rules.tgdl", "tests/moves.tgdl", "look.tgdl", "set.ccg"]);
  expect(names.map(whyNot)).toEqual([null, null, null, null]);
  const wrong = ["../x.tgdl", "README.md", "/x.tgdl", "a//b.tgdl", ".x.tgdl", "c:x.tgdl"];
  expect(wrong.map((name) => whyNot(nameOf(name)))).toEqual([
    "only files in the folder of the game are written",
    "files of games end in `.tgdl`, `.ccg` or `.cge`",
    "it is named from the folder of the game, without `/` before it",
    "no part of a name is empty or begins with a dot",
    "no part of a name is empty or begins with a dot",
    "a name has no `\\`, no `:` and no signs that are not seen",
  ]);
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

test("an answer that does not come for a while is late, until all that was asked for is answered", () => {
  const desk = new DeskState("ws://desk", "token");
  Line.last.open();
  desk.say({ trial: { games: 200 } });
  vi.advanceTimersByTime(1000);
  expect(desk.isLate).toBe(false);
  desk.say({ bot: { moves: 1 } });
  vi.advanceTimersByTime(200);
  desk.say({ go: { to: 0 } });
  expect(desk.isLate).toBe(false);
  vi.advanceTimersByTime(200);
  expect(desk.isLate).toBe(true);
  Line.last.say({ pong: {} });
  expect(desk.isLate).toBe(true);
  Line.last.say({ pong: {} });
  expect(desk.isLate).toBe(false);
  desk.say({ bot: { moves: 1 } });
  Line.last.say({ pong: {} });
  vi.advanceTimersByTime(1000);
  expect(desk.isLate).toBe(false);
  // Nothing is answered any more where the line is cut.
  desk.say({ bot: { moves: 1 } });
  vi.advanceTimersByTime(400);
  Line.last.onclose();
  expect(desk.isLate).toBe(false);
});

test("a seed is a whole number that can be sent", () => {
  expect(["", "0", "7", "9007199254740991"].map(seedOf)).toEqual([0, 0, 7, Number.MAX_SAFE_INTEGER]);
  expect(["-1", "1.5", "9007199254740992", "1e400", "x"].map(seedOf)).toEqual(Array(5).fill(null));
});

const seats = [{ name: "Ann" }, { name: "Bo" }];
const board = {
  owner: null,
  shape: "square(1, 1)",
  isHidden: false,
  grows: false,
  isUpright: false,
} as const;
const none = { edges: [], sides: [], corners: [] };
const setting: Setting = {
  seats,
  boards: [
    { ...board, ...none, name: "Field", cell: "square", tiles: [{ key: "Field/a1", name: "a1", c: [0, 0] }] },
  ],
  zones: [
    { key: "hand/0", name: "hand", owner: 0 },
    { key: "drawPile", name: "drawPile", owner: null },
    { key: "bag/1", name: "bag", owner: 1, look: { title: "Sack" } },
  ],
  facts: new Map(),
};

test("where too much happened, the list of steps says that there was more", () => {
  const table = tableOf({ things: {}, at: {}, seats: [], course: { active: 0 }, over: false });
  expect(told({ do: "anew", g: 1 }, table, calledIn(setting))).toBe("and so much more that it is not told");
});

test("steps name places and seats as the table does", () => {
  const things = { 3: { text: "7", class: "Card" } };
  const table = tableOf({ things, at: {}, seats: [], course: { active: 0 }, over: false });
  const said = (step: Step) => told(step, table, calledIn(setting));
  const zone = (name: string, owner: number | null): PlaceRef => ({ zone: [name, owner] });
  expect(said({ g: 1, do: "move", id: 3, from: zone("hand", 0), to: { tile: ["Field", "a1"] } })).toBe(
    "Card 7 moves from hand of Ann to a1",
  );
  expect(said({ g: 1, do: "count", from: zone("drawPile", null), to: zone("bag", 1), n: 2 })).toBe(
    "2 unknown from draw pile to Sack of Bo",
  );
  expect(said({ g: 1, do: "score", seat: 1, to: 4 })).toBe("Bo has 4");
  const two = calledIn({
    ...setting,
    boards: [...setting.boards, { ...setting.boards[0]!, name: "Sea", tiles: [] }],
  });
  expect([two.place("Field/a1"), two.place("nowhere/9")]).toEqual(["a1 on Field", "nowhere/9"]);
});

test("the ends of matches at random add up, draws too", () => {
  const trial = { games: 100, nobody: 0, stuck: 0, faults: 0, unfinished: 0, shared: 0, draws: 0 } as Trial;
  const told = (now: Partial<Trial>) => {
    const ends = endsOf({ ...trial, ...now }, ["Ann", "Bo", "Cy"]);
    return ends.map(({ what, count }) => `${what} ${count}`).join(", ");
  };
  expect(told({ wins: [60, 40] })).toBe("Ann 60, Bo 40");
  expect(told({ wins: [50, 40], draws: 7, unfinished: 2, faults: 1 })).toBe(
    "Ann 50, Bo 40, drawn 7, went wrong 1, without an end 2",
  );
  expect(told({ wins: [30, 40, 35], shared: 15, draws: 10 })).toBe(
    "Ann 30, Bo 40, Cy 35, drawn 10, shared by several who won 15",
  );
  expect(told({ wins: [0], nobody: 100 })).toBe("Ann 0, nobody 100");
  // Of four players two have shared ten times and three five times.
  expect(told({ wins: [33, 32, 30, 20], shared: 15, draws: 5 })).toBe(
    "Ann 33, Bo 32, Cy 30, 3 20, drawn 5, shared by several who won 15",
  );
});

test("a share of few matches may as well be another one, and says which", () => {
  const told = (count: number, all: number) => {
    const { share, from, to } = shareOf(count, all);
    return [share, from, to].map(Math.round);
  };
  expect(told(100, 200)).toEqual([50, 43, 57]);
  expect(told(5, 10)).toEqual([50, 24, 76]);
  expect(told(0, 10)).toEqual([0, 0, 28]);
  expect(told(0, 0)).toEqual([0, 0, 100]);
});

test("a game is fair as far as chance explains who won", () => {
  expect([isFair([100, 88]), isFair([120, 80]), isFair([2, 1]), isFair([0, 0])]).toEqual([
    true,
    false,
    true,
    true,
  ]);
  expect([isFair([30, 20, 25, 25]), isFair([50, 20, 15, 15])]).toEqual([true, false]);
});

test("of a new file is said whether it is of the game by its name", () => {
  const names = [
    "look.tgdl",
    "tests.tgdl",
    "tests/a.tgdl",
    "chess.tests.tgdl",
    "walks.tgdl",
    "tests/a/b.tgdl",
  ];
  const ofIt = (main: string | null) => names.filter((name) => /by its name/.test(fateOf(name, main)));
  for (const main of ["game.tgdl", "game.ccg", null])
    expect(ofIt(main)).toEqual(["look.tgdl", "tests.tgdl", "tests/a.tgdl"]);
  expect(ofIt("chess.tgdl")).toEqual(["chess.tests.tgdl"]);
  expect(fateOf("tests.tgdl", "game.tgdl")).toBe(
    "It is written when it is saved first; by its name it is of the game, and what is typed in it is looked at already.",
  );
  expect(fateOf("walks.tgdl", "game.tgdl")).toBe(
    "It is written when it is saved first, and looked at where another file of the game has an `import` of it.",
  );
});

test("what is remembered of the room leaves some for every part", () => {
  expect(sharesIn({ across: 30, down: 70 })).toEqual({ across: 30, down: 70 });
  expect(sharesIn({ across: -5, down: 1e9 })).toEqual({ across: 12, down: 88 });
  expect([null, 3, "x", {}, { across: "30", down: Number.NaN }].map(sharesIn)).toEqual(Array(5).fill(FIRST));
});

test("what stands in backticks is code, and examples of explanations are", () => {
  expect(pieces("no zone is called `discrad`, `a` ` is left")).toEqual([
    { text: "no zone is called ", isCode: false },
    { text: "discrad", isCode: true },
    { text: ", ", isCode: false },
    { text: "a", isCode: true },
    { text: " ` is left", isCode: false },
  ]);
  expect(blocksOf("A line\nthat goes on.\n\nWrong:\n\n    a {\n\n        b\n    }\n\nRight:\n")).toEqual([
    { kind: "text", text: [{ text: "A line that goes on." }] },
    { kind: "text", text: [{ text: "Wrong:" }] },
    { kind: "code", text: "a {\n\n    b\n}" },
    { kind: "text", text: [{ text: "Right:" }] },
  ]);
});

test("a word of the language is coloured only where it can be none of a game's names", () => {
  /** The words of a line that are coloured, each with its kind. */
  const coloured = (line: string) => {
    const found: string[] = [];
    tgdl.parser.parse(line).iterate({
      enter: ({ name, from, to }) => {
        if (/keyword|atom|typeName/i.test(name)) found.push(line.slice(from, to));
      },
    });
    return found.join(" ");
  };
  expect(coloured("deck walks of Walk; zone hand of Walk per player { visible owner; }")).toBe(
    "deck of Walk zone of Walk per player visible",
  );
  expect(coloured("function Merchant of(player p) { return of(p); }")).toBe(
    "function Merchant player return",
  );
  expect(coloured("Merchant m = all(Merchant).filter(m => m.tile != null);")).toBe("Merchant Merchant null");
  expect(coloured("number on = 3; on += 1; f(on, filter - 1, on: at);")).toBe("number");
  expect(coloured("filter { return on; } where !x where -1 effect // of")).toBe(
    "filter return where where effect",
  );
  expect(coloured("List<number> all; Map<string, bool> b = 1..on;")).toBe("List number Map string bool");
  expect(coloured("winner actor; expect winner == 0 && p.score > actor.score;")).toBe(
    "winner actor expect winner actor",
  );
});

test("where the main file is gone, of the others is not said that they are", () => {
  const desk = new DeskState("ws://desk", "token");
  Line.last.open();
  const file = (path: string) => ({ path, text: path, hash: path });
  const tell = (main: string | null, ...paths: string[]) =>
    Line.last.say({ files: { folder: "game", main, files: paths.map(file) } });
  tell("game.tgdl", "game.tgdl", "look.tgdl");
  desk.open = "look.tgdl";
  desk.type("typed");
  const seen = () => desk.sheets.map(({ path, theirs }) => (theirs ? `${path} is gone` : path));
  tell(null);
  expect(seen()).toEqual(["look.tgdl"]);
  tell(null);
  expect([...seen(), desk.sheet?.typed]).toEqual(["look.tgdl", "typed"]);
  tell("game.tgdl", "game.tgdl", "look.tgdl");
  expect([...seen(), desk.sheet?.typed]).toEqual(["game.tgdl", "look.tgdl", "typed"]);
  tell("game.tgdl", "game.tgdl");
  expect(seen()).toEqual(["game.tgdl", "look.tgdl is gone"]);
});

test("another file is called as one that most games have and this one has not", () => {
  expect(proposed(["game.tgdl"])).toBe("look.tgdl");
  expect(proposed(["game.tgdl", "look.tgdl"])).toBe("tests.tgdl");
  expect(proposed(["look.tgdl", "tests.tgdl", "more.tgdl"])).toBe("more2.tgdl");
});
