// Of what type an expression is, worked out from the left, step by step, as far as declarations tell: variables, members,
// functions, zones, boards, and what is built in. A guess that knows no more than words and brackets; where nothing tells
// a type there is none.

import type { Declaration, Declared, Variable } from "./declarations";
import { blocksAt, type Spot, thisAt, variableAt } from "./scopes";
import { builtinsOf, bySection, signOfBuiltin, WORDS } from "./sections";
import { type Token, tokensBefore } from "./tokens";
import { filled, isFilled, matched, type Sign, type Type, type, typeAt } from "./types";
import type { Member, World } from "./world";

const NUMBER = type("number");
const BOOL = type("bool");
const STRING = type("string");
const PLAYER = type("player");
/** Deeper than this nothing is worked out: names may follow from one another in a circle. */
const DEEPEST = 24;

/** What a name at the top of a file is, where it is a value. */
function topType({ kind, name, type: is, isRow, isPerPlayer, isGlobal }: Declaration): Type | null {
  if (kind === "zone") {
    const element = is ?? type("unknown");
    if (isRow) return isPerPlayer ? type("zone row", element) : type("List", type("Zone", element));
    return type(isPerPlayer ? "Zones" : "Zone", element);
  }
  if (kind === "value" || kind === "board" || kind === "dice" || kind === "enum") return is;
  return isGlobal ? type(name) : null;
}

const BY_WORD: Readonly<Record<string, Type>> = {
  actor: PLAYER,
  decider: PLAYER,
  winner: PLAYER,
  winners: type("List", PLAYER),
  true: BOOL,
  false: BOOL,
};

/** What may be called, with what its variables stand for so far. */
interface Called extends Sign {
  filling: Map<string, Type>;
  receiver: Type | null;
}

class Inference {
  #depth = 0;
  readonly #world: World;
  readonly #spot: Spot;

  constructor(spot: Spot) {
    this.#spot = spot;
    this.#world = spot.world;
  }

  #deeper<T>(work: () => T | null): T | null {
    if (this.#depth > DEEPEST) return null;
    this.#depth++;
    const found = work();
    this.#depth--;
    return found;
  }

