// All that the page knows of the desk: files with what is typed and not saved, problems, where the match stands. It
// knows no editor and no component.

import type {
  File,
  Files,
  FromDesk,
  Inside,
  Place,
  Problem,
  Problems,
  Stand,
  Tests,
  ToDesk,
  Trial,
  Unsaved,
} from "./said";

/** A file as it was read, and as it is typed. */
export interface Sheet extends File {
  typed: string | null;
  /** What somebody else has written meanwhile, while something is typed; without a text where the file is gone. */
  theirs?: Theirs;
}

export interface Theirs {
  text?: string;
  hash?: string;
  /** A save of what is typed was refused for it. */
  isRefused: boolean;
}

/** After the last key, before the problems of what is typed are asked for. */
const PAUSE = 250;
const PING = 10_000;
/** How long an answer may take before it is said that the rules are working. */
export const LATE = 300;
/** What is answered once rules have run. */
const RUNS_RULES = ["save", "go", "new", "bot", "inside", "replay", "test", "return"];
const RETRY = 500;

export class DeskState {
  link = $state<"connecting" | "open" | "lost" | "refused">("connecting");
  folder = $state("");
  /** The file that the game begins in; null where there is none. */
  main = $state<string | null>(null);
  sheets = $state.raw<readonly Sheet[]>([]);
  open = $state<string | null>(null);
  problems = $state.raw<Problems | null>(null);
  stand = $state.raw<Stand | null>(null);
  /** The last effect with the eyes that it was asked for with; all of one table. */
  insides = $state.raw<readonly Inside[]>([]);
  trial = $state.raw<Trial | null>(null);
  /** Null while nothing is known of those of the last save. */
  tests = $state.raw<Tests | null>(null);
  explained = $state.raw<{ code: string; text: string | null } | null>(null);
  /** A file that cannot be written. */
  unsaved = $state.raw<Unsaved | null>(null);
  notice = $state<string | null>(null);
  /** Where the editor is to show; a new object each time. */
  shown = $state.raw<Place | null>(null);
  /** From a save to the table that came of it, in milliseconds; null before the first. */
  took = $state<number | null>(null);
  /** An answer is late. */
  isLate = $state(false);
  readonly token: string;
  readonly #url: string;
  #socket: WebSocket | null = null;
  #saves = 0;
  #sent: { path: string; text: string } | null = null;
  /** The problems of what is on the disk. */
  #settled: Problems | null = null;
  /** A save is on its way. */
  #saving = false;
  #savedAt: number | null = null;
  #drafting: ReturnType<typeof setTimeout> | undefined;
  /** How many answers are waited for, and until when the first of them is not late. */
  #waiting = 0;
  #late: ReturnType<typeof setTimeout> | undefined;

  constructor(url: string, token: string) {
    this.#url = url;
    this.token = token;
    this.#connect();
    setInterval(() => this.#waiting === 0 && this.say({ ping: {} }), PING);
  }

  get sheet(): Sheet | null {
    return this.sheets.find((sheet) => sheet.path === this.open) ?? null;
  }

  isDirty(sheet: Sheet): boolean {
    return sheet.typed !== null && sheet.typed !== sheet.text;
  }

  /** Whether it was sent. */
  say(message: FromDesk): boolean {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(message));
    if (Object.keys(message).some((key) => RUNS_RULES.includes(key))) this.#wait();
    return true;
  }

