// Keys that mean something on a table mean nothing where somebody writes.

/** Whether somebody writes there, or chooses from a list. */
export const isWrittenIn = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches("input, select, textarea"));
