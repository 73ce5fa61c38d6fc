// The files that are open, read once each, and what they declare together: where one asks for a name, for a class with
// what is above it, or for the types of all tiles, edges and pieces of the game.

import type { Declaration, Declared, Kind } from "./declarations";
import { declaredIn } from "./declared";
import { type Filling, filled, type Type, type, written } from "./types";

/** What every game has without declaring it, as far as it is classes. */
const ALWAYS = `
class Edge { Tile from; Tile to; number weight; bool oneWay; }
class Corner { }
event PlayerChoiceEvent { player active; }
event NoChoiceEvent { player active; }
event Moved { Interactable piece; Place from; Place to; }
`;

const always = declaredIn(ALWAYS);

const CLASSES: ReadonlySet<Kind> = new Set<Kind>(["class", "interactable", "event", "modifier"]);

/** A member, with what the types of its class stand for. */
export interface Member {
  declared: Declaration;
  type: Type | null;
  filling: Filling;
}

export class World {
  readonly files: readonly Declared[];

  constructor(files: readonly Declared[]) {
    this.files = [...files, always];
  }

  /** All that the files declare at their tops under a name. */
  named(name: string): Declaration[] {
    return this.files.flatMap(({ top }) => top.get(name) ?? []);
  }

  classOf(name: string): Declaration | null {
    return this.named(name).find(({ kind }) => CLASSES.has(kind)) ?? null;
  }

  enumOf(name: string): Declaration | null {
    return this.named(name).find(({ kind, type }) => kind === "enum" && type) ?? null;
  }

  /** A class and all above it, each with what its open types stand for. */
  line(of: Type): { declared: Declaration; filling: Filling }[] {
    const found: { declared: Declaration; filling: Filling }[] = [];
    for (let next: Type | null = of; next; ) {
      const declared = this.classOf(next.name);
      if (!declared || found.some((one) => one.declared === declared)) break;
      const given: readonly Type[] = next.of;
      const filling = new Map(
        declared.open.flatMap((name, i) => (given[i] ? [[name, given[i]] as const] : [])),
      );
      found.push({ declared, filling });
      next = declared.above && filled(declared.above, filling);
    }
    return found;
  }

  /** Whether a class is that one or below it. */
  is(name: string, above: string): boolean {
    return name === above || this.line(type(name)).some(({ declared }) => declared.above?.name === above);
  }

  /** All members of a class, those that it declares itself first. */
  members(of: Type): Member[] {
    const found = new Map<string, Member>();
    for (const { declared, filling } of this.line(of))
      for (const member of declared.members.values())
        if (!found.has(member.name))
          found.set(member.name, {
            declared: member,
            type: member.type && filled(member.type, filling),
            filling,
          });
    return [...found.values()];
  }

  /** A member of an object, or an attribute of a case. */
  member(of: Type, name: string): Member | null {
    if (this.enumOf(of.name)) {
      const declared = this.ofEnum(of.name, "attribute").find((one) => one.name === name);
      return declared ? { declared, type: declared.type, filling: new Map() } : null;
    }
    for (const { declared, filling } of this.line(of)) {
      const member = declared.members.get(name);
      if (member) return { declared: member, type: member.type && filled(member.type, filling), filling };
    }
    return null;
  }

  /** Cases of an enumeration, also those that other files add, or its attributes. */
  ofEnum(name: string, kind: "case" | "attribute"): Declaration[] {
    return this.named(name)
      .filter((one) => one.kind === "enum")
      .flatMap((one) => [...one.members.values()].filter((member) => member.kind === kind));
  }

  /** The one class of the game that extends another one; that one where there are none or several. */
  only(above: string): string {
    const below = this.classes().filter(({ declared }) => declared.above?.name === above);
    return below.length === 1 ? below[0]!.name : above;
  }

  /** The one class that all pieces are of; where there is none, what every piece is. */
  piece(): string {
    const all = this.classes().filter(({ declared }) => declared.kind === "interactable" && !declared.above);
    return all.length === 1 ? all[0]!.name : "Interactable";
  }

  classes(): { name: string; declared: Declaration }[] {
    const all = this.files.flatMap(({ top }) => [...top.entries()]);
    return all.filter(([, { kind }]) => CLASSES.has(kind)).map(([name, declared]) => ({ name, declared }));
  }

  /** The type with which all files declare a name, wherever it holds; null where there are several or none. */
  everywhere(name: string, isCalled: boolean): Type | null {
    const all = new Map<string, Type>();
    const take = (is: Type | null | undefined) => is && all.set(written(is), is);
    for (const { top, variables } of this.files) {
      if (!isCalled) for (const variable of variables.get(name) ?? []) take(variable.type);
      for (const declared of [top.get(name), ...[...top.values()].map(({ members }) => members.get(name))])
        if (declared && (declared.takes !== null) === isCalled) take(declared.type);
    }
    return all.size === 1 ? [...all.values()][0]! : null;
  }
}

/** What was read last, by its text: what is the same is not read again. */
let read: ReadonlyMap<string, Declared> = new Map();
let last = new World([]);

/** What texts declare together, the first of them first; asked again for the same ones it is the same. */
export function worldOf(texts: readonly string[]): World {
  const now = new Map<string, Declared>();
  for (const text of new Set(texts)) now.set(text, read.get(text) ?? declaredIn(text));
  const files = [...now.values()];
  read = now;
  // The last one is of every game.
  const isSame = files.length === last.files.length - 1 && files.every((file, i) => file === last.files[i]);
  if (!isSame) last = new World(files);
  return last;
}
