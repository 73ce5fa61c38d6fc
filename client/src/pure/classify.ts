// What each zone and class of a game is to the eye, worked out from the legend once. No DOM, no clock, no name of a game.

import type { ActionEntry, ClassEntry, Legend, ZoneEntry } from "../model/legend";
import { type PlaceKey, placeKey } from "../model/reference";
import type { Setting } from "../model/setting";
import { called } from "./called";
import type { Translate } from "./translate";
import { translatorOf } from "./translated";

/**
 * How a zone is shown. A hand is seen by its owner alone, a stack is a pile of backs, a ledger lines of text, what is
 * away is only counted, a tableau are cards before a player, a store tokens before one, around lies toward who put it,
 * sides has a row for each owner.
 */
export type ZoneRole =
  | "hand"
  | "stack"
  | "pile"
  | "row"
  | "column"
  | "grid"
  | "fan"
  | "around"
  | "sides"
  | "tableau"
  | "store"
  | "stacks"
  | "ledger"
  | "away";

export type PieceShape =
  | "card"
  | "tile"
  | "disc"
  | "stone"
  | "cube"
  | "pawn"
  | "meeple"
  | "die"
  | "coin"
  | "house"
  | "ship"
  | "gem"
  | "chip"
  | "flag"
  | "bar"
  | "cone"
  | "bead"
  | "figure";

export interface ZoneRoles {
  entry: ZoneEntry;
  role: ZoneRole;
  /** Whether cards lie in it rather than tokens. */
  holdsCards: boolean;
  isOwn: boolean;
}

export interface Roles {
  zones: ReadonlyMap<string, ZoneRoles>;
  /** The shape that pieces of a class have. */
  shapes: ReadonlyMap<string, PieceShape>;
  /** Attributes that are not shown, as `Class.name`. */
  hidden: ReadonlySet<string>;
  /** Attributes that only whoever looks closely wants to see, as `Class.name`. */
  aside: ReadonlySet<string>;
  /** The symbol and colour of each case, as `Enum.Case`. */
  cases: ReadonlyMap<string, { symbol?: string; colour?: string; title?: string; image?: string }>;
  /** Places where an action or a value is chosen, as looks say. */
  choosing: ReadonlySet<PlaceKey>;
  /** What actions, attributes, turns and phases are called, as `Class.name`. */
  titles: ReadonlyMap<string, string>;
  /** How what has no title reads in the language of the legend. */
  translate: Translate;
  /** A text with the names of those who sit there. */
  call: (text: string) => string;
  legend: Legend;
}

/** Of a row of zones, `row[0]` or `pile[Red]`, the name in the legend. */
export function baseName(name: string): string {
  const bracket = name.indexOf("[");
  return bracket < 0 ? name : name.slice(0, bracket);
}

/** What is known of a zone, by the name that it has on the table. */
export function zoneOf(roles: Roles, name: string): ZoneRoles | undefined {
  return roles.zones.get(name) ?? roles.zones.get(baseName(name));
}

const choosingPlaces = ({ on, inputs }: ActionEntry): PlaceKey[] =>
  [...(on ? [on] : []), ...inputs.flatMap((input) => input.on?.map(([, place]) => place) ?? [])].map(
    placeKey,
  );

export function classify(legend: Legend, setting: Setting | null = null): Roles {
  const classes = new Map(legend.classes.map((c) => [c.name, c]));
  const names = (setting ?? legend).seats.map((seat) => seat.name);
  const layouts = new Map<string, string>();
  for (const zone of setting?.zones ?? []) {
    if (!zone.layout) continue;
    layouts.set(zone.name, zone.layout);
    layouts.set(baseName(zone.name), zone.layout);
  }
  const tricks = new Set(
    legend.zones.filter((zone) => layouts.get(zone.name) === "around").map((zone) => zone.of),
  );
  const landing = new Set(legend.actions.flatMap((a) => a.inputs.map((input) => input.lands ?? "")));
  const zones = legend.zones.map((entry): [string, ZoneRoles] => {
    const holdsCards = isCard(classes, legend, entry.of);
    const layout = layouts.get(entry.name);
    const role = zoneRole(entry, layout, holdsCards, classes.get(entry.of), landing, legend);
    // What one has won in tricks lies on a pile.
    const isWon = role === "tableau" && !layout && tricks.has(entry.of);
    return [entry.name, { entry, role: isWon ? "pile" : role, holdsCards, isOwn: entry.per === "player" }];
  });
  return {
    zones: new Map(zones),
    shapes: new Map(legend.classes.map((c) => [c.name, shapeOf(classes, legend, c)])),
    choosing: new Set(legend.actions.flatMap(choosingPlaces)),
    hidden: new Set(legend.looks.hidden.map((h) => `${h.of}.${h.name}`)),
    aside: new Set(
      (legend.looks.classes ?? []).flatMap(({ of, aside }) =>
        Array.isArray(aside) ? aside.map((name) => `${of}.${name}`) : [],
      ),
    ),
    cases: casesOf(legend),
    titles: titlesOf(legend),
    translate: translatorOf(legend),
    call: (text) => called(text, legend, names),
    legend,
  };
}

