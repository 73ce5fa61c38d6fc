// The editor: CodeMirror with TGDL, the problems of the desk and their fixes. It knows no socket.

import {
  acceptCompletion,
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  closeCompletion,
  completionKeymap,
  completionStatus,
} from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import {
  bracketMatching,
  HighlightStyle,
  indentOnInput,
  indentUnit,
  syntaxHighlighting,
} from "@codemirror/language";
import { type Diagnostic, lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import { Annotation, EditorSelection, EditorState } from "@codemirror/state";
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
} from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { completing } from "./completion";
import { rangeOf } from "./desk.svelte";
import { hanging, indenting, signed } from "./indent";
import { pointing } from "./pointing";
import { type Place, type Problem, pieces } from "./said";
import { tgdl } from "./tgdl";

export interface Deeds {
  ontype: (text: string) => void;
  onsave: () => void;
  onfix: (problem: Problem) => void;
  onexplain: (code: string) => void;
  /** All files, as they are typed. */
  files: () => readonly { path: string; text: string }[];
  /** Goes to a place in any file. */
  onshow: (at: Place) => void;
}

/** A change of the text that nobody typed. */
const given = Annotation.define<true>();

const colours = HighlightStyle.define([
  { tag: tags.keyword, color: "var(--code-word)", fontWeight: "600" },
  { tag: tags.controlKeyword, color: "var(--code-word)" },
  { tag: tags.string, color: "var(--code-text)" },
  { tag: [tags.number, tags.atom], color: "var(--code-value)" },
  { tag: tags.typeName, color: "var(--code-type)" },
  { tag: tags.function(tags.variableName), color: "var(--code-call)" },
  { tag: tags.comment, color: "var(--ink-2)", fontStyle: "italic" },
]);

const theme = EditorView.theme({
  "&": { height: "100%", fontSize: "13.5px", backgroundColor: "var(--paper)", color: "var(--ink)" },
  ".cm-scroller": { fontFamily: "ui-monospace, 'DejaVu Sans Mono', monospace", lineHeight: "1.5" },
  ".cm-gutters": { backgroundColor: "var(--surface)", color: "var(--ink-2)", border: "0" },
  ".cm-activeLine, .cm-activeLineGutter": {
    backgroundColor: "color-mix(in oklab, var(--accent) 8%, transparent)",
  },
  "&.cm-focused .cm-selectionBackground, .cm-selectionBackground": {
    backgroundColor: "color-mix(in oklab, var(--accent) 28%, transparent) !important",
  },
  ".cm-cursor": { borderLeftColor: "var(--ink)" },
  ".cm-tooltip, .cm-panels": {
    backgroundColor: "var(--surface)",
    color: "var(--ink)",
    borderColor: "var(--line)",
  },
  ".cm-tooltip": {
    maxWidth: "520px",
    border: "1px solid var(--line)",
    borderRadius: "8px",
    boxShadow: "0 4px 16px #0003",
  },
  ".cm-tooltip-lint": {
    padding: "4px",
    font: "13.5px / 1.4 system-ui, 'Noto Sans', 'DejaVu Sans', sans-serif",
  },
  ".cm-diagnostic": { padding: "4px 8px", borderLeft: "3px solid var(--line)" },
  ".cm-diagnostic-error": { borderLeftColor: "var(--warn)" },
  ".cm-diagnostic code": { fontFamily: "ui-monospace, 'DejaVu Sans Mono', monospace", fontSize: "13px" },
  ".cm-diagnosticText": { whiteSpace: "pre-wrap" },
  ".cm-diagnosticSource": { color: "var(--ink-2)", opacity: "1", fontSize: "12px" },
  ".cm-diagnosticAction, .cm-panel.cm-search .cm-button": {
    font: "13px / 1.4 system-ui, 'Noto Sans', 'DejaVu Sans', sans-serif",
    color: "var(--ink)",
    background: "var(--paper)",
    border: "1px solid var(--line)",
    borderRadius: "8px",
    padding: "1px 9px",
    margin: "0 6px 0 0",
    cursor: "pointer",
  },
  ".cm-diagnosticAction": { margin: "0 0 0 8px" },
  ".cm-diagnosticAction code": { fontSize: "12px" },
  ".cm-panels-bottom": { borderTop: "1px solid var(--line)" },
  ".cm-panel.cm-search": {
    padding: "6px 30px 6px 8px",
    font: "13px / 1.4 system-ui, 'Noto Sans', 'DejaVu Sans', sans-serif",
  },
  ".cm-panel.cm-search .cm-textfield": {
    font: "inherit",
    fontSize: "13px",
    color: "var(--ink)",
    background: "var(--paper)",
    border: "1px solid var(--line)",
    borderRadius: "8px",
    padding: "1px 8px",
    margin: "2px 6px 2px 0",
  },
  ".cm-panel.cm-search label": { fontSize: "13px", margin: "0 8px 0 0", whiteSpace: "nowrap" },
  ".cm-panel.cm-search [name=close]": {
    color: "var(--ink-2)",
    fontSize: "18px",
    right: "8px",
    top: "4px",
    cursor: "pointer",
  },
  ".cm-searchMatch": { backgroundColor: "color-mix(in oklab, var(--lit) 30%, transparent)" },
  ".cm-searchMatch-selected": { backgroundColor: "color-mix(in oklab, var(--lit) 60%, transparent)" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul": {
    fontFamily: "ui-monospace, 'DejaVu Sans Mono', monospace",
    fontSize: "13px",
    maxHeight: "14em",
  },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li": { padding: "1px 8px" },
  ".cm-tooltip-autocomplete ul li[aria-selected]": {
    backgroundColor: "color-mix(in oklab, var(--accent) 22%, var(--surface)) !important",
    color: "var(--ink) !important",
  },
  ".cm-completionMatchedText": { textDecoration: "none", fontWeight: "700" },
  ".cm-completionDetail": { color: "var(--ink-2)", fontStyle: "normal", fontSize: "12px" },
  ".cm-completionInfo": {
    padding: "6px 9px",
    font: "13px / 1.4 system-ui, 'Noto Sans', 'DejaVu Sans', sans-serif",
  },
  ".cm-matchingBracket": { backgroundColor: "color-mix(in oklab, var(--lit) 35%, transparent)" },
});

