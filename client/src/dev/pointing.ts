// Names in the editor: what one means is shown where the mouse rests on it, and F12, or a click with Ctrl or Cmd, goes to
// its declaration.

import type { Extension } from "@codemirror/state";
import { EditorView, hoverTooltip, keymap } from "@codemirror/view";
import { placeOf } from "./desk.svelte";
import { type Help, helpOf, type Meaning, meaningAt } from "./help";
import type { Place } from "./said";

interface Pointed {
  /** All files, as they are typed. */
  files: () => readonly { path: string; text: string }[];
  /** Goes to a place in any file. */
  onshow: (at: Place) => void;
}

const meant = ({ files }: Pointed, { state }: EditorView, pos: number): Meaning | null =>
  meaningAt(
    files().map(({ text }) => text),
    state.doc.toString(),
    pos,
  );

const helping = (pointed: Pointed): Extension =>
  hoverTooltip((view, pos) => {
    const meaning = meant(pointed, view, pos);
    const help = meaning && helpOf(meaning, view.state.doc.toString());
    if (!help) return null;
    return { pos: meaning.from, end: meaning.to, above: true, create: () => ({ dom: drawn(help) }) };
  });

function drawn({ code, says }: Help): HTMLElement {
  const whole = document.createElement("div");
  whole.className = "cm-help";
  const line = document.createElement("code");
  line.textContent = code;
  whole.append(line);
  if (says) whole.append(Object.assign(document.createElement("div"), { textContent: says }));
  return whole;
}

/** Whether the name at a place is declared in one of the files, to which it goes then. */
function go(view: EditorView, pos: number, pointed: Pointed): boolean {
  const declared = meant(pointed, view, pos)?.declared;
  const file = declared && pointed.files().find(({ text }) => text === declared.text);
  if (!file) return false;
  pointed.onshow(placeOf(file.path, file.text, declared.at, declared.at + declared.name.length));
  return true;
}

const theme = EditorView.theme({
  ".cm-help": { padding: "6px 9px", font: "13px / 1.4 system-ui, 'Noto Sans', 'DejaVu Sans', sans-serif" },
  ".cm-help code": { fontFamily: "ui-monospace, 'DejaVu Sans Mono', monospace", whiteSpace: "pre-wrap" },
  ".cm-help div": { color: "var(--ink-2)" },
});

export const pointing = (pointed: Pointed): Extension => [
  theme,
  helping(pointed),
  keymap.of([
    {
      key: "F12",
      preventDefault: true,
      run: (view) => go(view, view.state.selection.main.head, pointed),
    },
  ]),
  EditorView.domEventHandlers({
    mousedown: (event, view) => {
      const isGo = event.button === 0 && (event.ctrlKey || event.metaKey);
      const pos = isGo ? view.posAtCoords({ x: event.clientX, y: event.clientY }) : null;
      return pos !== null && go(view, pos, pointed);
    },
  }),
];
