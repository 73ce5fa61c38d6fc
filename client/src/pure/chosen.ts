// Where on the table a value is chosen that lies nowhere itself, as the look of its action says, and what of a board
// stands for that place. No DOM, no rules.

import type { Legend } from "../model/legend";
import type { PlaceRef } from "../model/reference";
import { actionName, isAction, type Part, partKey } from "../model/tree";
import type { Scene } from "./scene";

/** The place of a value at that depth of a move, behind its action, or of the action itself; null where it has none. */
export function placeOfChoice(
  legend: Pick<Legend, "actions" | "classes">,
  action: Part,
  depth: number,
  part: Part,
): PlaceRef | null {
  if (!isAction(action)) return null;
  const [name, of] = actionName(action);
  const entry = legend.actions.find((a) => a.name === name && (of === null || a.of === of));
  if (!entry) return null;
  if (depth === 0) return entry.on ?? null;
  const isCarried = legend.classes.find((c) => c.name === entry.of)?.kind !== "global";
  const input = entry.inputs[depth - (isCarried ? 2 : 1)];
  const key = partKey(part);
  const found = input?.on?.find(([value]) => partKey(value) === key)?.[1];
  return found ?? null;
}

/** Values of these types lie nowhere on a table. */
const NOWHERE = new Set(["number", "text", "bool", "player"]);

/** Whether players of a game have anything to choose by buttons: one of several actions, or a value that lies nowhere. */
export function hasChoices({ actions }: Pick<Legend, "actions">): boolean {
  const isNowhere = ({ type, on }: Legend["actions"][number]["inputs"][number]) =>
    !on && (typeof type === "string" ? NOWHERE.has(type) : "case" in type);
  return actions.length > 1 || actions.some(({ inputs }) => inputs.some(isNowhere));
}

/**
 * The lit place that another place of its board stands for: choices that lie in one row have the columns below them, those
 * in one column have the rows beside them. Null where lit places lie otherwise, or where one alone has no direction.
 */
export function inLineWith(boards: Scene["boards"], lit: ReadonlySet<string>, place: string): string | null {
  const board = boards.find(({ tiles }) => tiles.some(({ key }) => key === place));
  const from = board?.tiles.find(({ key }) => key === place);
  const all = board?.tiles.filter(({ key }) => lit.has(key)) ?? [];
  if (!board || !from || all.length < 2 || all.length < lit.size) return null;
  const isNear = (a: number, b: number) => Math.abs(a - b) < board.c / 2;
  const isRow = all.every(({ y }) => isNear(y, all[0]!.y));
  const isColumn = all.every(({ x }) => isNear(x, all[0]!.x));
  if (!isRow && !isColumn) return null;
  return all.find((tile) => (isRow ? isNear(tile.x, from.x) : isNear(tile.y, from.y)))?.key ?? null;
}
