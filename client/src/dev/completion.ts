// What may be meant by the beginning of a word: words of the language, names of the open files, and what is built in.
// Behind a dot stands what may stand behind one of what is before it, where that is known.

import type { Completion, CompletionContext, CompletionResult } from "@codemirror/autocomplete";
import { syntaxTree } from "@codemirror/language";
import type { EditorState } from "@codemirror/state";
import { BUILTINS, type Builtin } from "./builtins";
import { builtinsOf, membersOf, receiverAt } from "./receivers";
import { WORDS } from "./tgdl";

const WORD = /[\p{L}_][\p{L}\p{N}_]*/u;
/** A word that is begun, behind a dot or not; two dots are a range. */
const BEGUN = /(?:(?<!\.)\.\s*)?[\p{L}_][\p{L}\p{N}_]*$|(?<!\.)\.$/u;
const SILENT = /"(?:\\.|[^"\\\n])*"?|\/\/.*/g;
/** Before so many signs nothing is offered unasked, except behind a dot. */
const LEAST = 2;

const offered = ({ name, sign, what }: Builtin): Completion => ({
  label: name,
  type: sign.includes("(") ? "function" : "property",
  detail: sign.slice(sign.indexOf(name) + name.length),
  info: what,
});

/** One of each name; several of a name are of several types. */
function once(all: readonly Completion[]): Completion[] {
  const found = new Map<string, Completion>();
  for (const one of all) if (!found.has(one.label)) found.set(one.label, one);
  return [...found.values()];
}

const MEMBERS = once(BUILTINS.filter(({ isFree }) => !isFree).map(offered));
const FREE: readonly Completion[] = [
  ...BUILTINS.filter(({ isFree }) => isFree).map(offered),
  ...WORDS.map((label) => ({ label, type: "keyword" })),
];

const NAME = /((?<!\.)\.\s*)?([\p{L}_][\p{L}\p{N}_]*)/gu;
/** A word before a name, as a type, `function` or `action` is: it may be one of a member. */
const DECLARED = /[\p{L}_>]\s+([\p{L}_][\p{L}\p{N}_]*)\s*[;=({,]/gu;

/** Names in texts, and those of them that stand behind a dot or may. */
export function namesIn(texts: readonly string[]): { all: Set<string>; members: Set<string> } {
  const names = { all: new Set<string>(), members: new Set<string>() };
  for (const text of texts.map((text) => text.replace(SILENT, ""))) {
    for (const [, dot, name] of text.matchAll(NAME)) names[dot ? "members" : "all"].add(name!);
    for (const [, name] of text.matchAll(DECLARED)) names.members.add(name!);
  }
  return names;
}

const isWord: ReadonlySet<string> = new Set(WORDS);

/**
 * What may stand where a word is begun; `texts` are those of the open files, and `before` is the line up to there, where
 * it is begun behind a dot.
 */
export function completionsFor(
  texts: readonly string[],
  begun: string,
  isMember: boolean,
  before = "",
): Completion[] {
  const names = namesIn(texts);
  const receiver = isMember ? receiverAt(before, texts) : null;
  const members = receiver?.classes ? membersOf(receiver.classes, texts) : names.members;
  const own = [...(isMember ? members : names.all)].filter((name) => name !== begun && !isWord.has(name));
  const named = own.map((label) => ({ label, type: /^\p{Lu}/u.test(label) ? "class" : "variable" }));
  const builtin = receiver ? builtinsOf(receiver).map(offered) : MEMBERS;
  return once([...(isMember ? builtin : FREE), ...named]);
}

const lineBefore = ({ doc }: EditorState, pos: number): string => {
  const line = doc.lineAt(pos);
  return line.text.slice(0, pos - line.from);
};

export const completing =
  (texts: () => readonly string[]) =>
  (context: CompletionContext): CompletionResult | null => {
    const { state, pos, explicit } = context;
    const kind = syntaxTree(state).resolveInner(pos, -1).name;
    if (kind === "string" || kind === "comment") return null;
    const before = context.matchBefore(BEGUN);
    if (!before && !explicit) return null;
    const begun = before?.text.match(new RegExp(`${WORD.source}$`, "u"))?.[0] ?? "";
    const isMember = before?.text.startsWith(".") ?? false;
    if (!explicit && !isMember && begun.length < LEAST) return null;
    return {
      from: pos - begun.length,
      options: completionsFor(texts(), begun, isMember, lineBefore(state, pos)),
      validFor: /^[\p{L}\p{N}_]*$/u,
    };
  };
