// What is to be known beside things and places: chips under the title, counters of each seat. No DOM, no clock.

import type { Legend } from "../model/legend";
import type { Ref, Value } from "../model/reference";
import type { Setting } from "../model/setting";
import { placesOf, type Table, type Thing } from "../model/table";
import { type Roles, zoneOf } from "./classify";
import { type SignOf, signsOfCorner } from "./signs";
import { tileTitle } from "./tileTitle";
import { number, words } from "./words";

export interface Chip {
  label: string;
  value: string;
  symbol?: string;
  colour?: string;
  thing?: number;
  /** A text that is written in signs alone. */
  signs?: SignOf[];
}

export interface Facts {
  chips: Chip[];
  /** What is not there now and may come, about as wide as it will be, so that room is kept for it. */
  absent: Chip[];
  /** By seat. */
  counters: Chip[][];
  /** What of a throw is still to be used; null where the rules keep no such list, or several. */
  left: number[] | null;
}

/** `uneven` are the lists that are none per seat, as `Class.name`. */
export function factsOf(
  roles: Roles,
  table: Table,
  setting: Setting,
  uneven: ReadonlySet<string> = new Set(),
): Facts {
  const seats = table.seats.length;
  const facts: Facts = {
    chips: [],
    absent: [],
    counters: Array.from({ length: seats }, () => []),
    left: leftOf(roles, table),
  };
  const phase = table.course.turn && table.course.phase ? `${table.course.turn}.${table.course.phase}` : null;
  const turn = roles.legend.turns.find((t) => t.phases.includes(table.course.phase ?? ""));
  const title = roles.titles.get(phase ?? `${turn?.name}.${table.course.phase}`);
  if (title) facts.chips.push({ label: "", value: title });
  const longer = longestTitle(roles).slice(title?.length ?? 0);
  if (longer) facts.absent.push({ label: "", value: longer });
  for (const [key, value] of table.facts) {
    const [of = "", name = ""] = key.split(".");
    if (isHidden(roles, of, name) || (facts.left && isThrown(roles, of, name))) continue;
    const bySeat = uneven.has(key) || isThrown(roles, of, name) ? null : perSeat(value, seats);
    const all = bySeat ?? [value];
    all.forEach((one, seat) => {
      const among = bySeat ? facts.counters[seat]! : facts.chips;
      const chips = counted(roles, setting, table, of, name, one);
      among.push(...chips);
      if (chips.length === 0 && !Array.isArray(value))
        facts.absent.push(absentOf(roles, setting, of, name, value));
    });
  }
  for (const { key, name, owner, look } of setting.zones) {
    const of = owner === null ? undefined : facts.counters[owner];
    if (!of || zoneOf(roles, name)?.role !== "away") continue;
    of.push({ label: look?.title ?? words(name), value: `${table.at.get(key)?.length ?? 0}` });
  }
  const placed = placesOf(table);
  for (const [id, thing] of table.things) {
    const owner = thing.owners?.length === 1 ? thing.owners[0] : undefined;
    if (owner === undefined || placed.has(id) || !thing.class || !facts.counters[owner]) continue;
    const declared = declaredIn(roles.legend, thing.class);
    const place = (name: string) => declared.indexOf(name);
    const all = Object.entries(thing.attributes ?? {}).sort(([a], [b]) => place(a) - place(b));
    for (const [name, value] of all) {
      if (isHidden(roles, thing.class, name)) continue;
      facts.counters[owner].push(...counted(roles, setting, table, thing.class, name, value));
    }
  }
  return facts;
}

/** The attributes of a class in the order of the rules, those of its parents first: what comes later is told behind. */
function declaredIn(legend: Pick<Legend, "classes">, name: string): string[] {
  const of = legend.classes.find((entry) => entry.name === name);
  if (!of) return [];
  const parents = of.parent === undefined ? [] : declaredIn(legend, of.parent);
  return [...parents, ...of.attributes.map((attribute) => attribute.name)];
}

const INNER = new Set(["modifiers"]);
/** The sign of what was thrown: such a list is one throw, also where as many dice are thrown as there are players. */
const DICE = ":dice:";

const isThrown = ({ legend }: Roles, of: string, name: string): boolean =>
  legend.looks.members.some((look) => look.of === of && look.name === name && look.look.symbol === DICE);

