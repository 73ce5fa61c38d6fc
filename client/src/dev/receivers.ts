// What stands before a dot, as far as declarations in the files tell, and what may stand behind it then. A guess: a name
// that is declared with several types, or that nothing declares, tells nothing.

import { BUILTINS, type Builtin } from "./builtins";

/** Of what is built in, what may follow; and of the members that classes declare, those of these classes. */
export interface Receiver {
  kinds: ReadonlySet<string>;
  /** Null: of all classes. */
  classes: readonly string[] | null;
}

const NAME = "[\\p{L}_][\\p{L}\\p{N}_]*";
const SILENT = /"(?:\\.|[^"\\\n])*"?|\/\/.*/g;
/** A type, and a name that is declared with it. */
const TYPED = new RegExp(
  `\\b(${NAME}(?:<[^;{}()=]*>)?)\\s+(${NAME})\\s*(?=[;=(),{]|from\\b|in\\b|"|where\\b|per\\b|of\\b)`,
  "gu",
);
const PLACES = new RegExp(`\\b(zone|deck|board|enum|dice)\\s+(${NAME})([^;{]*)`, "gu");
const CLASSES = new RegExp(
  `\\b(class|interactable|event)\\s+(${NAME})(?:<[^>]*>)?(?:\\s+extends\\s+(${NAME}))?[^{;]*\\{`,
  "gu",
);
/** What is no type before a name. */
const WORDS: ReadonlySet<string> = new Set(
  "return new in is as not else case from to by of function action input derived open override abstract choose optional tell remove score winner global const secret var import game board zone deck enum class interactable event modifier extends turn phase look".split(
    " ",
  ),
);

/** The last name before a dot, called or not: `hand` of `hand(p).`. */
const BEFORE = new RegExp(`(\\.)?\\s*(${NAME})(\\s*\\([^()]*\\))?\\s*\\.\\s*(?:${NAME})?$`, "u");

/** The titles of `docs/builtins.md` for the words that stand for themselves. */
const BY_WORD: Readonly<Record<string, string>> = {
  player: "The players",
  turn: "The turn",
  turns: "The turns",
  phase: "The phase",
  random: "Chance",
};
const BY_TYPE: Readonly<Record<string, readonly string[]>> = {
  number: [],
  bool: [],
  string: ["Strings"],
  player: ["A player"],
  List: ["Lists"],
  Set: ["Sets", "Lists"],
  Stack: ["Stacks", "Lists"],
  Table: ["Tables"],
  Tile: ["Tiles"],
};
const OF_OBJECTS = ["Objects", "Pieces", "Edges and corners"];

interface Declared {
  /** By name, all types that it is declared with. */
  types: Map<string, Set<string>>;
  places: Map<string, "zone" | "zones" | "board" | "enum" | "dice">;
  /** By class, the class above it and the names that are declared in it. */
  classes: Map<string, { above: string | null; members: Set<string> }>;
}

function declaredIn(texts: readonly string[]): Declared {
  const all: Declared = { types: new Map(), places: new Map(), classes: new Map() };
  for (const text of texts.map((text) => text.replace(SILENT, '""'))) {
    for (const [, type = "", name = ""] of text.matchAll(TYPED)) {
      if (!WORDS.has(type)) all.types.set(name, (all.types.get(name) ?? new Set<string>()).add(type));
    }
    for (const [, word, name = "", rest = ""] of text.matchAll(PLACES)) {
      const isZone = word === "zone" || word === "deck";
      const zone = /\bper\s+player\b/u.test(rest) ? "zones" : "zone";
      all.places.set(name, isZone ? zone : (word as "board" | "enum" | "dice"));
    }
    for (const found of text.matchAll(CLASSES)) {
      const body = bodyFrom(text, found.index + found[0].length);
      const members = [...body.matchAll(TYPED)].map(([, , name]) => name!);
      const known = all.classes.get(found[2]!)?.members ?? [];
      all.classes.set(found[2]!, { above: found[3] ?? null, members: new Set([...known, ...members]) });
    }
  }
  return all;
}

/** What stands in a bracket that is open. */
function bodyFrom(text: string, from: number): string {
  let depth = 1;
  for (let i = from; i < text.length; i++) {
    if (text[i] === "{") depth++;
    else if (text[i] === "}" && --depth === 0) return text.slice(from, i);
  }
  return text.slice(from);
}

/** What may stand behind the dot at the end of a text; null where nothing tells. */
export function receiverAt(before: string, texts: readonly string[]): Receiver | null {
  const [, dot, name = "", call] = BEFORE.exec(before.replace(SILENT, '""')) ?? [];
  if (!name) return null;
  const declared = declaredIn(texts);
  const only = (...kinds: string[]): Receiver => ({ kinds: new Set(kinds), classes: [] });
  if (!dot && !call) {
    if (BY_WORD[name]) return only(BY_WORD[name]);
    if (name === "actor") return only("A player");
  }
  const place = declared.places.get(name);
  if (place && !dot) {
    if (place === "board") return call ? null : only("Boards");
    if (place === "zone" || (place === "zones" && call)) return only("Zones", "Lists");
    if (place === "zones") return only("Zones of all players");
    if (place === "enum") return { kinds: new Set(["Enumerations", "Cases"]), classes: null };
    return only("Dice");
  }
  const types = [...(declared.types.get(name) ?? [])];
  const [type = ""] = types;
  if (types.length !== 1) return null;
  const plain = /^[^<]*/u.exec(type)![0];
  if (BY_TYPE[plain]) return { kinds: new Set(BY_TYPE[plain]), classes: plain === "Tile" ? null : [] };
  if (declared.places.get(plain) === "enum") return { kinds: new Set(["Cases"]), classes: null };
  if (!declared.classes.has(plain)) return null;
  return { kinds: new Set(OF_OBJECTS), classes: [plain] };
}

/** The names that a class and those above it declare. */
export function membersOf(classes: readonly string[], texts: readonly string[]): Set<string> {
  const declared = declaredIn(texts).classes;
  const found = new Set<string>();
  for (let [...left] = classes, seen = new Set<string>(); left.length; ) {
    const name = left.pop()!;
    const of = declared.get(name);
    if (!of || seen.has(name)) continue;
    seen.add(name);
    for (const member of of.members) found.add(member);
    if (of.above) left.push(of.above);
  }
  return found;
}

export const builtinsOf = ({ kinds }: Receiver): Builtin[] => BUILTINS.filter(({ of }) => kinds.has(of));
