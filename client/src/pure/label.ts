// How a part of a move reads on a button or in a sentence. No DOM, no clock.

import type { InputEntry, Language, Legend } from "../model/legend";
import type { Setting } from "../model/setting";
import type { Table } from "../model/table";
import { actionName, isAction, type Part, type TreeRef } from "../model/tree";
import type { Roles } from "./classify";
import { titleOf } from "./facts";
import { text } from "./text";
import { tileTitle } from "./tileTitle";
import { number, words } from "./words";

export interface Words {
  roles: Roles;
  table: Table;
  setting: Setting;
  language: Language;
}

export interface Label {
  text: string;
  symbol?: string;
  /** The path of a picture, which goes before the symbol. */
  image?: string;
  colour?: string;
}

export function label(part: TreeRef, { roles, table, setting, language }: Words): Label {
  if (part === null) return { text: text("none", language) };
  if (Array.isArray(part)) {
    const all = part.map((p) => label(p as Part, { roles, table, setting, language }).text);
    return { text: all.join(", ") || text("none", language) };
  }
  if (isAction(part)) {
    const [name, of] = actionName(part);
    const action = roles.legend.actions.find((a) => a.name === name && (of === null || a.of === of));
    return { text: action?.title ?? capital(words(name)) };
  }
  if ("thing" in part) {
    const thing = table.things.get(part.thing);
    return { text: thing ? titleOf(thing) : "?" };
  }
  const { translate } = roles;
  if ("tile" in part) return { text: tileTitle(setting, part.tile) ?? translate(part.tile[1]) };
  if ("zone" in part) return { text: translate(words(part.zone[0])) };
  if ("seat" in part) return { text: setting.seats[part.seat]?.name ?? `${part.seat + 1}` };
  if ("case" in part) {
    const look = roles.cases.get(part.case.join("."));
    return {
      text: look?.title ?? words(part.case[1]),
      ...(look?.symbol && { symbol: look.symbol }),
      ...(look?.image && { image: look.image }),
      ...(look?.colour && { colour: look.colour }),
    };
  }
  if ("num" in part) return { text: number(part.num) };
  if ("text" in part) return { text: translate(part.text) };
  if ("bool" in part) return { text: text(part.bool ? "yes" : "no", language) };
  if ("named" in part) return { text: translate(words(part.named)) };
  if ("nth" in part) return label(part.nth[1], { roles, table, setting, language });
  if ("fact" in part) return { text: translate(words(part.fact)) };
  return { text: "" };
}

/**
 * What a part is called where nothing points at it: a thing on a board with its place, `Man (a1)`. Boards that grow say
 * nothing by the names of theirs.
 */
export function placedLabel(part: TreeRef, words: Words): string {
  const name = label(part, words).text;
  if (part === null || Array.isArray(part) || !("thing" in part)) return name;
  const { table, setting, roles } = words;
  for (const { grows, shape, tiles, sides, corners } of setting.boards) {
    const all = grows ? [] : [...tiles, ...sides, ...corners];
    const tile = all.find(({ key }) => table.at.get(key)?.includes(part.thing));
    const title = shape === "graph" && tile?.look?.title;
    if (tile) return `${name} (${title || roles.translate(tile.name)})`;
  }
  return name;
}

/** Which input a part of a move is for, and its number; below 0 is what stands before all inputs. */
export function inputAt(
  legend: Legend,
  sentence: readonly (Part | null)[],
  depth: number,
): { input: InputEntry | undefined; at: number } {
  const action = sentence[0] ?? null;
  if (!isAction(action)) return { input: undefined, at: -1 };
  const [name, of] = actionName(action);
  const entry = legend.actions.find((a) => a.name === name && (of === null || a.of === of));
  // Behind the action stands the thing that has it; of a global class there is one alone.
  const isGlobal = legend.classes.find((c) => c.name === entry?.of)?.kind === "global";
  const at = depth - (isGlobal ? 1 : 2);
  return { input: entry?.inputs?.[at], at };
}

/**
 * What is asked for in a blank: the prompt of that input, as far as the action is known. Null where the question's own
 * prompt says it, which is that of the first input.
 */
export function promptFor(
  roles: Roles,
  sentence: readonly (Part | null)[],
  next: number,
  language: Language,
  hasPicks: boolean,
): string | null {
  if (next === 0) return hasPicks && sentence.length > 1 ? text("doWhat", language) : null;
  if (!isAction(sentence[0] ?? null)) return null;
  const { input, at } = inputAt(roles.legend, sentence, next);
  // The thing that has the action stands before all inputs.
  if (!input) return at < 0 ? text("which", language) : null;
  return (
    input.prompt ??
    (at === 0 && !hasPicks
      ? null
      : input.type === "tile"
        ? text("whereTo", language)
        : text("which", language))
  );
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