/** Those that are set aside are known to whoever looks closely. */
const isHidden = (roles: Roles, of: string, name: string): boolean =>
  INNER.has(name) || roles.hidden.has(`${of}.${name}`) || roles.aside.has(`${of}.${name}`);

/** Lists of numbers that have now neither none nor one a seat, as dice that are still to be played; as `Class.name`. */
export function unevenIn(table: Table): string[] {
  return [...table.facts].flatMap(([key, value]) => {
    const isList = Array.isArray(value) && value.length > 0 && value.every((v) => isNumber(v));
    return isList && value.length !== table.seats.length ? [key] : [];
  });
}

/** What may come in the place of a value that says nothing now. */
function absentOf(roles: Roles, setting: Setting, of: string, name: string, value: Value): Chip {
  const label = labelOf(roles, setting, of, name);
  const isFlag = value !== null && !Array.isArray(value) && "bool" in value;
  return isFlag ? { label: "", value: label } : { label, value: longestOf(roles, setting, of, name) };
}

/** About as long as what may come in the place of nothing, where its type does not tell that. */
const UNKNOWN = "......";

/** The longest of what an attribute may be called: a name of those who play, or of a case. */
function longestOf({ legend, titles }: Roles, setting: Setting, of: string, name: string): string {
  const type = legend.classes
    .find((entry) => entry.name === of)
    ?.attributes.find((entry) => entry.name === name)?.type;
  const cases = typeof type === "object" && "case" in type ? type.case : null;
  const all =
    type === "player"
      ? setting.seats.map((seat) => seat.name)
      : (legend.enums.find((entry) => entry.name === cases)?.cases ?? []).map(
          (name) => titles.get(`${cases}.${name}`) ?? words(name),
        );
  return all.reduce((a, b) => (b.length > a.length ? b : a), UNKNOWN);
}

/** The longest of what phases are called. */
function longestTitle(roles: Roles): string {
  const titles = roles.legend.turns.flatMap(({ name, phases }) =>
    phases.flatMap((phase) => roles.titles.get(`${name}.${phase}`) ?? []),
  );
  return titles.reduce((a, b) => (b.length > a.length ? b : a), "");
}

const labelOf = (roles: Roles, setting: Setting, of: string, name: string): string =>
  roles.titles.get(`${of}.${name}`) ?? setting.facts.get(of)?.title ?? words(name);

/** A list with one entry a seat, null where there is none yet, or a table by seats or by their numbers. */
function perSeat(value: Value, seats: number): Value[] | null {
  if (!Array.isArray(value) || seats < 2) return null;
  const isMaybe = value.every((v) => v === null || isNumber(v)) && value.some((v) => v !== null);
  if (value.length === seats && isMaybe) return value;
  const pairs = value.every((v) => Array.isArray(v) && v.length === 2);
  if (!pairs || value.length === 0) return null;
  const bySeat: Value[] = new Array<Value>(seats).fill(null);
  for (const pair of value) {
    const [key, v] = pair as [Value, Value];
    const seat = key && !Array.isArray(key) ? ("seat" in key ? key.seat : null) : null;
    if (seat === null || seat >= seats) return null;
    bySeat[seat] = v ?? null;
  }
  return bySeat;
}

const isNumber = (value: Value): boolean => value !== null && !Array.isArray(value) && "num" in value;

/** An attribute as chips: none where it says nothing to a player. */
function counted(
  roles: Roles,
  setting: Setting,
  table: Table,
  of: string,
  name: string,
  value: Value,
): Chip[] {
  const label = labelOf(roles, setting, of, name);
  if (Array.isArray(value)) {
    if (isThrown(roles, of, name)) return thrown(label, value);
    if (!isShortList(value)) return byCases(roles, value);
    const all = value.flatMap((one) => said(roles, setting, table, one as Ref)?.value ?? []);
    return all.length ? [{ label, value: all.join(", ") }] : [];
  }
  const shown = said(roles, setting, table, value);
  if (!shown || (value && "bool" in value && !value.bool)) return [];
  return [value && "bool" in value ? { label: "", value: label } : { label, ...shown }];
}

/** Longer lists are what rules work with. */
const LONGEST_LIST = 6;

/** Whether a list holds a few cases, players, tiles or texts, and nothing else. */
const isShortList = (value: Value[]): boolean =>
  value.length > 0 &&
  value.length <= LONGEST_LIST &&
  value.every(
    (one) => one && !Array.isArray(one) && ["case", "seat", "tile", "text"].some((kind) => kind in one),
  );

