// What happened, as sentences: who did what, in the words of the game where it has some, else the title of the action
// and what was chosen. No DOM, no clock.

import type { Language, Legend, Says } from "../model/legend";
import type { Value } from "../model/reference";
import type { Entry, LoggedValue } from "../model/table";
import { called } from "./called";
import { text } from "./text";
import { translatorOf } from "./translated";
import { number, words } from "./words";

/** `names` are those of the seats. */
export function say(legend: Legend, entry: Entry, names: readonly string[], language: Language): string {
  if (entry.tell !== undefined) return called(entry.tell, legend, names);
  const who = entry.by === undefined ? "" : (names[entry.by] ?? `${entry.by + 1}`);
  const told = (value: LoggedValue | undefined) => inWords(legend, value ?? null, names, language);
  const args = Object.values(entry.args ?? {}).map(told);
  if (entry.void) {
    const why = entry.why === undefined ? "" : `: ${called(entry.why, legend, names)}`;
    return `${who}: ${text("choiceVoid", language)}${why}`;
  }
  if (entry.action === undefined) {
    if (!args.length) return `${who} ${text("hasChosen", language)}`;
    if (entry.says !== undefined) return `${who} ${filled(entry.says, entry, told)}`;
    const answer = args.join(", ");
    if (entry.asked) return `${who}: ${questionIn(called(entry.asked, legend, names))} ${answer}`;
    // Without its question only a yes or a no reads like an answer.
    const isYesOrNo = Object.values(entry.args ?? {}).every(isFlag);
    return `${who} ${text(isYesOrNo ? "answers" : "chooses", language)} ${answer}`;
  }
  const sentence = legend.looks.sentences?.find((s) => s.action === entry.action && s.of === entry.of);
  const parts = sentence?.languages?.[language];
  if (parts) return `${who} ${inParts(parts, (name) => told(entry.args?.[name]))}`;
  if (entry.says !== undefined) {
    return `${who} ${filled(entry.says, entry, told)}`;
  }
  const title = entry.title ?? translatorOf(legend)(words(entry.action));
  return [`${who}: ${title}`, ...args].join(" ");
}

/** A question without what stands behind it, such as prices, and what leads from it to its answer. */
function questionIn(asked: string): string {
  const [question] = /^.*?\?(?=\s|$)/u.exec(asked) ?? [asked];
  return question.endsWith("?") ? `${question} –` : question;
}

/** A sentence with what was chosen in place of its names in braces. */
const filled = (says: string, entry: Entry, told: (value: LoggedValue | undefined) => string): string =>
  says.replace(/\{(\w+)\}/g, (_, name: string) => told(entry.args?.[name]));

/** A sentence, and the keys of the things and places that it names. */
export interface Line {
  text: string;
  keys: readonly string[];
  /** Whose choice it tells; none where the rules tell something. */
  by?: number;
  /** Who says it, where it is chat, and the how manyth line of that. */
  said?: { who: string; n: number; isOwn: boolean };
  /** The step that it came with, where that is known. */
  v?: number;
  /** What the look of the action says that it sounds like. */
  sound?: string;
}

export const lineOf = (legend: Legend, entry: Entry, names: readonly string[], language: Language): Line => ({
  text: say(legend, entry, names, language),
  keys: Object.values(entry.args ?? {}).flatMap(keysIn),
  ...(entry.by !== undefined && { by: entry.by }),
  ...(entry.v !== undefined && { v: entry.v }),
  ...soundOf(legend, entry),
});

function soundOf({ looks }: Legend, entry: Entry): Pick<Line, "sound"> {
  const sound = looks.sounds?.find(({ of, action }) => of === entry.of && action === entry.action)?.sound;
  return sound ? { sound } : {};
}

function keysIn(value: LoggedValue): string[] {
  if (value === null) return [];
  if (Array.isArray(value)) return value.flatMap((v) => keysIn(v as LoggedValue));
  if ("thing" in value) return typeof value.thing === "number" ? [`t${value.thing}`] : [];
  if (!("tile" in value)) return [];
  const [board, name, owner] = value.tile;
  return [owner === undefined ? `${board}/${name}` : `${board}/${owner}/${name}`];
}

function inParts(parts: Says, told: (name: string) => string): string {
  return parts
    .map((part) => (typeof part === "string" ? part : told(part.input)))
    .join("")
    .trim();
}

function inWords(legend: Legend, value: LoggedValue, names: readonly string[], language: Language): string {
  if (value === null) return text("nothing", language);
  if (Array.isArray(value)) {
    return (
      value.map((v) => inWords(legend, v as LoggedValue, names, language)).join(", ") ||
      text("nothing", language)
    );
  }
  if ("thing" in value) return "text" in value ? placed(legend, value) : "?";
  if ("nth" in value) return inWords(legend, value.nth[1], names, language);
  const translate = translatorOf(legend);
  if ("tile" in value) return tileName(legend, value.tile);
  if ("zone" in value) return translate(words(value.zone[0]));
  if ("seat" in value) return names[value.seat] ?? `${value.seat + 1}`;
  if ("case" in value) {
    const [of, name] = value.case;
    return legend.looks.cases.find((c) => c.of === of && c.name === name)?.look.title ?? words(name);
  }
  if ("num" in value) return number(value.num);
  if ("bool" in value) return text(value.bool ? "yes" : "no", language);
  return called(plain(value), legend, names);
}

/** A thing with the tile on which it lay, `Man (a1)`; boards that grow say nothing by the names of theirs. */
function placed(legend: Legend, { text, on }: Extract<LoggedValue, { text: string; thing: number }>): string {
  if (!on || !("tile" in on)) return text;
  const grows = legend.boards.some((one) => one.name === on.tile[0] && one.grows);
  return grows ? text : `${text} (${tileName(legend, on.tile)})`;
}

/** What a tile is always called, or its name. */
function tileName(legend: Legend, [board, name, owner]: [string, string, number?]): string {
  const of = legend.boards.find((one) => one.name === board && one.owner === owner && one.shape === "graph");
  return of?.tiles.find((tile) => tile.name === name)?.look?.title ?? translatorOf(legend)(name);
}

const isFlag = (value: LoggedValue | undefined): boolean =>
  value !== undefined && value !== null && !Array.isArray(value) && "bool" in value;

function plain(value: Exclude<Value, null | Value[]>): string {
  if ("text" in value) return value.text;
  if ("named" in value) return value.named;
  return "fact" in value ? words(value.fact) : "";
}
