// The legend: all that is the same in every match of a game. Types alone; nothing here looks at a match.

import type { PlaceRef, Value } from "./reference";

export interface Look {
  title?: string;
  text?: string;
  symbol?: string;
  colour?: string;
  image?: string;
  corners?: string[];
  badges?: string[];
  face?: { pack: "french" | "italian" | "spanish"; suit: string; rank: string };
  /** Of a thing: what it is sorted by in zones, under the number that their `sort` has. */
  keys?: Record<string, SortKey[]>;
}

/** Missing ones, null, come last. */
export type SortKey = number | string | null;

export type TypeName =
  | string
  | { case: string }
  | { list: TypeName }
  | { set: TypeName }
  | { table: [TypeName, TypeName] };

export interface Attribute {
  name: string;
  type: TypeName;
  secret?: boolean;
}

export interface ClassEntry {
  name: string;
  kind: "card" | "token" | "tile" | "modifier" | "global" | "object";
  parent?: string;
  attributes: Attribute[];
}

export interface ZoneEntry {
  name: string;
  title: string;
  of: string;
  visible: "all" | "owner" | "none";
  deck?: boolean;
  ordered?: boolean;
  per?: "player";
  layout?: string;
  columns?: number;
  /** Of a zone with sides: the attribute that says for whom each thing stands. */
  by?: string;
  look?: Look;
  back?: string;
  /** Under which number things have in their looks what they are sorted by here. */
  sort?: number;
}

export type Shape =
  | "square"
  | "hex"
  | "hexagon"
  | "triangle"
  | "hexes"
  | "track"
  | "ring"
  | "layout"
  | "graph";

export interface TileEntry {
  name: string;
  c?: [number, number];
  mark?: string;
  /** Where its author put it on the map. */
  at?: [number, number];
  look?: Look;
}

/** An edge or corner that is a place. */
export interface SpotEntry {
  name: string;
  of: string;
  tiles: number[];
  way?: string;
}

export interface BoardEntry {
  name: string;
  shape: Shape | string;
  visible: "all" | "owner" | "none";
  owner?: number;
  /** Its tiles are named by their places, `2,-1`. */
  grows?: boolean;
  tile: string;
  tiles: TileEntry[];
  edges?: [from: number, to: number, weight: number][];
  sides?: SpotEntry[];
  corners?: SpotEntry[];
  look?: Look;
  /** How each tile of a board that grows looks. */
  each?: Look;
}

export interface InputEntry {
  name: string;
  type: TypeName;
  prompt?: string;
  optional?: boolean;
  secret?: boolean;
  ordered?: boolean;
  free?: number;
  /** Nobody chooses it. */
  auto?: boolean;
  lands?: string;
  /** Where values are chosen that lie nowhere themselves. */
  on?: [value: Value, place: PlaceRef][];
}

export interface ActionEntry {
  name: string;
  of: string;
  title?: string;
  /** Where it is chosen, besides among the buttons. */
  on?: PlaceRef;
  inputs: InputEntry[];
}

export interface NamedLook {
  of: string;
  name: string;
  look: Look;
}

/** A sentence in parts; an input stands for what was chosen. */
export type Says = (string | { input: string })[];

export interface Looks {
  cases: NamedLook[];
  members: NamedLook[];
  turns: NamedLook[];
  hidden: { of: string; name: string }[];
  classes?: { of: string; shape?: string; first?: string[]; aside?: string[] }[];
  boards?: { of: string; ground?: string; path?: string; upright?: boolean }[];
  sounds?: { of: string; action: string; sound: string }[];
  sentences?: { of: string; action: string; says?: Says; languages?: Record<string, Says> }[];
}

export interface About {
  title?: string;
  text?: string;
  by?: string;
  minutes?: number;
  age?: number;
  weight?: number;
  genre?: string;
  tags?: string[];
  sign?: string;
  languages?: Record<string, { title?: string; text?: string }>;
}

/** A text, or its pieces, where numbers stand for values. */
export type Sent = string | (string | number)[];

export interface Legend {
  game: string;
  secret: boolean;
  /** Whether anybody may be asked in the middle of an effect. */
  asks?: boolean;
  classes: ClassEntry[];
  enums: { name: string; cases: string[]; attributes: Attribute[] }[];
  zones: ZoneEntry[];
  boards: BoardEntry[];
  actions: ActionEntry[];
  turns: { name: string; phases: string[] }[];
  /** `asSent` is how the rules call one that is called otherwise in this language. */
  seats: { name: string; asSent?: string; look?: Look }[];
  about?: About;
  looks: Looks;
  /** By language pairs of a text or name of the rules and what it is there. */
  words?: Record<string, [own: Sent, translated: Sent][]>;
}

export type Language = "en" | "it";
