// The focus by arrows: to the nearest button of the table in a direction.

const WAYS: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Moves the focus from the button that has it; whether there was anything to move to. */
export function nearest(host: HTMLElement, arrow: string): boolean {
  const all = [...host.querySelectorAll<HTMLElement>(".buttons button, .unlit button")];
  const from = all.find((b) => b === document.activeElement);
  const way = WAYS[arrow];
  if (!from || !way) {
    all[0]?.focus();
    return all.length > 0;
  }
  const middle = (b: HTMLElement) =>
    [b.offsetLeft + b.offsetWidth / 2, b.offsetTop + b.offsetHeight / 2] as const;
  const [x, y] = middle(from);
  const costs = all.flatMap((b) => {
    const [bx, by] = middle(b);
    const along = (bx - x) * way[0] + (by - y) * way[1];
    const aside = Math.abs((bx - x) * way[1]) + Math.abs((by - y) * way[0]);
    return b !== from && along > 1 ? [{ b, cost: along + 2 * aside }] : [];
  });
  costs.sort((a, b) => a.cost - b.cost)[0]?.b.focus();
  return true;
}
