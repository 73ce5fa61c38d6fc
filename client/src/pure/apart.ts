// Choices that would read alike: told apart by where they are and what else is known of them, and as one with their
// number where nothing tells them apart. No DOM, no clock.

import { actionName, isAction, type Part } from "../model/tree";
import { type Label, label, type Words } from "./label";
import { words as inWords } from "./words";

export interface Choice<C> {
  label: Label;
  /** All that it stands for; the first one is chosen. */
  all: [C, ...C[]];
}

/** Choices as they read on buttons: no two of them alike. */
export function apart<C extends { part: Part; depth: number }>(
  choices: readonly C[],
  words: Words,
): Choice<C>[] {
  const read = choices.map((choice) => ({ choice, label: label(choice.part, words) }));
  const groups = new Map<string, typeof read>();
  for (const one of read) {
    const key = `${one.choice.depth} ${one.label.text}`;
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return [...groups.values()].flatMap((group) => {
    if (group.length === 1) return group.map(({ choice, label }): Choice<C> => ({ label, all: [choice] }));
    const details = group.map(({ choice }) => detailsOf(choice.part, words));
    const more = differing(details);
    const alike = new Map<string, Choice<C>>();
    group.forEach(({ choice, label }, i) => {
      const before = alike.get(more[i]!);
      const text = more[i] ? `${label.text} (${more[i]})` : label.text;
      if (before) before.all.push(choice);
      else alike.set(more[i]!, { label: { ...label, text }, all: [choice] });
    });
    return [...alike.values()];
  });
}

/** Of lists of details, for each what tells it from the others: as few as that takes, in their order. */
function differing(details: readonly (readonly string[])[]): string[] {
  let told = details.map(() => "");
  for (let k = 0; k < Math.max(...details.map((all) => all.length)); k++) {
    // Those that read alike so far, and differ in this.
    const others = (i: number) => details.filter((_, j) => told[j] === told[i]).map((all) => all[k] ?? "");
    told = details.map((all, i) => {
      const detail = all[k] ?? "";
      const isSaid = detail !== "" && new Set(others(i)).size > 1;
      return isSaid ? [told[i], detail].filter(Boolean).join(", ") : told[i]!;
    });
  }
  return told;
}

/** Longer ones are no detail. */
const LONGEST = 28;

/** What there is to say of a part beside its name, what says most first; an empty one where a detail is missing. */
function detailsOf(part: Part, words: Words): string[] {
  const { table, setting, roles } = words;
  if (part === null || Array.isArray(part)) return [];
  if (isAction(part)) return [roles.translate(inWords(actionName(part)[1] ?? ""))];
  if ("tile" in part) {
    const [board, , owner] = part.tile;
    return [roles.translate(inWords(board)), setting.seats[owner ?? -1]?.name ?? ""];
  }
  if (!("thing" in part)) return [];
  const thing = table.things.get(part.thing);
  const place = [...table.at].find(([, ids]) => ids.includes(part.thing))?.[0] ?? "";
  const of = roles.legend.classes.find(({ name }) => name === thing?.class);
  const attributes = of?.attributes ?? [];
  return [
    placeName(place, words),
    (thing?.owners ?? []).map((owner) => setting.seats[owner]?.name ?? "").join(", "),
    ...attributes.map(({ name }) => {
      const key = `${of!.name}.${name}`;
      const value = thing?.attributes?.[name] ?? null;
      if (value === null || Array.isArray(value) || roles.hidden.has(key) || "named" in value) return "";
      const title = roles.titles.get(key) ?? roles.translate(inWords(name));
      if ("bool" in value) return value.bool ? title : "";
      const text = label(value, words).text;
      const said = "num" in value ? `${title} ${text}` : text;
      return said.length > LONGEST ? "" : said;
    }),
  ];
}

/** A field, or a zone with whose it is. */
function placeName(key: string, { setting, roles }: Words): string {
  for (const { tiles, sides, corners } of setting.boards) {
    const spot = [...tiles, ...sides, ...corners].find((one) => one.key === key);
    if (spot) return spot.look?.title ?? roles.translate(spot.name);
  }
  const zone = setting.zones.find((one) => one.key === key);
  if (!zone) return "";
  const title = zone.look?.title ?? roles.translate(inWords(zone.name));
  const owner = setting.seats[zone.owner ?? -1]?.name;
  return owner ? `${title}, ${owner}` : title;
}
