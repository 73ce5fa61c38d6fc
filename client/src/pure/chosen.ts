// Where on the table a value is chosen that lies nowhere itself, as the look of its action says. No DOM, no rules.

import type { Legend } from "../model/legend";
import type { PlaceRef } from "../model/reference";
import { actionName, isAction, type Part, partKey } from "../model/tree";

/** The place of a value at that depth of a move, behind its action; null where it has none. */
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
  const isCarried = legend.classes.find((c) => c.name === entry.of)?.kind !== "global";
  const input = entry.inputs[depth - (isCarried ? 2 : 1)];
  const key = partKey(part);
  const found = input?.on?.find(([value]) => partKey(value) === key)?.[1];
  return found ?? null;
}