  /** The desk does one thing after the other: once it answers this, all is done that was asked before. */
  #wait(): void {
    this.#waiting++;
    this.#late ??= setTimeout(() => (this.isLate = true), LATE);
    this.say({ ping: {} });
  }

  #answered(left: number): void {
    this.#waiting = Math.max(0, left);
    if (this.#waiting > 0) return;
    clearTimeout(this.#late);
    this.#late = undefined;
    this.isLate = false;
  }

  // --------------------------------------------------------------------------------------------------- what one does

  type(text: string): void {
    const path = this.open;
    if (path === null) return;
    this.#change(path, (sheet) => {
      // Whoever takes back what was typed, or types what is on the disk, has nothing of their own there any more.
      const isTheirs = sheet.theirs?.text !== undefined && [sheet.text, sheet.theirs.text].includes(text);
      return isTheirs ? settled(sheet) : { ...sheet, typed: text };
    });
    clearTimeout(this.#drafting);
    this.#drafting = setTimeout(() => this.#draft(path), PAUSE);
  }

  save(): void {
    const { sheet } = this;
    if (sheet && this.isDirty(sheet)) this.#send(sheet);
  }

  /** Writes over what somebody else has written; as long as that is not sent, the question stays. */
  overwrite(path: string): void {
    const sheet = this.sheets.find((sheet) => sheet.path === path);
    if (!sheet?.theirs) return;
    const { theirs, ...mine } = sheet;
    const over: Sheet = { ...mine, hash: theirs.hash, text: theirs.text };
    this.open = path;
    if (!this.isDirty(over) || this.#send(over)) this.#change(path, () => over);
  }

  /** Takes what somebody else has written, and drops what is typed. */
  takeTheirs(path: string): void {
    this.#change(path, settled);
    if (this.sheets.some((sheet) => sheet.path === path && sheet.text === undefined)) this.#drop(path);
    this.#draft();
  }

  /** A file that is not there yet; it is written when it is saved first. */
  begin(path: string): void {
    this.open = path;
    if (this.sheets.some((sheet) => sheet.path === path)) return;
    this.sheets = [...this.sheets, { path, typed: "" }];
    this.#draft();
  }

  /** Whether nobody has written it yet. */
  isNew(sheet: Sheet): boolean {
    return sheet.hash === undefined && sheet.why === undefined && !sheet.theirs;
  }

  /** Drops a file that was never saved. */
  close(sheet: Sheet): void {
    if (!this.isNew(sheet)) return;
    if (this.unsaved?.path === sheet.path) this.unsaved = null;
    this.#drop(sheet.path);
    this.#draft();
  }

  show(place: Place): void {
    if (!this.sheets.some((sheet) => sheet.path === place.file)) {
      this.notice = `${place.file}, line ${place.line}, is of the library`;
      return;
    }
    this.open = place.file;
    this.shown = { ...place };
  }

  /** Changes the text as a problem says. */
  fix(problem: Problem): void {
    const { fix } = problem;
    const sheet = this.sheets.find((s) => s.path === fix?.at.file);
    if (!fix || !sheet) return;
    const text = sheet.typed ?? sheet.text ?? "";
    const [from, to] = rangeOf(text, fix.at);
    const mended = text.slice(0, from) + fix.replacement + text.slice(to);
    const end = from + fix.replacement.length;
    this.open = sheet.path;
    this.type(mended);
    this.show(placeOf(sheet.path, mended, end, end));
  }

  // --------------------------------------------------------------------------------------------------- what one hears

  #connect(): void {
    const socket = new WebSocket(this.#url);
    this.#socket = socket;
    socket.onopen = () => {
      this.link = "open";
      this.#saving = false;
      this.say({ open: { token: this.token } });
    };
    socket.onmessage = ({ data }) => this.#hear(JSON.parse(String(data)) as ToDesk);
    socket.onclose = () => {
      if (this.link === "refused") return;
      this.link = "lost";
      this.#saving = false;
      this.#answered(0);
      setTimeout(() => this.#connect(), RETRY);
    };
  }

  #hear(message: ToDesk): void {
    if ("files" in message) return this.#files(message.files);
    if ("problems" in message) return this.#problems(message.problems);
    if ("stand" in message) this.stand = message.stand;
    if ("inside" in message) this.#inside(message.inside);
    if ("trial" in message) this.trial = message.trial;
    if ("tests" in message) this.tests = message.tests;
    if ("explained" in message) this.explained = message.explained;
    if ("no" in message) this.notice = message.no.why;
    if ("saved" in message) this.#saved(message.saved);
    if ("unsaved" in message) this.#unsaved(message.unsaved);
    if ("pong" in message) this.#answered(this.#waiting - 1);
    if ("bye" in message) this.link = "refused";
  }

  #inside(inside: Inside): void {
    const others = this.insides.filter(({ stand, seat }) => stand === inside.stand && seat !== inside.seat);
    this.insides = [...others, inside];
  }

  /** Whether what is typed is on its way to be written; one at a time is. */
  #send({ path, typed, hash }: Sheet): boolean {
    if (this.#saving) return false;
    const text = typed ?? "";
    if (!this.say({ save: { id: this.#saves + 1, path, text, seen: hash ?? null } })) {
      this.notice = `${path} is not saved: the desk does not answer; save it again when it does`;
      return false;
    }
    this.#saves++;
    this.#saving = true;
    clearTimeout(this.#drafting);
    this.#savedAt = performance.now();
    this.#sent = { path, text };
    return true;
  }

  #files({ folder, main, files }: Files): void {
    const before = this.main;
    this.folder = folder;
    this.main = main;
    const known = new Map(this.sheets.map((sheet) => [sheet.path, sheet]));
    const read = files.map((file): Sheet => {
      const before = known.get(file.path);
      known.delete(file.path);
      return before ? this.#read(before, file) : { ...file, typed: null };
    });
    // Without a main file the desk reads no other one: nothing is told of them.
    const untold = main === null ? [...known.values()].filter(({ path }) => path !== before) : [];
    for (const { path } of untold) known.delete(path);
    const unwritten = [...known.values()].filter((sheet) => this.isDirty(sheet));
    this.sheets = [
      ...read,
      ...untold,
      // Of a file that was never here, what somebody else wrote meanwhile may be gone again: then there is nothing to ask.
      ...unwritten.map((sheet) =>
        sheet.hash === undefined ? { ...sheet, theirs: undefined } : overtaken(sheet, {}),
      ),
    ];
    this.#stay(main);
  }

  /** A file that is read again. What is typed and not saved stays; all else is as it is on the disk. */
  #read(before: Sheet, file: File): Sheet {
    const sent = this.#saving && this.#sent?.path === file.path ? this.#sent : null;
    if (!this.isDirty(before) && !sent) return { ...file, typed: null };
    if (before.typed === file.text) return { ...file, typed: null };
    const isOurs = sent !== null && sent.text === file.text;
    // Also where there was no file when this one was begun.
    const isTheirs = before.hash !== file.hash && !isOurs;
    return isTheirs ? overtaken(before, file) : { ...file, typed: before.typed };
  }

  /** Some file is open, as long as there are any. */
  #stay(main: string | null): void {
    if (this.open !== null && this.sheets.some((sheet) => sheet.path === this.open)) return;
    this.open = main ?? this.sheets[0]?.path ?? null;
  }

  /**
   * Asks for the problems of what is typed and not saved. The desk looks at one such text at a time: that of the named
   * file, else of the open one, else of any; where there is none, the problems are those of what is on the disk.
   */
  #draft(path: string | null = this.open): void {
    // What was to be asked for may be dropped by now.
    clearTimeout(this.#drafting);
    const unsaved = this.sheets.filter((sheet) => this.isDirty(sheet));
    const called = (path: string | null) => unsaved.find((sheet) => sheet.path === path);
    const sheet = called(path) ?? called(this.open) ?? unsaved[0];
    if (sheet) this.say({ draft: { path: sheet.path, text: sheet.typed ?? "" } });
    else if (this.problems?.draft) this.problems = this.#settled;
  }

  #drop(path: string): void {
    this.sheets = this.sheets.filter((sheet) => sheet.path !== path);
    this.#stay(null);
  }

  #problems(problems: Problems): void {
    if (!problems.draft) this.#settled = problems;
    this.problems = problems;
    // The answer to a text that is dropped by now is not shown. What is on the disk has other problems beside what is
    // typed than it had before.
    const isUnsaved = this.sheets.some((sheet) => this.isDirty(sheet));
    if (problems.draft !== isUnsaved) this.#draft();
    if (!problems.list.some(({ code }) => code === this.explained?.code)) this.explained = null;
    // They run anew once all that is wrong is known.
    if (!problems.draft) this.tests = null;
    if (problems.draft || this.#savedAt === null) return;
    this.took = performance.now() - this.#savedAt;
    this.#savedAt = null;
  }

  #saved({ path, hash }: { path: string; hash: string }): void {
    this.#saving = false;
    this.unsaved = null;
    this.notice = null;
    // What was typed since is not saved.
    const text = this.#sent?.text;
    this.#change(path, (sheet) => ({ ...sheet, text, hash, why: undefined, theirs: undefined }));
  }

  #unsaved(unsaved: Unsaved): void {
    this.#saving = false;
    if (unsaved.code !== "changed") this.unsaved = unsaved;
    else this.#change(unsaved.path, (sheet) => overtaken(sheet, unsaved, true));
    // A save takes the place of the question for problems, and this one told none.
    this.#draft(unsaved.path);
  }

  #change(path: string, change: (sheet: Sheet) => Sheet): void {
    this.sheets = this.sheets.map((sheet) => (sheet.path === path ? change(sheet) : sheet));
  }
}

