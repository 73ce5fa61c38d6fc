// Places in files, and which names hold there: variables, and what is around. Types that follow from expressions are
// worked out elsewhere.

import type { Block, Declared, Variable } from "./declarations";
import { declaredIn } from "./declared";
import { codeFrom } from "./tokens";
import { type Type, type } from "./types";
import type { World } from "./world";

/** A place in a file, from which names are looked up. */
export interface Spot {
  world: World;
  file: Declared;
  /** What is read there: the file, or the code in a text of it. */
  code: Declared;
  pos: number;
}

/** The place in a file; null where it stands in a text or comment, and not in the code of one. */
export function spotAt(world: World, file: Declared, pos: number): Spot | null {
  const from = codeFrom(file.text, pos);
  if (from === null) return null;
  return { world, file, code: from === 0 ? file : declaredIn(file.text, from, pos), pos };
}

/** The blocks that a place stands in, innermost first. */
export function blocksAt({ file: { blocks }, pos }: Pick<Spot, "file" | "pos">): Block[] {
  return blocks.filter(({ from, to }) => from < pos && pos <= to).reverse();
}

/** Those of some variables that hold at a place, the one that began to hold last first. */
const holding = (all: readonly Variable[], pos: number): Variable[] =>
  all
    .filter(({ from, to, within }) => from <= pos && pos <= (to ?? within?.to ?? pos))
    .reverse()
    .sort((a, b) => b.from - a.from);

/** What is read at a place, and what that stands in. */
const readAt = ({ file, code }: Spot): Declared[] => (code === file ? [file] : [code, file]);

/** The variables that hold at a place, innermost first. */
export const variablesAt = (spot: Spot): Variable[] =>
  readAt(spot).flatMap(({ variables }) => holding([...variables.values()].flat(), spot.pos));

/** The variable of that name that holds at a place: the one that began to hold last. */
export function variableAt(spot: Spot, name: string): Variable | null {
  for (const { variables } of readAt(spot)) {
    const [found] = holding(variables.get(name) ?? [], spot.pos);
    if (found) return found;
  }
  return null;
}

/** What `this` is: the object of the class around a place, in a look the thing that is looked at. */
export function thisAt(spot: Spot): Type | null {
  for (const block of blocksAt(spot)) {
    if (block.kind === "look") return lookedAt(spot.world, block.name, blocksAt(spot));
    const { declares } = block;
    if (declares && /^(class|interactable|event|modifier)$/.test(declares.kind))
      return type(declares.name, ...declares.open.map((name) => type(name)));
  }
  return null;
}

function lookedAt(world: World, name: string, blocks: readonly Block[]): Type | null {
  const [declared] = world.named(name);
  if (declared?.kind === "zone") return declared.type;
  if (declared?.kind === "board") {
    const isTile = blocks.some(({ kind, name }) => kind === "part" && name === "tile");
    return type(isTile ? (declared.places.get("tile") ?? "Tile") : "Tile");
  }
  return declared ? type(name) : null;
}
