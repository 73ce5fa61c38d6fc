// How far a line of TGDL is indented, by the bracket that it stands in, and how the rest of a line that is wrapped goes
// on below its first words. It reads no more structure than brackets.

import { type IndentContext, indentService } from "@codemirror/language";
import type { Extension, Text } from "@codemirror/state";
import { Prec, RangeSetBuilder } from "@codemirror/state";
import {
  Decoration,
  type DecorationSet,
  type EditorView,
  MatchDecorator,
  ViewPlugin,
  type ViewUpdate,
} from "@codemirror/view";

const STEP = 4;
/** Texts and comments, in which brackets mean nothing. */
const SILENT = /"(?:\\.|[^"\\])*"?|'[^']*'?|\/\/.*/g;
const OPENS = "([{";
const CLOSES = ")]}";
const blank = (text: string): string => text.match(/^\s*/)![0];

/** The number of the line with the bracket that is open before a line; null in none. */
function opened(doc: Text, line: number): number | null {
  let closed = 0;
  for (let n = line - 1; n >= 1; n--) {
    const signs = [...doc.line(n).text.replace(SILENT, "")].reverse();
    for (const sign of signs) {
      if (CLOSES.includes(sign)) closed++;
      else if (OPENS.includes(sign) && closed-- === 0) return n;
    }
  }
  return null;
}

/** In columns: that of the line with the open bracket, and a step more unless the line itself begins with its end. */
export function indentOf(doc: Text, line: number, behind: string): number {
  const at = opened(doc, line);
  if (at === null) return 0;
  const columns = [...blank(doc.line(at).text)].reduce((sum, sign) => sum + (sign === "\t" ? STEP : 1), 0);
  const first = behind.trimStart()[0];
  return columns + (first && CLOSES.includes(first) ? 0 : STEP);
}

/** Where a line is broken just now, what stands before the break counts. */
export const indenting: Extension = indentService.of((context: IndentContext, at: number) => {
  const { doc } = context.state;
  const line = doc.lineAt(at);
  const behind = context.lineAt(at, 1).text;
  if (context.simulatedBreak !== at) return indentOf(doc, line.number, behind);
  const before = doc.replace(at, doc.length, doc.slice(0, 0)).toString();
  const broken = context.state.toText(`${before}\n`);
  return indentOf(broken, broken.lines, behind);
});

/** How much further the rest of a wrapped line stands. */
const MORE = 2;

function hung(view: EditorView): DecorationSet {
  const all = new RangeSetBuilder<Decoration>();
  for (const { from, to } of view.visibleRanges) {
    for (let at = from; at <= to; ) {
      const line = view.state.doc.lineAt(at);
      const before = blank(line.text);
      if (!before.includes("\t")) {
        const columns = before.length + MORE;
        const style = `text-indent: -${columns}ch; padding-left: calc(6px + ${columns}ch)`;
        all.add(line.from, line.from, Decoration.line({ attributes: { style } }));
      }
      at = line.to + 1;
    }
  }
  return all.finish();
}

/** The rest of a wrapped line keeps the indentation of its line. */
export const hanging: Extension = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;
    constructor(view: EditorView) {
      this.decorations = hung(view);
    }
    update({ docChanged, viewportChanged, view }: ViewUpdate) {
      if (docChanged || viewportChanged) this.decorations = hung(view);
    }
  },
  { decorations: (plugin) => plugin.decorations },
);

const unbroken = new MatchDecorator({
  regexp: /(?<=[\s([{,:!])-[\p{L}\p{N}_(]/gu,
  decoration: Decoration.mark({ attributes: { style: "white-space: nowrap" } }),
});

/**
 * A line may be wrapped behind any `-`, but not behind the sign of what follows: `-played(p)`. No style says so.
 * The lowest are outermost: where others part the two signs, a line could be wrapped between them.
 */
export const signed: Extension = Prec.lowest(
  ViewPlugin.fromClass(
    class {
      decorations: DecorationSet;
      constructor(view: EditorView) {
        this.decorations = unbroken.createDeco(view);
      }
      update(update: ViewUpdate) {
        this.decorations = unbroken.updateDeco(update, this.decorations);
      }
    },
    { decorations: (plugin) => plugin.decorations },
  ),
);