/** A sheet with what is on the disk beside it. */
function overtaken(sheet: Sheet, { text, hash }: Pick<File, "text" | "hash">, isRefused = false): Sheet {
  return { ...sheet, theirs: { text, hash, isRefused: isRefused || (sheet.theirs?.isRefused ?? false) } };
}

/** A sheet as it is on the disk. */
function settled({ path, theirs }: Sheet): Sheet {
  return { path, text: theirs?.text, hash: theirs?.hash, typed: null };
}

/** A seed as somebody types it; null where it is none that can be sent. */
export function seedOf(typed: string): number | null {
  const seed = typed.trim() === "" ? 0 : Number(typed);
  return Number.isSafeInteger(seed) && seed >= 0 ? seed : null;
}

/** The offsets of a place in a text, as JavaScript counts them. */
export function rangeOf(text: string, at: Place): [number, number] {
  const lines = text.split("\n");
  const offset = (line: number, column: number): number => {
    const before = lines.slice(0, line - 1).reduce((sum, l) => sum + l.length + 1, 0);
    const signs = [...(lines[line - 1] ?? "")].slice(0, column - 1).join("");
    return Math.min(text.length, before + signs.length);
  };
  const from = offset(at.line, at.column);
  return [from, Math.max(from, offset(at.end_line, at.end_column))];
}

/** The place of a part of a text. */
export function placeOf(file: string, text: string, from: number, to: number): Place {
  const position = (at: number): [number, number] => {
    const lines = text.slice(0, at).split("\n");
    return [lines.length, [...lines.at(-1)!].length + 1];
  };
  const [[line, column], [end_line, end_column]] = [position(from), position(to)];
  return { file, line, column, end_line, end_column };
}