/** Takes what is chosen in the list. A list that has just opened takes nothing yet, but nor is the line indented. */
const accept = (view: EditorView): boolean =>
  acceptCompletion(view) || completionStatus(view.state) === "active";

/** A file in the editor; another one is another state. */
export function stateOf(text: string, isReadOnly: boolean, deeds: Deeds): EditorState {
  const { ontype, onsave } = deeds;
  const texts = () => deeds.files().map(({ text }) => text);
  const saving = {
    key: "Mod-s",
    preventDefault: true,
    run: (view: EditorView) => {
      closeCompletion(view);
      onsave();
      return true;
    },
  };
  return EditorState.create({
    doc: text,
    extensions: [
      lineNumbers(),
      lintGutter(),
      history(),
      drawSelection(),
      indenting,
      indentOnInput(),
      closeBrackets(),
      autocompletion({ override: [completing(texts)], icons: false }),
      pointing(deeds),
      indentUnit.of("    "),
      bracketMatching(),
      highlightActiveLine(),
      highlightActiveLineGutter(),
      highlightSelectionMatches(),
      syntaxHighlighting(colours),
      tgdl,
      theme,
      EditorState.readOnly.of(isReadOnly),
      EditorView.lineWrapping,
      hanging,
      signed,
      EditorView.contentAttributes.of({ "aria-label": "source", tabindex: "0" }),
      EditorView.updateListener.of((update) => {
        if (update.docChanged && !update.transactions.some((t) => t.annotation(given)))
          ontype(update.state.doc.toString());
      }),
      keymap.of([
        saving,
        ...closeBracketsKeymap,
        ...completionKeymap,
        { key: "Tab", run: accept },
        ...defaultKeymap,
        ...historyKeymap,
        ...searchKeymap,
        ...lintKeymap,
        indentWithTab,
      ]),
    ],
  });
}

/** Marks the problems of a file. */
export function mark(view: EditorView, path: string, problems: readonly Problem[], deeds: Deeds): void {
  const text = view.state.doc.toString();
  const own = problems.filter((problem) => problem.at.file === path);
  const all = own.map((problem): Diagnostic => {
    const [from, to] = rangeOf(text, problem.at);
    const message = [problem.message, problem.label, ...(problem.hints ?? [])].filter(Boolean).join("\n");
    const fix = problem.fix?.at.file === path ? problem.fix : null;
    return {
      from,
      to,
      severity: problem.severity,
      source: problem.code,
      message,
      renderMessage: () => drawn(message),
      actions: [
        ...(fix
          ? [{ name: fixName(fix.replacement).replaceAll("`", ""), apply: () => deeds.onfix(problem) }]
          : []),
        { name: "explain", apply: () => deeds.onexplain(problem.code) },
      ],
    };
  });
  view.dispatch(setDiagnostics(view.state, all));
}

/** A message with its code as code. */
function drawn(message: string): Node {
  const all = pieces(message).map(({ text, isCode }) => {
    if (!isCode) return text;
    const code = document.createElement("code");
    code.textContent = text;
    return code;
  });
  const whole = document.createElement("span");
  whole.append(...all);
  return whole;
}

export const fixName = (replacement: string): string =>
  replacement.trim() ? `write \`${replacement.trim().slice(0, 40)}\`` : "take it out";

/** Takes over a text, keeping what is alike, so that the cursor stays. */
export function replace(view: EditorView, text: string): void {
  const now = view.state.doc.toString();
  if (now === text) return;
  let from = 0;
  while (from < now.length && from < text.length && now[from] === text[from]) from++;
  let [end, newEnd] = [now.length, text.length];
  while (end > from && newEnd > from && now[end - 1] === text[newEnd - 1]) {
    end--;
    newEnd--;
  }
  view.dispatch({
    changes: { from, to: end, insert: text.slice(from, newEnd) },
    annotations: given.of(true),
  });
}

/** Goes to a place. */
export function show(view: EditorView, at: Place): void {
  const [from, to] = rangeOf(view.state.doc.toString(), at);
  view.dispatch({
    selection: EditorSelection.single(from, to),
    effects: EditorView.scrollIntoView(from, { y: "center" }),
  });
  view.focus();
}
