// Two texts line by line: what both have, and what one of them alone has. No DOM.

export interface DiffLine {
  /** Whose line it is; `skipped` stands for lines that both have, of which `text` says how many. */
  of: "both" | "mine" | "theirs" | "skipped";
  text: string;
}

/** So many lines around a difference are shown. */
const AROUND = 2;
/** Between longer pieces no common lines are looked for. */
const MOST = 2000;

/** What differs, with some lines around it. */
export function differences(mine: string, theirs: string): DiffLine[] {
  const all = diff(mine.split("\n"), theirs.split("\n"));
  const isNear = (i: number) =>
    all.slice(Math.max(0, i - AROUND), i + AROUND + 1).some(({ of }) => of !== "both");
  const shown: DiffLine[] = [];
  let skipped = 0;
  const close = () => {
    if (skipped) shown.push({ of: "skipped", text: `${skipped}` });
    skipped = 0;
  };
  for (const [i, line] of all.entries()) {
    if (isNear(i)) {
      close();
      shown.push(line);
    } else skipped++;
  }
  close();
  return shown;
}

function diff(mine: readonly string[], theirs: readonly string[]): DiffLine[] {
  let from = 0;
  while (from < mine.length && from < theirs.length && mine[from] === theirs[from]) from++;
  let [a, b] = [mine.length, theirs.length];
  while (a > from && b > from && mine[a - 1] === theirs[b - 1]) {
    a--;
    b--;
  }
  const both = (text: string): DiffLine => ({ of: "both", text });
  return [
    ...mine.slice(0, from).map(both),
    ...between(mine.slice(from, a), theirs.slice(from, b)),
    ...mine.slice(a).map(both),
  ];
}

/** Along a longest common row of lines. */
function between(mine: readonly string[], theirs: readonly string[]): DiffLine[] {
  const own = (text: string): DiffLine => ({ of: "mine", text });
  const other = (text: string): DiffLine => ({ of: "theirs", text });
  const [n, m] = [mine.length, theirs.length];
  if (n === 0 || m === 0 || n > MOST || m > MOST) return [...theirs.map(other), ...mine.map(own)];
  const width = m + 1;
  const longest = new Uint16Array((n + 1) * width);
  for (let i = n - 1; i >= 0; i--)
    for (let j = m - 1; j >= 0; j--)
      longest[i * width + j] =
        mine[i] === theirs[j]
          ? longest[(i + 1) * width + j + 1]! + 1
          : Math.max(longest[(i + 1) * width + j]!, longest[i * width + j + 1]!);
  const all: DiffLine[] = [];
  let [i, j] = [0, 0];
  while (i < n || j < m) {
    if (i < n && j < m && mine[i] === theirs[j]) {
      all.push({ of: "both", text: mine[i]! });
      i++;
      j++;
    } else if (j < m && (i === n || longest[i * width + j + 1]! >= longest[(i + 1) * width + j]!))
      all.push(other(theirs[j++]!));
    else all.push(own(mine[i++]!));
  }
  return all;
}
