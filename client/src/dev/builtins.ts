// What is built in, as `docs/builtins.md` tells it, which is made from the catalogue that the checker reads.

import page from "../../../docs/builtins.md?raw";

export interface Builtin {
  name: string;
  /** As it is written, with types: `max(a: number, b: number): number`. */
  sign: string;
  what: string;
  /** What a call does besides giving a value: `changes`, `changes it`, `chance`, or nothing. */
  does: string;
  /** It stands by itself and not behind a dot. */
  isFree: boolean;
  /** The part of the page that it stands in: after what it may stand. */
  of: string;
}

const ROW = /^\| `((?:[^`]*\.)?([\p{L}_][\p{L}\p{N}_]*)[^`]*)` \| (.*?) \|([^|]*)\|$/u;

export function builtinsIn(markdown: string): Builtin[] {
  let of = "";
  return markdown.split("\n").flatMap((line) => {
    if (line.startsWith("## ")) of = line.slice(3);
    const row = ROW.exec(line);
    if (!row) return [];
    const [, sign = "", , what = "", does = ""] = row;
    // A type before the name is what it is called on: `List<number>.sum`.
    const name = /(?:^|\.)([\p{L}_][\p{L}\p{N}_]*)(?=[(:]|$)/u.exec(sign)?.[1];
    const isOld = what.startsWith("An early spelling");
    return name && !isOld
      ? [{ name, sign, what: what.replaceAll("`", ""), does: does.trim(), isFree: of === "Functions", of }]
      : [];
  });
}

export const BUILTINS: readonly Builtin[] = builtinsIn(page);
