// How TGDL is coloured: words, texts with what stands in braces in them, numbers, comments. It reads no structure; what
// a text means is said by the desk.

import { StreamLanguage, type StringStream } from "@codemirror/language";

const words = (text: string) => new Set(text.split(" "));

/** What begins a declaration or a part of one. */
const DECLARATIONS = words(
  "game import export as enum class interactable event modifier layers function board deck zone dice turn phase " +
    "option param look setup test action attribute input filter require effect trigger before after extends on " +
    "override global const abstract about where from per visible of default ensure open secret",
);
const STATEMENTS = words(
  "if else while for in return continue break new raise winner score eliminate fail expect let base this var " +
    "assign suppose",
);
/** These are never names. */
const RESERVED = words(
  "as base break class continue else enum event false for function if import in interactable is new null player " +
    "return this true var while winner",
);
const VALUES = words("true false null actor");
const TYPES = words("number string bool player void List Map tile edge corner place");

/** All words that mean something to the language. */
export const WORDS: readonly string[] = [
  ...new Set([...DECLARATIONS, ...STATEMENTS, ...RESERVED, ...VALUES, ...TYPES]),
];

/** What stands before a member, as in `m.tile`; not the two dots of a range. */
const MEMBER = /(^|[^.])\.\s*$/;
/** What stands behind a word that is a name there, as most words can be: `of(p)`, `on = 3`, `on: at`, `filter != null`. */
const NAMED = /^([([]|\s*([.,;:)\]=+*%&|?<>]|!=|-[\s=-]|\/(?!\/)))/;

interface State {
  /** Of each text that is open, how many braces are open in it; 0 in the text itself. */
  open: number[];
}

function token(stream: StringStream, state: State): string | null {
  const inside = state.open.at(-1);
  if (inside === 0) return text(stream, state);
  if (stream.eatSpace()) return null;
  if (stream.match("//")) {
    stream.skipToEnd();
    return "comment";
  }
  if (stream.match('"')) {
    state.open.push(0);
    return "string";
  }
  if (stream.match(/^'[^']*'?/)) return "string";
  if (stream.match(/^\d+(\.\d+)?([eE][+-]?\d+)?/)) return "number";
  const word = stream.match(/^[\p{L}_][\p{L}\p{N}_]*/u);
  if (Array.isArray(word)) return kindOf(word[0], stream);
  const sign = stream.next();
  if (inside !== undefined && sign === "{") state.open[state.open.length - 1] = inside + 1;
  if (inside !== undefined && sign === "}") {
    state.open[state.open.length - 1] = inside - 1;
    if (inside === 1) return "string";
  }
  return sign && "{}()[]".includes(sign) ? "bracket" : "operator";
}

function text(stream: StringStream, state: State): string {
  while (!stream.eol()) {
    const sign = stream.next();
    if (sign === "\\") stream.next();
    else if (sign === '"') {
      state.open.pop();
      return "string";
    } else if (sign === "{") {
      state.open[state.open.length - 1] = 1;
      return "string";
    }
  }
  // A text ends with its line.
  state.open = [];
  return "string";
}

function kindOf(word: string, stream: StringStream): string {
  const [before, behind] = [stream.string.slice(0, stream.start), stream.string.slice(stream.pos)];
  const canBeName = !RESERVED.has(word);
  const isMember = canBeName && MEMBER.test(before);
  if (!isMember && VALUES.has(word)) return "atom";
  if (!isMember && TYPES.has(word) && !(canBeName && behind.startsWith("("))) return "typeName";
  if (!isMember && !(canBeName && NAMED.test(behind))) {
    if (DECLARATIONS.has(word)) return "keyword";
    if (STATEMENTS.has(word)) return "controlKeyword";
  }
  if (/^\p{Lu}/u.test(word)) return "typeName";
  return behind.startsWith("(") ? "variableName.function" : "variableName";
}

export const tgdl = StreamLanguage.define<State>({
  name: "tgdl",
  startState: () => ({ open: [] }),
  copyState: ({ open }) => ({ open: [...open] }),
  token,
  languageData: {
    commentTokens: { line: "//" },
    closeBrackets: { brackets: ["(", "[", "{", '"'] },
    indentOnInput: /^\s*[)\]}]$/,
  },
});
