// What a file declares, and where each name holds. One pass over its words and brackets, which forgives whatever is
// broken: a declaration that begins a line ends all that is open above it.

import type { Block, Declaration, Declared, Kind, Variable } from "./declarations";
import { pairsOf, type Token, tokensOf } from "./tokens";
import { type Type, type, typeAt } from "./types";

const words = (text: string): ReadonlySet<string> => new Set(text.split(" "));

const PREFIXES = words(
  "local group global abstract open secret override export extend derived optional auto const",
);
const TOP = words(
  "game import export enum class interactable event modifier layers function board deck zone dice turn option param " +
    "look setup test global local group abstract const open extend",
);
const CLASSES = words("class interactable event modifier");
/** What is no type before a name. */
const NO_TYPES = words(
  "return new in is as not else case from to by of function action input derived open override abstract choose optional " +
    "tell remove score winner eliminate game global local group secret auto import board zone deck enum class interactable " +
    "event modifier extends turn phase look trigger require filter ensure returns effect before after prio says expect " +
    "play answer legal illegal tile edge corner per on where with step count faces default simultaneous then value " +
    "attribute option param const each raise fail for while if each export extend layer affects any ordered let assign",
);
const NO_NAMES = words("in is as new else null true false this base");
/** Behind a name that is declared with the type before it. */
const BEHIND = words("; = ) , { in from where per of by count at");
/** What is told of a block by the word that it begins with. */
const BLOCKS = words(
  "class interactable event modifier enum board zone deck dice turn phase action attribute function look shape setup test",
);
/** Blocks in which names are not declared by types before them. */
const BARE = words("look part board dice shape zone deck turn");

/** A bracket that is open. */
interface Open {
  block: Block | null;
  index: number;
  /** Where the statement begins that is read; the index of a token. */
  start: number;
  commas: number;
  lambdas: Variable[];
}

class Reader {
  readonly top = new Map<string, Declaration>();
  readonly variables = new Map<string, Variable[]>();
  readonly blocks: Block[] = [];
  readonly aliases = new Set<string>();
  readonly names = new Set<string>();
  readonly members = new Set<string>();
  readonly tokens: Token[];
  readonly pairs: Int32Array;
  readonly #text: string;
  #open: Open[] = [];
  /** What is declared in the head of a block holds in the block. */
  #heads: Variable[] = [];
  #takes: { name: string; type: Type | null }[] = [];

  constructor(text: string, from: number, to: number) {
    this.#text = text;
    this.tokens = tokensOf(text, from, to);
    this.pairs = pairsOf(this.tokens);
    this.#push(0, null);
    this.tokens.forEach((token, i) => {
      if (token.kind === "name") this.#name(token, i);
      else if (token.kind === "sign") this.#sign(token.text, i);
    });
    while (this.#open.length) this.#pop(to);
  }

  #push(index: number, block: Block | null): void {
    const start = index + (this.#open.length ? 1 : 0);
    this.#open.push({ block, index, start, commas: 0, lambdas: [] });
  }

  #pop(at: number): void {
    const open = this.#open.pop();
    if (!open) return;
    if (open.block) open.block.to = at;
    for (const lambda of open.lambdas) lambda.to = at;
  }

