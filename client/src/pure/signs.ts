// Signs that stand in texts, `{T}: Add {W/U}.`, and in corners, `2UU`: what is written there is what the symbols of looks
// are called by. It knows no sign of a game, and no DOM.

import type { Look } from "../model/legend";
import type { Roles } from "./classify";
import { words } from "./words";

/** One sign: `{W/U}` has two halves, and so has `{X:R}`, so many of one colour. */
export interface SignOf {
  halves: { text: string; colour?: string; image?: string }[];
  /** What it is called, for who cannot see it. */
  title: string;
}

/** A text with its signs, in order. */
export type Run = string | SignOf;

interface Known {
  title: string;
  colour?: string;
  image?: string;
}

const known = new WeakMap<Roles, ReadonlyMap<string, Known>>();

/** All that is written with a symbol of its own: cases, and attributes. */
function knownOf(roles: Roles): ReadonlyMap<string, Known> {
  const found = known.get(roles);
  if (found) return found;
  const all = new Map<string, Known>();
  const add = (name: string, { symbol, title, colour, image }: Look) => {
    if (!symbol || all.has(symbol)) return;
    all.set(symbol, { title: title ?? words(name), ...(colour && { colour }), ...(image && { image }) });
  };
  for (const [key, look] of roles.cases) add(key.slice(key.lastIndexOf(".") + 1), look);
  for (const { name, look } of roles.legend.looks.members) add(name, look);
  known.set(roles, all);
  return all;
}

/** Numbers and short words in capitals are signs even where no look speaks of them. */
const PLAIN = /^(?:\d{1,4}|[A-Z]{1,3})$/;

function signOf(written: string, roles: Roles): SignOf | null {
  const all = knownOf(roles);
  const parts = all.has(written) ? [written] : written.split(/[/:]/);
  if (!parts.every((part) => all.has(part) || PLAIN.test(part))) return null;
  const halves = parts.map((text) => {
    const { colour, image } = all.get(text) ?? {};
    return { text, ...(colour && { colour }), ...(image && { image }) };
  });
  return { halves, title: parts.map((part) => all.get(part)?.title ?? part).join(" / ") };
}

/** A text, with what stands in braces as signs; other braces stay as they are. */
export function runsOf(text: string, roles: Roles): Run[] {
  if (!text.includes("{")) return text ? [text] : [];
  return text.split(/(\{[^{}]{1,12}\})/).flatMap((part): Run[] => {
    const sign = /^\{.+\}$/.test(part) ? signOf(part.slice(1, -1), roles) : null;
    return sign ? [sign] : part ? [part] : [];
  });
}

/** What stands for a number that is chosen. */
const OPEN = /^[XYZ]$/;

/**
 * A corner that is written in signs alone, with or without braces: numbers, and symbols of one letter that have a colour,
 * of which there is one at least. Null for any other.
 */
export function signsOfCorner(corner: string, roles: Roles): SignOf[] | null {
  const all = knownOf(roles);
  const parts = corner.match(/\{[^{}]{1,12}\}|\d+|[^\d{}]/gu) ?? [];
  if (parts.join("") !== corner) return null;
  const signs = parts.map((part) => {
    const name = part.replace(/[{}]/g, "");
    const isSign = part !== name || /^\d+$/.test(part) || (OPEN.test(part) && !all.has(part));
    return isSign || all.get(part)?.colour ? signOf(name, roles) : null;
  });
  const found = signs.filter((sign) => sign !== null);
  const isColoured = found.some((sign) => sign.halves.some(({ colour }) => colour));
  return isColoured && found.length === signs.length ? found : null;
}

/** The signs of a text, each once, in order. */
export function signsIn(text: string, roles: Roles): SignOf[] {
  const signs = runsOf(text, roles).filter((run) => typeof run !== "string");
  return signs.filter((sign, i) => signs.findIndex(({ title }) => title === sign.title) === i);
}

/** The colour of all signs that have one, where that is the same; a card that says none may be told by it. */
export function colourOf(signs: readonly SignOf[]): string | null {
  const colours = new Set(signs.flatMap(({ halves }) => halves.flatMap(({ colour }) => colour ?? [])));
  return colours.size === 1 ? [...colours][0]! : null;
}