type CaseLook = { symbol?: string; colour?: string; title?: string };

const looked = ({ of, name, look }: Legend["looks"]["cases"][number]): [string, CaseLook] => [
  `${of}.${name}`,
  look,
];

function casesOf(legend: Legend): Map<string, CaseLook> {
  const signs = new Map(packSigns(legend));
  const said = legend.looks.cases.map(looked);
  return new Map([
    ...signs,
    ...said.map(([of, look]): [string, CaseLook] => [of, { ...signs.get(of), ...look }]),
  ]);
}

/** The suits of the Italian and Spanish packs have signs, whether the rules say so or not. */
const LATIN_SUITS = ["cups", "coins", "swords", "batons"];

function packSigns(legend: Legend): [string, CaseLook][] {
  return legend.enums
    .filter(({ cases }) => LATIN_SUITS.slice(0, 3).every((s) => cases.some((c) => c.toLowerCase() === s)))
    .flatMap(({ name, cases }) =>
      cases.map((c): [string, CaseLook] => {
        const suit = c.toLowerCase() === "clubs" ? "batons" : c.toLowerCase();
        return [`${name}.${c}`, LATIN_SUITS.includes(suit) ? { symbol: `:${suit}:` } : {}];
      }),
    );
}

function titlesOf(legend: Legend): Map<string, string> {
  const titles = new Map<string, string>();
  for (const { of, name, look } of [...legend.looks.members, ...legend.looks.turns, ...legend.looks.cases]) {
    if (look.title) titles.set(`${of}.${name}`, look.title);
  }
  for (const action of legend.actions)
    if (action.title) titles.set(`${action.of}.${action.name}`, action.title);
  return titles;
}

/** What is a card, or carries words of its own and is said to have no other shape, is shown as a card. */
function isCard(classes: ReadonlyMap<string, ClassEntry>, legend: Legend, name: string): boolean {
  const of = classes.get(name);
  return of !== undefined && shapeOf(classes, legend, of) === "card";
}

const hasWords = (of: ClassEntry, legend: Legend): boolean =>
  of.attributes.some(
    (a) => a.type === "text" && !legend.looks.hidden.some((h) => h.of === of.name && h.name === a.name),
  );

function zoneRole(
  entry: ZoneEntry,
  layout: string | undefined,
  holdsCards: boolean,
  of: ClassEntry | undefined,
  landing: ReadonlySet<string>,
  legend: Legend,
): ZoneRole {
  const isHand = entry.per === "player" && entry.visible === "owner" && !entry.deck;
  switch (layout) {
    case "ledger":
    case "away":
    case "stacks":
    case "around":
    case "sides":
    case "column":
    case "grid":
      return layout;
    case "pile":
      return entry.visible === "all" ? "pile" : "stack";
    case "fan":
      return isHand ? "hand" : "fan";
    case "row":
      return isHand ? "hand" : entry.per ? (holdsCards ? "tableau" : "store") : "row";
  }
  if (isHand) return "hand";
  if (entry.deck) return "stack";
  if (isTextAlone(of) && entry.visible === "all") return "ledger";
  if (entry.visible === "none") return "away";
  if (entry.per) return holdsCards ? "tableau" : "store";
  const isPlayedTo = landing.has(entry.name) && entry.ordered && holdsCards;
  if (isPlayedTo && legend.zones.some((z) => z.per && z.visible === "owner" && z.of === entry.of))
    return "pile";
  return "row";
}

/** A class whose things are lines of text: one attribute, and that is a text. */
function isTextAlone(of: ClassEntry | undefined): boolean {
  return of?.attributes.length === 1 && of.attributes[0]?.type === "text";
}

const SHAPES = new Set<string>(
  "card tile disc stone cube pawn meeple die coin house ship gem chip flag bar cone bead figure".split(" "),
);

function shapeOf(classes: ReadonlyMap<string, ClassEntry>, legend: Legend, of: ClassEntry): PieceShape {
  for (let c: ClassEntry | undefined = of; c; c = c.parent ? classes.get(c.parent) : undefined) {
    const name = c.name;
    const said = legend.looks.classes?.find((look) => look.of === name)?.shape;
    if (said && SHAPES.has(said)) return said as PieceShape;
  }
  return of.kind === "card" || (of.kind === "token" && hasWords(of, legend)) ? "card" : "disc";
}
