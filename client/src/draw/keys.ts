// What keys mean on a table; where somebody writes they mean nothing.

/** Whether somebody writes there, or chooses from a list. */
export const isWrittenIn = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches("input, select, textarea"));

interface Does {
  /** By the keys that have a meaning of their own. */
  keys: Readonly<Record<string, () => void>>;
  number: (n: number) => void;
  /** Whether there was anything in that direction. */
  arrow: (key: string) => boolean;
}

/** Does what a key means. */
export function pressed(e: KeyboardEvent, { keys, number, arrow }: Does): void {
  if (isWrittenIn(e.target) || e.ctrlKey || e.metaKey || e.altKey) return;
  if (/^[1-9]$/.test(e.key)) number(Number(e.key));
  else if (e.key.startsWith("Arrow")) {
    if (arrow(e.key)) e.preventDefault();
  } else if (keys[e.key]) {
    // A key that opens a list is not written into it; a dialog is closed by its own.
    if (e.key !== "Escape") e.preventDefault();
    keys[e.key]!();
  }
}
