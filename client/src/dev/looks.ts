// The words of looks, by what is looked at, and the values that some of them take, as the tables of `docs/language.md`
// have them.

import { SIGN_NAMES } from "../draw/signs";
import type { Block, Declaration, Kind } from "./declarations";
import type { World } from "./world";

const words = (text: string): readonly string[] => text.split(" ");

export const COLOURS = words(
  "red orange yellow green teal blue purple pink brown black grey white gold silver cream",
);

/** By the word that they stand behind. */
export const VALUES: Readonly<Record<string, readonly string[]>> = {
  colour: COLOURS,
  color: COLOURS,
  shape: words(
    "card tile disc stone cube pawn meeple die coin house ship gem chip flag bar cone bead figure",
  ),
  ground: words("cells lines wood felt map none"),
  path: words("snake spiral rows points pits"),
  layout: words("pile fan row column grid around sides stacks ledger away"),
  genre: words(
    "abstract adventure auction betting bluff building cooperative deduction dice duel fishing market party race rummy " +
      "shedding tricks words workers",
  ),
  sound: words("place slide flip shuffle deal dice coin pick none"),
  face: words("french italian spanish"),
};

/** By the words of the table; `part` is what stands in the braces of a part. */
export const LOOKS = {
  class: words("title text symbol colour corner badge image back face shape hide first aside"),
  attribute: words("title symbol"),
  action: words("title symbol sound says on"),
  input: words("on"),
  enum: words("title symbol colour image"),
  zone: words("title colour image back layout sort"),
  board: words("title colour image ground path upright"),
  tile: words("title symbol colour image at"),
  turn: words("title"),
  phase: words("title symbol"),
  player: [] as readonly string[],
  seat: words("symbol colour image"),
  game: words("title text by minutes age weight genre tags sign"),
  words: [] as readonly string[],
} as const;
type Look = keyof typeof LOOKS;

/** All that some look says. */
export const LOOK_WORDS: readonly string[] = [...new Set(Object.values(LOOKS).flat())];

/** The names of the signs that are drawn, as they are written: `:gem:`. */
export const SIGNS: readonly string[] = SIGN_NAMES.map((name) => `:${name}:`);

export interface InLook {
  /** What may be said there; all words of looks where that is not known. */
  words: readonly string[];
  /** What has a part of its own there. */
  parts: readonly Declaration[];
}

const KINDS: Partial<Record<Kind, Look>> = {
  class: "class",
  interactable: "class",
  modifier: "class",
  event: "class",
  enum: "enum",
  zone: "zone",
  board: "board",
  turn: "turn",
  attribute: "attribute",
  action: "action",
  input: "input",
  phase: "phase",
};

/** What may stand in a look or a part of one, by the blocks around it, innermost first; null outside of looks. */
export function lookAt(world: World, blocks: readonly Block[]): InLook | null {
  const at = blocks.findIndex(({ kind }) => kind === "look");
  if (at < 0) return null;
  const [look, ...parts] = blocks.slice(0, at + 1).reverse();
  return inside(
    world,
    look!.name,
    parts.map(({ name }) => name),
  );
}

function inside(world: World, name: string, parts: readonly string[]): InLook {
  if (name === "game" || name === "words") return { words: LOOKS[name], parts: [] };
  if (name === "player") return { words: parts.length ? LOOKS.seat : LOOKS.player, parts: [] };
  const [declared] = world.named(name);
  if (!declared) return { words: LOOK_WORDS, parts: [] };
  const own = membersOf(world, declared);
  const [part, ...deeper] = parts;
  const look = KINDS[declared.kind] ?? "class";
  if (part === undefined)
    return { words: look === "board" ? [...LOOKS.board, "tile"] : LOOKS[look], parts: own };
  if (declared.kind === "enum") return { words: LOOKS.enum, parts: [] };
  if (declared.kind === "zone") return { words: LOOKS.zone, parts: [] };
  if (declared.kind === "board") return boardPart(world, declared, part);
  return partOf(own, part, deeper);
}

function boardPart(world: World, { places }: Declaration, part: string): InLook {
  if (part !== "tile") return { words: LOOKS.tile, parts: [] };
  const tile = world.named(places.get("tile") ?? "")[0];
  return { words: LOOKS.class, parts: tile ? membersOf(world, tile) : [] };
}

function partOf(own: readonly Declaration[], part: string, deeper: readonly string[]): InLook {
  const declared = own.find(({ name }) => name === part);
  if (!declared) return { words: LOOK_WORDS, parts: [] };
  const inputs = [...declared.members.values()];
  if (deeper.length) return partOf(inputs, deeper[0]!, []);
  return { words: LOOKS[KINDS[declared.kind] ?? "attribute"], parts: inputs };
}

/** What has a part in the look of a thing. */
function membersOf(world: World, declared: Declaration): readonly Declaration[] {
  if (declared.kind === "enum") return world.ofEnum(declared.name, "case");
  if (declared.kind === "zone") return [];
  if (declared.kind === "board" || declared.kind === "turn") return [...declared.members.values()];
  const members = world.members({ name: declared.name, of: [] }).map((member) => member.declared);
  return members.filter(({ kind }) => kind === "attribute" || kind === "action");
}
