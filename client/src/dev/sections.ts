// What is built in behind a value of a type: the parts of `docs/builtins.md`, which tells after what each part stands.

import { BUILTINS, type Builtin } from "./builtins";
import { type Sign, signOf, type Type } from "./types";
import type { World } from "./world";

/** The titles of `docs/builtins.md` under which a type has what is built in. */
const SECTIONS: Readonly<Record<string, readonly string[]>> = {
  number: [],
  bool: [],
  void: [],
  module: [],
  Position: [],
  Place: [],
  string: ["Strings"],
  player: ["A player"],
  List: ["Lists"],
  Set: ["Sets", "Lists"],
  Stack: ["Stacks", "Lists"],
  Zone: ["Zones", "Lists"],
  Zones: ["Zones of all players"],
  Table: ["Tables"],
  Turn: ["A turn as a value"],
  Interactable: ["Pieces", "Objects"],
  Tile: ["Tiles"],
  board: ["Boards"],
  dice: ["Dice"],
  enum: ["Enumerations"],
};
/** Of the words that stand for themselves. */
export const WORDS: Readonly<Record<string, string>> = {
  player: "The players",
  turn: "The turn",
  turns: "The turns",
  phase: "The phase",
  random: "Chance",
};

/** Null where a type is not known. */
function sectionsOf(is: Type, world: World): readonly string[] | null {
  if (is.name === "word") return [WORDS[is.of[0]!.name]!];
  if (world.enumOf(is.name)) return ["Cases"];
  const top = world.line(is).at(-1)?.declared;
  if (!top) return SECTIONS[is.name] ?? null;
  if (top.above?.name === "Tile") return ["Tiles"];
  // The class above it is in a file that is not open.
  if (top.above) return null;
  if (top.name === "Edge" || top.name === "Corner") return ["Edges and corners", "Objects"];
  if (top.kind === "interactable") return ["Pieces", "Objects"];
  return top.kind === "class" ? ["Objects"] : [];
}

/** All that is built in, by section. */
export const bySection = new Map<string, Builtin[]>();
for (const one of BUILTINS) bySection.set(one.of, [...(bySection.get(one.of) ?? []), one]);

const signs = new Map<Builtin, Sign>();
export function signOfBuiltin(one: Builtin): Sign {
  const known = signs.get(one) ?? signOf(one.sign);
  signs.set(one, known);
  return known;
}

/** A set, stack or zone has of a list what changes nothing. */
const isReading = ({ does, sign }: Builtin): boolean =>
  does === "" || (does === "chance" && !sign.endsWith("void"));

/** What is built in behind a value of a type; null where the type is not known. */
export function builtinsOf(is: Type, world: World): Builtin[] | null {
  const sections = sectionsOf(is, world);
  return (
    sections?.flatMap((section) => {
      const all = bySection.get(section) ?? [];
      return section === "Lists" && is.name !== "List" ? all.filter(isReading) : all;
    }) ?? null
  );
}