/** Dice in the order in which they lie. */
function thrown(label: string, value: Value[]): Chip[] {
  const all = numbersOf(value);
  return all?.length ? [{ label, value: all.map(number).join(" · ") }] : [];
}

/** The numbers of a list that has nothing else. */
function numbersOf(value: Value): number[] | null {
  if (!Array.isArray(value)) return null;
  const all = value.flatMap((v) => (v && !Array.isArray(v) && "num" in v ? [v.num] : []));
  return all.length === value.length ? all : null;
}

/** The dice that are to be used, where the rules keep one list of them. */
function leftOf(roles: Roles, table: Table): number[] | null {
  const [only, ...more] = [...table.facts].filter(([key]) => {
    const [of = "", name = ""] = key.split(".");
    return isThrown(roles, of, name) && !isHidden(roles, of, name);
  });
  return only && !more.length ? numbersOf(only[1]) : null;
}

/** A table by cases: a counter for each, with the sign of the case. */
function byCases(roles: Roles, value: Value[]): Chip[] {
  const pairs = value.filter((v): v is [Ref, Ref] => {
    if (!Array.isArray(v) || v.length !== 2) return false;
    const [key, n] = v;
    return key !== null && !Array.isArray(key!) && "case" in key! && isNumber(n ?? null);
  });
  if (pairs.length === 0 || pairs.length !== value.length) return [];
  return pairs.flatMap(([key, n]) => {
    if (!key || !("case" in key) || !n || !("num" in n)) return [];
    const look = roles.cases.get(key.case.join("."));
    if (n.num === 0 && pairs.length > 6) return [];
    return [{ label: look?.title ?? words(key.case[1]), value: String(n.num), ...pictured(look) }];
  });
}

function pictured(look: { symbol?: string; colour?: string } | undefined): Pick<Chip, "symbol" | "colour"> {
  return { ...(look?.symbol && { symbol: look.symbol }), ...(look?.colour && { colour: look.colour }) };
}

function said(roles: Roles, setting: Setting, table: Table, value: Ref): Omit<Chip, "label"> | null {
  if (value === null) return null;
  if ("num" in value) return { value: number(value.num) };
  if ("text" in value) return value.text ? written(roles, value.text) : null;
  if ("bool" in value) return { value: "" };
  if ("seat" in value) return { value: setting.seats[value.seat]?.name ?? `${value.seat + 1}` };
  if ("case" in value) {
    const look = roles.cases.get(value.case.join("."));
    return { value: look?.title ?? words(value.case[1]), ...pictured(look) };
  }
  if ("tile" in value) return { value: tileTitle(setting, value.tile) ?? roles.translate(value.tile[1]) };
  if ("thing" in value) {
    const thing = table.things.get(value.thing);
    return thing?.class ? { value: titleOf(thing), thing: value.thing } : null;
  }
  return null;
}

function written(roles: Roles, value: string): Omit<Chip, "label"> {
  const signs = signsOfCorner(value, roles);
  return { value, ...(signs && { signs }) };
}

/**
 * What a thing is called: by its look, else by an attribute that is its title or name, else by what it reads; and a card of
 * a suit and a number, which reads as its suit alone, by both.
 */
export function titleOf(thing: Thing): string {
  if (thing.look?.title) return thing.look.title;
  for (const name of ["title", "name"]) {
    const value = thing.attributes?.[name];
    if (value && !Array.isArray(value) && "text" in value) return value.text;
  }
  const read = thing.text ?? "";
  const rank = rankOf(thing);
  return rank === null || read === "" || /\d/.test(read) ? read : `${read} ${rank}`;
}

/** The number of a thing that has a case, one number, and no words; null of all others. */
function rankOf({ attributes }: Thing): string | null {
  const kinds = Object.values(attributes ?? {}).map((value) =>
    value === null || Array.isArray(value) ? "" : Object.keys(value)[0],
  );
  const of = (kind: string) => kinds.filter((one) => one === kind).length;
  if (of("case") !== 1 || of("num") !== 1 || of("text") > 0) return null;
  const value = Object.values(attributes!)[kinds.indexOf("num")]!;
  return !Array.isArray(value) && "num" in value ? number(value.num) : null;
}
