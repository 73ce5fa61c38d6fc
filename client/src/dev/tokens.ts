// TGDL cut into words and signs, with the bracket that belongs to each. Comments are left out, and a text is one token,
// whatever stands in it. Broken text has tokens, too.

export interface Token {
  kind: "name" | "number" | "text" | "sign";
  text: string;
  from: number;
}

const BLANK = /[^\S\n]*(?:(?:\n|\/\/.*)[^\S\n]*)*/y;
const NAME = /[A-Za-z_\u0080-\uffff][A-Za-z0-9_\u0080-\uffff]*/y;
const TEXT = /"(?:\\.|[^"\\\n])*"?|'[^'\n]*'?/y;
const NUMBER = /\d+(?:\.\d+)?/y;
const SIGN = /=>|[=!<>+\-*/]=|&&|\|\||\?\?|\.\.|./sy;

/** Where what a pattern matches at a place ends. */
function endOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}

/** By their first signs, what tokens are; all others are signs. */
function kindAt(code: number): Token["kind"] {
  if ((code | 32) >= 97 && (code | 32) <= 122) return "name";
  if (code >= 48 && code <= 57) return "number";
  if (code === 34 || code === 39) return "text";
  return code === 95 || code >= 128 ? "name" : "sign";
}
const PATTERNS = { name: NAME, text: TEXT, number: NUMBER, sign: SIGN };

/** The tokens of a part of a text; they know where they stand in the whole. */
export function tokensOf(text: string, from = 0, to = text.length): Token[] {
  const all: Token[] = [];
  for (let at = endOf(BLANK, text, from); at < to; ) {
    const kind = kindAt(text.charCodeAt(at));
    const end = Math.min(to, endOf(PATTERNS[kind], text, at));
    all.push({ kind, text: text.slice(at, end), from: at });
    at = endOf(BLANK, text, end);
  }
  return all;
}

/** How many tokens begin before a place. */
export function tokensBefore(tokens: readonly Token[], pos: number): number {
  let [low, high] = [0, tokens.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (tokens[middle]!.from < pos) low = middle + 1;
    else high = middle;
  }
  return low;
}

const CLOSES: Readonly<Record<string, string>> = { ")": "(", "]": "[", "}": "{" };

/** Of each bracket the index of the one that belongs to it; -1 where there is none, and for all else. */
export function pairsOf(tokens: readonly Token[]): Int32Array {
  const pairs = new Int32Array(tokens.length).fill(-1);
  const open: number[] = [];
  tokens.forEach(({ kind, text }, i) => {
    if (kind !== "sign") return;
    if ("([{".includes(text)) open.push(i);
    else if (CLOSES[text]) {
      const at = open.findLastIndex((o) => tokens[o]!.text === CLOSES[text]);
      if (at < 0) return;
      pairs[open[at]!] = i;
      pairs[i] = open[at]!;
      open.length = at;
    }
  });
  return pairs;
}

/**
 * Where the code begins that a place stands in: behind the brace that is open in a text, null inside of a text itself,
 * and 0 outside of all texts. It looks at the line alone, since a text ends with its line.
 */
export function codeFrom(text: string, pos: number): number | null {
  const line = text.lastIndexOf("\n", pos - 1) + 1;
  /** Of each open text, where its open braces are; the innermost last. */
  const open: number[][] = [];
  for (let i = line; i < pos; i++) {
    const [braces, sign] = [open.at(-1), text[i]];
    const isText = braces?.length === 0;
    if (isText && sign === "\\") i++;
    else if (sign === '"') isText ? open.pop() : open.push([]);
    else if (sign === "{" && braces) braces.push(i + 1);
    else if (sign === "}" && !isText) braces?.pop();
    else if (!isText && text.startsWith("//", i)) return null;
  }
  return open.length ? (open.at(-1)!.at(-1) ?? null) : 0;
}