  get #tokens(): readonly Token[] {
    return this.#spot.code.tokens;
  }

  #text(at: number): string {
    return this.#tokens[at]?.text ?? "";
  }

  #pair(at: number): number {
    return this.#spot.code.pairs[at] ?? -1;
  }

  /** The same file, and names as they hold elsewhere in it. */
  #from(code: Declared, pos: number): Inference {
    const other = new Inference({ ...this.#spot, code, pos });
    other.#depth = this.#depth;
    return other;
  }

  // ------------------------------------------------------------------------------------------------------------- names

  /** What a name is where it stands by itself. */
  name(name: string, pos = this.#spot.pos): Type | null {
    const variable = variableAt({ ...this.#spot, pos }, name);
    if (variable) return this.#deeper(() => this.#variable(variable));
    if (name === "this" || name === "base") return thisAt(this.#spot);
    if (name === "event") return this.#event();
    const own = this.#ownMember(name);
    if (own) return own.type;
    if (WORDS[name]) return type("word", type(name));
    const tops = this.#world.named(name);
    if (tops.length) return tops.map(topType).find((is) => is !== null) ?? null;
    return BY_WORD[name] ?? this.#world.everywhere(name, false);
  }

  #ownMember(name: string): Member | null {
    const own = thisAt(this.#spot);
    return (own && this.#member(own, name)) ?? null;
  }

  #member(of: Type, name: string): Member | null {
    return this.#world.member(of, name);
  }

  #variable(variable: Variable): Type | null {
    if (variable.type) return variable.type;
    const { code, file } = this.#spot;
    const own = code.variables.get(variable.name)?.includes(variable) ? code : file;
    const there = this.#from(own, variable.at);
    if (variable.lambda) return there.#argument(variable.lambda);
    if (!variable.value) return null;
    const { token, isElement } = variable.value;
    const found = there.expression(token, there.#endOf(token));
    return isElement ? found && there.#element(found) : found;
  }

  /** The type of the event that an action waits for: of its trigger, or of `before` or `after` above it. */
  #event(): Type | null {
    const { file, pos } = this.#spot;
    const blocks = blocksAt(this.#spot);
    const around = blocks.findLast(({ declares }) => declares && declares.kind !== "turn");
    const action = blocks.find(({ kind }) => kind === "action");
    const within = action ?? around;
    if (!within) return null;
    const { tokens } = file;
    const isNamed = (i: number) =>
      /^(trigger|before|after)$/.test(tokens[i]!.text) && tokens[i + 1]?.kind === "name";
    for (let i = tokensBefore(tokens, pos) - 1; i >= 0 && tokens[i]!.from > within.from; i--)
      if (isNamed(i)) return type(tokens[i + 1]!.text);
    for (let i = tokensBefore(tokens, pos); action && i < tokens.length && tokens[i]!.from < action.to; i++)
      if (isNamed(i)) return type(tokens[i + 1]!.text);
    return null;
  }

  // ------------------------------------------------------------------------------------------------------- expressions

  /** Where an expression ends that begins at a token. */
  #endOf(from: number): number {
    let at = from;
    while (at < this.#tokens.length && !/^[;,)\]}]$/.test(this.#text(at))) at = this.#behind(at);
    return at;
  }

  /** The token behind one, or behind what stands in the brackets that it opens. */
  #behind(at: number): number {
    const pair = /^[([{]$/.test(this.#text(at)) ? this.#pair(at) : -1;
    return Math.max(pair, at) + 1;
  }

  /** What stands outside of brackets in a part: the first of some signs from the left. */
  #find(from: number, to: number, pattern: RegExp): number {
    for (let at = from; at < to; at = this.#behind(at)) if (pattern.test(this.#text(at))) return at;
    return -1;
  }

  expression(from: number, to: number): Type | null {
    return this.#deeper(() => this.#expression(from, to));
  }

  #expression(from: number, to: number): Type | null {
    if (from >= to) return null;
    const first = this.#text(from);
    if (first === "choose") return this.#choice(from, to);
    const arrow = this.#find(from, to, /^=>$/);
    if (arrow >= 0) return this.#body(arrow + 1, to);
    const question = this.#find(from, to, /^\?$/);
    if (question >= 0) return this.#either(question + 1, this.#find(question, to, /^:$/), to);
    const orElse = this.#find(from, to, /^\?\?$/);
    if (orElse >= 0) return this.#either(from, orElse, to);
    if (first !== "new" && this.#find(from, to, /^(&&|\|\||==|!=|<|>|<=|>=|is)$/) >= 0) return BOOL;
    if (first === "!") return BOOL;
    const as = this.#find(from, to, /^as$/);
    if (as >= 0) return typeAt(this.#tokens, as + 1)?.type ?? null;
    if (this.#find(from, to, /^\.\.$/) >= 0) return type("List", NUMBER);
    const operator = this.#find(from + 1, to, /^[-+*/%^&|]$/);
    if (operator >= 0) return this.#sum(from, operator);
    return first === "-" ? NUMBER : this.postfix(from, to);
  }

  #either(from: number, middle: number, to: number): Type | null {
    const left = middle < 0 ? null : this.expression(from, middle);
    return left ?? this.expression((middle < 0 ? from : middle) + (middle < 0 ? 0 : 1), to);
  }

  /** Texts and sets stay what they are; all else in a sum is a number. */
  #sum(from: number, operator: number): Type {
    const left = this.expression(from, operator);
    return left && /^(string|Set)$/.test(left.name) ? left : NUMBER;
  }

  #choice(from: number, to: number): Type | null {
    const chosen = typeAt(this.#tokens, from + 1)?.type ?? null;
    const by = this.#find(from, to, /^by$/);
    return chosen && this.#text(by + 1) === "each" && by > 0 ? type("Table", PLAYER, chosen) : chosen;
  }

  /** What a function value gives: its expression, or what its block returns. */
  #body(from: number, to: number): Type | null {
    if (this.#text(from) !== "{") return this.expression(from, to);
    for (let at = from + 1; at < to; at++)
      if (this.#text(at) === "return") return this.expression(at + 1, this.#endOf(at + 1));
    return null;
  }

  /** Where an expression of names, dots and brackets begins that ends before a token. */
  start(end: number): number {
    let at = end - 1;
    for (;;) {
      const text = this.#text(at);
      if (/^[)\]}]$/.test(text)) {
        const open = this.#pair(at);
        if (open < 0) return end;
        const before = this.#tokens[open - 1];
        const goesOn =
          before &&
          ((before.kind === "name" && !/^(if|while|for|return|in|from|where|by)$/.test(before.text)) ||
            /^[)\]]$/.test(before.text));
        const generic = text === ")" && before?.text === ">" ? this.#generic(open - 1) : -1;
        if (generic >= 0) return generic;
        if (!goesOn) return open;
        at = open - 1;
        continue;
      }
      if (this.#text(at - 1) === "." && at > 1) at -= 2;
      else return this.#text(at - 1) === "new" ? at - 1 : at;
    }
  }

  /** Where `new` stands of `new Store<Good>()`, from its `>`. */
  #generic(at: number): number {
    for (let i = at; i > 0 && i > at - 12; i--) if (this.#text(i) === "new") return i;
    return -1;
  }

  /** Names, dots and brackets; its beginning is worked out first. */
  postfix(from: number, to: number): Type | null {
    return this.#deeper(() => {
      let { is, at } = this.#first(from, to);
      while (at < to && is) ({ is, at } = this.#step(is, at, to));
      return is?.name === "unknown" ? null : is;
    });
  }

  #first(from: number, to: number): { is: Type | null; at: number } {
    const token = this.#tokens[from];
    const text = this.#text(from);
    if (token?.kind === "text") return { is: STRING, at: from + 1 };
    if (token?.kind === "number") return { is: NUMBER, at: from + 1 };
    if (text === "(") return { is: this.expression(from + 1, this.#pair(from)), at: this.#behind(from) };
    if (text === "{") return { is: this.#list(from), at: this.#behind(from) };
    if (text === "new") return this.#made(from);
    if (this.#spot.file.aliases.has(text) && !variableAt(this.#spot, text))
      return from + 2 < to ? this.#first(from + 2, to) : { is: type("module"), at: from + 1 };
    if (this.#text(from + 1) === "(") return this.#call(from);
    return { is: token?.kind === "name" ? this.name(text, token.from) : null, at: from + 1 };
  }

  #list(open: number): Type | null {
    const first = this.expression(open + 1, this.#endOf(open + 1));
    return first && type("List", first);
  }

  #made(from: number): { is: Type | null; at: number } {
    const found = typeAt(this.#tokens, from + 1);
    let at = found?.to ?? from + 2;
    if (this.#text(at) === "(") at = this.#behind(at);
    if (this.#text(at) === "{") at = this.#behind(at);
    return { is: found?.type ?? null, at };
  }

  /** A call of a function by its name, or of a name that is called as one is: `hand(p)`. */
  #call(from: number): { is: Type | null; at: number } {
    const at = this.#behind(from + 1);
    const called = this.called(from + 1);
    if (called) return { is: this.#given(called, from + 1), at };
    const is = this.name(this.#text(from), this.#tokens[from]!.from);
    return { is: (is && callable(is)) ?? this.#world.everywhere(this.#text(from), true), at };
  }

  #step(is: Type, at: number, to: number): { is: Type | null; at: number } {
    const text = this.#text(at);
    if (text === "[") return { is: this.#element(is), at: this.#behind(at) };
    if (text === "(") return { is: callable(is), at: this.#behind(at) };
    if (text !== "." || at + 1 >= to) return { is: null, at: to };
    const name = this.#text(at + 1);
    const open = at + 2;
    if (this.#text(open) !== "(" || open >= to) return { is: this.#attribute(is, name), at: open };
    const called = this.#method(is, name);
    return {
      is: called ? this.#given(called, open) : this.#world.everywhere(name, true),
      at: this.#behind(open),
    };
  }

  /** What `[i]` gives, and what one of many is. */
  #element({ name, of }: Type): Type | null {
    if (name === "string") return STRING;
    if (name === "Zones") return type("Zones", ...of);
    if (name === "zone row") return type("Zones", ...of);
    return of.at(-1) ?? null;
  }

  #attribute(of: Type, name: string): Type | null {
    if (of.name === "word" && of.of[0]?.name === "turn" && name === "phase")
      return type("word", type("phase"));
    if (of.name === "enum") return of.of[0]!;
    const member = this.#member(of, name);
    if (member) return member.type;
    const builtin = this.#builtin(of, name);
    if (builtin) return this.#given(builtin, -1);
    return builtinsOf(of, this.#world) ? null : this.#world.everywhere(name, false);
  }

  // -------------------------------------------------------------------------------------------------------------- calls

  /** What is called before a bracket; null where that is not known. */
  called(open: number): Called | null {
    const name = this.#text(open - 1);
    if (this.#tokens[open - 1]?.kind !== "name") return null;
    if (this.#text(open - 2) === ".") {
      const receiver = this.postfix(this.start(open - 2), open - 2);
      return receiver && this.#method(receiver, name);
    }
    const own = this.#ownMember(name);
    if (own?.declared.takes) return calledMember(own);
    const top = this.#world.named(name).find(({ takes }) => takes);
    if (top) return { takes: top.takes, gives: top.type, filling: new Map(), receiver: null };
    const free = bySection.get("Functions")?.find((one) => one.name === name);
    return free ? { ...signOfBuiltin(free), filling: new Map(), receiver: null } : null;
  }

  #method(of: Type, name: string): Called | null {
    const member = this.#member(of, name);
    if (member?.declared.takes) return calledMember(member);
    if (member?.type?.name === "=>")
      return { takes: [], gives: callable(member.type), filling: new Map(), receiver: null };
    return this.#builtin(of, name);
  }

  #builtin(of: Type, name: string): Called | null {
    const found = builtinsOf(of, this.#world)?.find((one) => one.name === name);
    if (!found) return null;
    const sign = signOfBuiltin(found);
    const filling = new Map<string, Type>();
    if (sign.receiver) matched(sign.receiver, of, filling);
    if (of.of.length && !/^(board|dice|enum|word)$/.test(of.name)) filling.set("T", of.of.at(-1)!);
    if (of.name === "Table" && of.of.length > 1) filling.set("K", of.of[0]!);
    return { ...sign, filling, receiver: of };
  }

  /** What a call gives; the bracket that its arguments stand in, -1 for what is not called. */
  #given({ takes, gives, filling, receiver }: Called, open: number): Type | null {
    if (!gives) return null;
    if (takes && open >= 0 && !isFilled(gives, filling)) this.#fill(takes, filling, open, -1);
    return filled(this.#ofGame(gives, receiver), filling);
  }

  /** Lets arguments say what variables stand for, all but one of them. */
  #fill(takes: NonNullable<Sign["takes"]>, filling: Map<string, Type>, open: number, but: number): void {
    for (let [at, n] = [open + 1, 0]; at < this.#tokens.length && this.#text(at) !== ")"; n++) {
      const end = this.#endOf(at);
      const isNamed = this.#text(at + 1) === ":";
      const taken = isNamed ? takes.find(({ name }) => name === this.#text(at)) : takes[n];
      const from = isNamed ? at + 2 : at;
      if (taken?.type && n !== but) this.#fillOne(taken.type, from, end, filling);
      at = this.#text(end) === "," ? end + 1 : end;
      if (this.#text(end) !== ",") break;
    }
  }

  #fillOne(taken: Type, from: number, to: number, filling: Map<string, Type>): void {
    // `all(King)` takes a class by its name.
    const isClass = taken.name === "T" && to === from + 1 && this.#world.classOf(this.#text(from));
    const given = isClass || this.#text(from) === "Tile" ? type(this.#text(from)) : this.expression(from, to);
    if (given) matched(taken.name === "=>" ? taken.of[0]! : taken, given, filling);
  }

  /** The names that signs have for what each game has classes of its own for. */
  #ofGame(is: Type, receiver: Type | null): Type {
    const board = receiver?.name === "board" ? this.#world.named(receiver.of[0]!.name)[0] : undefined;
    const own = (place: string) =>
      board && (board.places.get(place) ?? `${place[0]!.toUpperCase()}${place.slice(1)}`);
    const isTile = receiver && this.#world.is(receiver.name, "Tile");
    const classes: Readonly<Record<string, () => string | undefined>> = {
      Tile: () => own("tile") ?? (isTile ? receiver.name : this.#world.only("Tile")),
      Edge: () => own("edge") ?? this.#world.only("Edge"),
      Corner: () => own("corner") ?? this.#world.only("Corner"),
      Piece: () => this.#world.piece(),
      Case: () => receiver?.of[0]?.name,
    };
    return { name: classes[is.name]?.() ?? is.name, of: is.of.map((inner) => this.#ofGame(inner, receiver)) };
  }

  /** What a name of a function value stands for, by what the call takes that it is written in. */
  #argument({ open, argument, named, index }: NonNullable<Variable["lambda"]>): Type | null {
    if (this.#text(open) !== "(") return null;
    const called = this.called(open);
    if (!called?.takes) return null;
    const taken = named ? called.takes.find(({ name }) => name === named) : called.takes[argument];
    const pattern = taken?.type?.name === "=>" ? taken.type.of[index + 1] : undefined;
    if (!pattern) return null;
    if (!isFilled(pattern, called.filling)) this.#fill(called.takes, called.filling, open, argument);
    return filled(this.#ofGame(pattern, called.receiver), called.filling);
  }
}

const calledMember = ({ declared, type: gives, filling }: Member): Called => {
  const takes =
    declared.takes?.map(({ name, type: is }) => ({ name, type: is && filled(is, filling) })) ?? null;
  return { takes, gives, filling: new Map(filling), receiver: null };
};

/** What a call of a value gives: the zone of a player, their board, or what a function value gives. */
function callable({ name, of }: Type): Type | null {
  if (name === "Zones") return type("Zone", ...of);
  if (name === "zone row") return type("List", type("Zone", ...of));
  if (name === "board") return { name, of };
  return name === "=>" && of[0]?.name !== "void" ? (of[0] ?? null) : null;
}

/** The type of what stands before the dot that is the last sign before a place, or before the name behind it. */
export function receiverAt(spot: Spot): Type | null {
  const { tokens } = spot.code;
  const last = tokensBefore(tokens, spot.pos) - 1;
  const dot = tokens[last]?.text === "." ? last : last - 1;
  if (tokens[dot]?.text !== ".") return null;
  return typeBefore(spot, dot);
}

/** The type of a name that stands by itself. */
export const nameAt = (spot: Spot, name: string): Type | null => new Inference(spot).name(name);

/** What a name behind a value of a type is declared as. */
export function memberAt(world: World, of: Type, name: string): Declaration | null {
  if (of.name !== "enum") return world.member(of, name)?.declared ?? null;
  return world.ofEnum(of.of[0]!.name, "case").find((one) => one.name === name) ?? null;
}

/** The type of what ends before a token. */
export function typeBefore(spot: Spot, end: number): Type | null {
  const inference = new Inference(spot);
  const from = inference.start(end);
  return from < end ? inference.postfix(from, end) : null;
}
