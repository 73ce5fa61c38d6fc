// What came to a seat that the log need not tell: cards that were dealt or passed to it, goods in its store. No DOM, no clock.

import type { Language } from "../model/legend";
import type { Setting } from "../model/setting";
import type { Table } from "../model/table";
import { type Roles, zoneOf } from "./classify";
import { titleOf } from "./facts";
import { counted } from "./reading";
import { text } from "./text";
import { words } from "./words";

export interface Arrival {
  /** The zone, as it is called. */
  where: string;
  /** Alike ones counted. */
  what: string[];
  /** So many came that nobody here knows. */
  unknown: number;
}

const HOLDS: ReadonlySet<string> = new Set(["hand", "store"]);

/** What lies in hands and stores of a seat that did not lie in any of them before. */
export function arrivals(
  before: Table,
  after: Table,
  seat: number,
  { roles, setting }: { roles: Roles; setting: Setting },
): Arrival[] {
  const own = setting.zones.filter(
    (zone) => zone.owner === seat && HOLDS.has(zoneOf(roles, zone.name)?.role ?? ""),
  );
  const had = new Set(own.flatMap(({ key }) => before.at.get(key) ?? []));
  return own.flatMap(({ key, name, look }): Arrival[] => {
    const now = after.at.get(key) ?? [];
    const fresh = now.filter((id) => id !== null && !had.has(id));
    const names = fresh.flatMap((id) => {
      const thing = after.things.get(id!);
      return thing?.class ? [titleOf(thing)] : [];
    });
    const nulls = (all: readonly (number | null)[]) => all.filter((id) => id === null).length;
    const unknown = Math.max(0, nulls(now) - nulls(before.at.get(key) ?? []));
    const where = look?.title ?? roles.translate(words(name));
    return names.length || unknown ? [{ where, what: counted(names), unknown }] : [];
  });
}

/** The same as lines to be heard. */
export function arrivalLines(all: readonly Arrival[], language: Language): string[] {
  return all.map(({ where, what, unknown }) => {
    const more = unknown ? [text("notKnown", language, { n: unknown })] : [];
    return text("newIn", language, { where, what: [...what, ...more].join(", ") });
  });
}
