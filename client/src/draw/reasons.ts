// Why something cannot be picked: what the rules say, else whose it is, else that it cannot be picked now.

import type { Language, Legend } from "../model/legend";
import type { Setting } from "../model/setting";
import type { Table } from "../model/table";
import type { Part } from "../model/tree";
import { idOf } from "../pure/spots";
import { text } from "../pure/text";
import type { Deeds } from "./view";

/** The server is asked for reasons twice a second at most: so many actions are tried. */
const MOST_REASONS = 3;

/** What the rules say of a part that a move may begin with, of those actions first that can be chosen now. */
export async function saidOf(
  part: Part,
  legend: Legend,
  possible: ReadonlySet<string>,
  why: Deeds["why"],
): Promise<string | null> {
  const names = legend.actions.map((action) => action.name);
  const inOrder = [...names].sort((a, b) => Number(possible.has(b)) - Number(possible.has(a)));
  for (const action of inOrder.slice(0, MOST_REASONS)) {
    const said = await why([{ action }, part]);
    if (said) return said;
  }
  return null;
}

interface Seen {
  table: Table;
  setting: Setting;
  seat: number | null;
  language: Language;
}

/** Where the rules say nothing: whose it is, or that it cannot be picked now. */
export function plainReason(key: string, { table, setting, seat, language }: Seen): string {
  const id = idOf(key);
  const owners = id === null ? [] : (table.things.get(id)?.owners ?? []);
  const isOthers = owners.length > 0 && seat !== null && !owners.includes(seat);
  const who = owners.map((owner) => setting.seats[owner]?.name ?? `${owner + 1}`).join(", ");
  return isOthers ? text("notYours", language, { who }) : text("notNow", language);
}