  get #inner(): Open {
    return this.#open.at(-1)!;
  }

  /** The innermost block, and the statement in it that is read. */
  get #statement(): Open {
    return this.#open.findLast((open, i) => open.block || i === 0)!;
  }

  get #block(): Block | null {
    return this.#statement.block;
  }

  #sign(sign: string, i: number): void {
    if (sign === "{") this.#brace(i);
    else if (sign === "(" || sign === "[") this.#push(i, null);
    else if (")]}".includes(sign)) this.#close(sign, i);
    else if (sign === "=>") this.#lambda(i);
    else if (sign === ",") this.#comma(i);
    else if (sign === ";") this.#end(i);
  }

  #brace(i: number): void {
    const [inner, within] = [this.#inner, this.#block];
    const isHead = inner === this.#statement;
    const before = this.tokens[i - 1]?.text;
    const isValue =
      ["=", "(", ",", "{", "in", "return", "=>"].includes(before ?? "") && within?.kind !== "look";
    const block: Block = {
      from: this.tokens[i]!.from,
      to: Number.MAX_SAFE_INTEGER,
      kind: "",
      name: "",
      within,
      declares: null,
    };
    if (isHead && !isValue) this.#declare(inner.start, i, block);
    if (within?.kind === "look" || within?.kind === "part") this.#part(inner.start, i, block);
    this.blocks.push(block);
    for (const variable of isHead ? this.#heads.splice(0) : []) variable.within = block;
    this.#push(i, block);
  }

  /** A part of a look is named by the word before its brace. */
  #part(start: number, i: number, block: Block): void {
    block.kind = "part";
    block.name = i - start === 1 ? this.tokens[start]!.text : "";
  }

  #close(sign: string, i: number): void {
    const at = this.#open.findLastIndex(({ index }, n) => n > 0 && this.pairs[index] === i);
    if (at < 1) return;
    if (this.#inner.block?.kind === "enum") this.#case(i);
    while (this.#open.length > at) this.#pop(this.tokens[i]!.from);
    if (sign === "}" && this.#inner === this.#statement) this.#inner.start = i + 1;
  }

  #comma(i: number): void {
    const inner = this.#inner;
    inner.commas++;
    this.#endLambdas(inner, i);
    if (inner.block?.kind === "enum") {
      this.#case(i);
      inner.start = i + 1;
    }
  }

  #endLambdas(open: Open, i: number): void {
    for (const lambda of open.lambdas.splice(0)) lambda.to = this.tokens[i]!.from;
  }

  #end(i: number): void {
    const inner = this.#inner;
    if (inner !== this.#statement) return;
    this.#endLambdas(inner, i);
    this.#declare(inner.start, i, null);
    this.#heads = [];
    inner.start = i + 1;
    inner.commas = 0;
  }

  #case(i: number): void {
    const { start, block } = this.#inner;
    const token = this.tokens[start];
    if (token?.kind !== "name" || start >= i || !block?.declares) return;
    const next = this.tokens[start + 1]?.text;
    if (next !== "," && next !== "}" && next !== "(") return;
    this.#member(block.declares, made("case", token, type(block.declares.name)));
  }

  // ------------------------------------------------------------------------------------------------------ declarations

  #member(of: Declaration, member: Declaration): void {
    of.members.set(member.name, member);
    this.members.add(member.name);
  }

  /** A declaration by the words that it begins with, which ends before a brace or a semicolon. */
  #declare(start: number, end: number, block: Block | null): void {
    const { tokens } = this;
    let first = start;
    while (first < end && PREFIXES.has(tokens[first]!.text)) first++;
    const word = tokens[first]?.text ?? "";
    const name = tokens[first + 1];
    const within = this.#block;
    const takes = this.#takes.splice(0);
    if (block && BLOCKS.has(word)) block.kind = word;
    if (word === "import") this.#alias(first, end);
    else if (word === "look") this.#look(name, block);
    else if (word === "function") this.#function(first, end, block, takes);
    else if (word === "returns" && within?.declares)
      within.declares.type = typeAt(tokens, first + 1)?.type ?? null;
    else if (within?.kind === "board" && /^(tile|edge|corner)$/.test(word) && name?.kind === "name")
      within.declares?.places.set(word, name.text);
    else if (BLOCKS.has(word) && !/^(shape|setup|test)$/.test(word)) this.#named(word, first, end, block);
    else if (within?.kind === "shape" && name?.text !== "-" && name?.text !== ">") this.#tile(first, end);
  }

  /** A tile of a graph, which looks name. */
  #tile(first: number, end: number): void {
    const [token, board] = [this.tokens[first], this.#block?.within?.declares];
    if (board && token?.kind === "name" && first < end)
      board.members.set(token.text, made("case", token, type("Tile")));
  }

  /** `import "prices" as prices;` */
  #alias(first: number, end: number): void {
    const { tokens } = this;
    if (tokens[first + 2]?.text === "as" && first + 3 < end) this.aliases.add(tokens[first + 3]!.text);
  }

  #look(name: Token | undefined, block: Block | null): void {
    if (block) block.name = name?.kind === "name" ? name.text : "";
  }

  #function(first: number, end: number, block: Block | null, takes: Declaration["takes"]): void {
    const { tokens } = this;
    const given = typeAt(tokens, first + 1);
    const hasType = given && tokens[given.to]?.kind === "name" && given.to < end;
    const token = hasType ? tokens[given.to]! : tokens[first + 1];
    if (token?.kind !== "name") return;
    const declared = made("function", token, hasType ? given.type : null);
    declared.takes = takes;
    this.#put(declared, block);
  }

  #named(word: string, first: number, end: number, block: Block | null): void {
    const { tokens } = this;
    let at = first + 1;
    // An enumeration is extended by the name that its file is imported by, too.
    while (tokens[at + 1]?.text === "." && at + 2 < end) at += 2;
    const token = tokens[at];
    if (token?.kind !== "name" || at >= end) return;
    const declared = made(word === "deck" ? "zone" : (word as Kind), token, null);
    if (CLASSES.has(word)) this.#classHead(declared, at, end);
    else if (declared.kind === "zone") this.#zoneHead(declared, at, end);
    const rest = (text: string, from: number) => tokens.slice(from, end).some((t) => t.text === text);
    declared.isPerPlayer = rest("per", at);
    const before = tokens.slice(this.#inner.start, first).map(({ text }) => text);
    declared.isGlobal = before.includes("global");
    // What extends an enumeration does not tell all of it.
    if (word === "board" || word === "dice" || (word === "enum" && !before.includes("extend")))
      declared.type = type(word, type(declared.name));
    this.#put(declared, block);
  }

  #classHead(declared: Declaration, at: number, end: number): void {
    const { tokens } = this;
    declared.type = type(declared.name);
    for (let i = at + 1; i < end; i++) {
      const { text } = tokens[i]!;
      const isOwn = tokens[at + 1]?.text === "<" && !declared.above && tokens[i + 1]?.text !== "(";
      if (text === "extends" || text === "on") {
        const isBound =
          tokens.slice(at, i).filter((t) => t.text === "<").length >
          tokens.slice(at, i).filter((t) => t.text === ">").length;
        if (!isBound) declared.above ??= typeAt(tokens, i + 1)?.type ?? null;
      } else if (isOwn && (text === "," || text === "<") && tokens[i + 1]?.kind === "name") {
        if (!declared.open.includes(tokens[i + 1]!.text)) declared.open.push(tokens[i + 1]!.text);
      }
    }
  }

  #zoneHead(declared: Declaration, at: number, end: number): void {
    const { tokens } = this;
    declared.isRow = tokens[at + 1]?.text === "[";
    const of = tokens.findIndex(({ text }, i) => i > at && i < end && text === "of");
    declared.type = of > 0 ? (typeAt(tokens, of + 1)?.type ?? null) : null;
  }

  /** Where a declaration belongs: to what it stands in, else to the file. */
  #put(declared: Declaration, block: Block | null): void {
    if (block) Object.assign(block, { name: declared.name, declares: declared });
    const owner = this.#block?.declares;
    if (owner) this.#member(owner, declared);
    else if (!this.#block) {
      const known = this.top.get(declared.name);
      // `extend enum` adds to what stands above it.
      if (known && declared.kind === "enum" && known.kind === "enum") {
        if (block) block.declares = known;
      } else if (!known) this.top.set(declared.name, declared);
    }
  }

  // -------------------------------------------------------------------------------------------------------------- names

  #name(token: Token, i: number): void {
    const { text } = token;
    const before = this.tokens[i - 1];
    if (before?.text === ".") this.members.add(text);
    else this.names.add(text);
    if (TOP.has(text) && this.#open.length > 1 && this.#beginsLine(i)) this.#restart(i);
    const statement = this.#statement;
    if (BARE.has(statement.block?.kind ?? "")) return;
    const next = this.tokens[i + 1];
    if (before?.text === "filter") return this.#candidate(token, i);
    if (!next || !(BEHIND.has(next.text) || next.kind === "text") || NO_NAMES.has(text)) return;
    const is = this.#typeBefore(i);
    if (is !== undefined) this.#typed(token, i, is);
  }

  /** Whether a line begins with a word and a name; `turn.pass()` is no declaration. */
  #beginsLine(i: number): boolean {
    const [{ from, text }, next] = [this.tokens[i]!, this.tokens[i + 1]];
    const isFirst = from === 0 || this.#text[from - 1] === "\n";
    return isFirst && (next?.kind === "name" || next?.kind === "text" || text === "setup");
  }

  /** A declaration that begins a line stands at the top, whatever was not closed before it. */
  #restart(i: number): void {
    while (this.#open.length > 1) this.#pop(this.tokens[i]!.from);
    this.#inner.start = i;
    this.#heads = [];
    this.#takes = [];
  }

  /** The type that ends before a name; null where it cannot be told, undefined where there is none. */
  #typeBefore(i: number): Type | null | undefined {
    const { tokens } = this;
    const before = tokens[i - 1];
    if (before?.text === ")") return tokens[this.#statement.start]?.text === "act" ? null : undefined;
    if (before?.text !== ">" && (before?.kind !== "name" || NO_TYPES.has(before.text))) return undefined;
    let from = i - 1;
    for (let depth = 0; from >= 0 && before.text === ">"; from--) {
      if (tokens[from]!.text === ">") depth++;
      else if (tokens[from]!.text === "<" && --depth === 0) break;
      else if (depth > 0 && /^[;{}]$/.test(tokens[from]!.text)) return undefined;
    }
    if (before.text === ">") from--;
    const found = typeAt(tokens, from);
    if (!found || found.to !== i || NO_TYPES.has(tokens[from]!.text)) return undefined;
    if (tokens[from - 1]?.text === "=>") return type("=>", found.type);
    return found.type;
  }

  #typed(token: Token, i: number, is: Type | null): void {
    const { tokens } = this;
    const statement = this.#statement;
    const { block } = statement;
    let first = statement.start;
    while (PREFIXES.has(tokens[first]?.text ?? "")) first++;
    const word = tokens[first]?.text ?? "";
    const isDirect = this.#inner === statement;
    const owner = block?.declares;
    if (isDirect && owner && /^(class|interactable|event|modifier|enum)$/.test(block.kind))
      return this.#member(owner, made("attribute", token, is));
    if (isDirect && !block) return word === "look" ? undefined : this.#value(made("value", token, is));
    if (isDirect && owner?.kind === "action" && tokens.slice(first, i).some(({ text }) => text === "input"))
      this.#member(owner, made("input", token, is));
    const isHead = !isDirect && /^(function|modifier|for)$/.test(word);
    const variable = this.#hold(token, isDirect || isHead ? block : (this.#block ?? null), is);
    if (is?.name === "var") Object.assign(variable, { type: null, value: this.#valueOf(i) });
    if (isHead) this.#heads.push(variable);
    if (isHead && word !== "for") this.#takes.push({ name: token.text, type: is });
  }

  #value(declared: Declaration): void {
    if (!this.top.has(declared.name)) this.top.set(declared.name, declared);
  }

  #valueOf(i: number): Variable["value"] {
    return { token: i + 2, isElement: this.tokens[i + 1]?.text === "in" };
  }

  /** Whatever has a type of its own holds from there on in its block; what is asked, in all of its action. */
  #hold(token: Token, block: Block | null, is: Type | null): Variable {
    const variable: Variable = {
      name: token.text,
      at: token.from,
      from: block?.declares?.kind === "action" ? block.from : token.from,
      within: block,
      to: null,
      type: is,
      value: null,
      lambda: null,
    };
    const known = this.variables.get(token.text);
    if (known) known.push(variable);
    else this.variables.set(token.text, [variable]);
    return variable;
  }

  /** `filter c where …` calls an element of its input so. */
  #candidate(token: Token, i: number): void {
    const next = this.tokens[i + 1]?.text;
    if (next !== "where" && next !== "{") return;
    let action = this.#block;
    while (action && action.kind !== "action") action = action.within;
    const input = [...(action?.declares?.members.values() ?? [])].findLast(({ kind }) => kind === "input");
    const is = input?.type?.name === "List" ? (input.type.of[0] ?? null) : (input?.type ?? null);
    this.#hold(token, this.#block, is);
  }

  #lambda(i: number): void {
    const { tokens } = this;
    const isList = tokens[i - 1]?.text === ")";
    const start = isList ? this.pairs[i - 1]! : i - 1;
    const own = tokens.slice(isList ? start + 1 : start, isList ? i - 1 : i);
    const inner = this.#inner;
    const named = tokens[start - 1]?.text === ":" ? (tokens[start - 2]?.text ?? null) : null;
    own
      .filter((token, n) => token.kind === "name" && (own[n + 1] === undefined || own[n + 1]!.text === ","))
      .forEach((token, index) => {
        const isTyped = own[own.indexOf(token) - 1]?.kind === "name";
        if (isTyped) return;
        const variable = this.#hold(token, this.#block, null);
        variable.lambda = { open: inner.index, argument: inner.commas, named, index };
        inner.lambdas.push(variable);
      });
  }
}

function made(kind: Kind, { text, from }: Token, is: Type | null): Declaration {
  return {
    kind,
    name: text,
    at: from,
    type: is,
    takes: kind === "action" ? [] : null,
    members: new Map(),
    above: null,
    open: [],
    isGlobal: false,
    isPerPlayer: false,
    isRow: false,
    places: new Map(),
  };
}

export function declaredIn(text: string, from = 0, to = text.length): Declared {
  return { ...new Reader(text, from, to), text };
}
