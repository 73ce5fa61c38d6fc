// The log beside the table of the desk: what was told while one played, and the choices before that, of which the desk
// keeps a text alone. No DOM.

import type { ActionEntry, Language, Legend, Says } from "../model/legend";
import type { Entry } from "../model/table";
import { type Line, lineOf, say } from "../pure/say";

/** A choice as the desk tells it: the action, or an answer, and what was chosen, with spaces between. */
export interface Chosen {
  seat: number;
  text: string;
}

/** The lines of the choices that stand; of the last ones there is a log. */
export function linesOf(
  legend: Legend,
  chosen: readonly Chosen[],
  told: { log: readonly Entry[]; choices: number },
  names: readonly string[],
  language: Language,
): Line[] {
  const before = chosen.slice(0, Math.max(0, chosen.length - told.choices));
  return [
    ...before.map((choice): Line => ({ text: sentence(legend, choice, names, language), keys: [] })),
    ...told.log.map((entry) => lineOf(legend, entry, names, language)),
  ];
}

/** A choice in the words that the game has for it; where its parts cannot be told apart, as the desk has it. */
function sentence(
  legend: Legend,
  { seat, text }: Chosen,
  names: readonly string[],
  language: Language,
): string {
  const all = legend.actions.flatMap((action) => {
    const found = patternOf(action).exec(text);
    return found ? [entryOf(legend, action, seat, found.slice(1))] : [];
  });
  // Actions of several classes may be called alike; which of them it was nobody knows then.
  const [entry] = all;
  return entry && all.length === 1
    ? say(legend, entry, names, language)
    : `${names[seat] ?? seat + 1}: ${text}`;
}

function entryOf(legend: Legend, action: ActionEntry, by: number, parts: string[]): Entry {
  const { name, of, title, inputs } = action;
  const args = Object.fromEntries(inputs.map((input, i) => [input.name, { text: parts[i] ?? "" }]));
  const says = legend.looks.sentences?.find((one) => one.of === of && one.action === name)?.says;
  return { by, action: name, of, args, ...(title && { title }), ...(says && { says: written(says) }) };
}

const written = (says: Says): string =>
  says.map((part) => (typeof part === "string" ? part : `{${part.input}}`)).join("");

/** What stands for values of a type in such a text; only those of things and lists may have spaces. */
function patternOf({ name, inputs }: ActionEntry): RegExp {
  const parts = inputs.map(({ type }) => {
    if (type === "number") return " (-?[\\d.]+)";
    return type === "bool" ? " (\\S+)" : " (.+?)";
  });
  return new RegExp(`^${name}${parts.join("")}$`, "su");
}
