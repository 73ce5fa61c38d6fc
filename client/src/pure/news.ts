// What is new for a viewer, of all lines of the log and the chat. No DOM, no clock.

import type { Line } from "./say";

/** Lines of the log with others between them, each behind what came with its step. */
export function inTimeOrder(log: readonly Line[], between: readonly Line[]): Line[] {
  const at = ({ v = 0 }: Line) => v;
  // Lines of one step stay in this order.
  return [...log, ...between].sort((a, b) => at(a) - at(b));
}

/** What others say that was not read, of which so many lines were. */
export const unreadOf = (lines: readonly Line[], read: number): Line[] =>
  lines.filter(({ said }) => said && !said.isOwn && said.n > read);

/** The number of the last line that was said. */
export const lastSaid = (lines: readonly Line[]): number =>
  Math.max(-1, ...lines.flatMap(({ said }) => (said ? [said.n] : [])));

/**
 * What others and the rules did since the viewer's last choice, and what is said and not read. What the choice itself led to
 * is news until something else comes.
 */
export function newsOf(lines: readonly Line[], seat: number | null, read: number): Line[] {
  const last = seat === null ? -1 : lines.findLastIndex(({ by }) => by === seat);
  const unread = new Set(unreadOf(lines, read));
  const own = lines[last]?.v;
  const isOwn = ({ said, v }: Line) => !said && own !== undefined && v === own;
  const isNew = (line: Line, i: number) => (line.said ? unread.has(line) : i > last);
  const hasMore = lines.some((line, i) => i > last && isNew(line, i) && !isOwn(line));
  return lines.filter((line, i) => isNew(line, i) && !(hasMore && isOwn(line)));
}

/** What the rules tell of each seat alone, by lines that begin with its name, without that. */
export function toldOf(news: readonly Line[], names: readonly string[]): string[] {
  const told = news.filter(({ by, said }) => by === undefined && !said).map(({ text }) => text);
  const begins = (text: string, name: string) =>
    text.startsWith(name) && /^(?: |: )\S/u.test(text.slice(name.length));
  // Of two names that begin alike the longer one is meant.
  const isOf = (text: string, name: string) =>
    begins(text, name) && !names.some((other) => other.length > name.length && begins(text, other));
  return names.map((name) =>
    told
      .filter((text) => isOf(text, name))
      .map((text) => text.slice(name.length).replace(/^:? /u, ""))
      .filter((text) => !names.some((other) => other !== name && text.includes(other)))
      .join(" · "),
  );
}

/** How much wider a bold letter is. */
const BOLD = 1.13;

/** A line of the news: what the rules tell, and what somebody says, is more than what others do. */
export interface NewsLine {
  text: string;
  isTold: boolean;
}

/**
 * The lines that have room for so many plain letters, in the order in which they came: first the newest of all, then the
 * newest that the rules told or somebody said, then those of the others; the very first goes in whole or not.
 */
export function inOne(news: readonly Line[], letters: number): { isCut: boolean; lines: NewsLine[] } {
  const all = news.map(
    ({ text, said, by }): NewsLine => ({
      text: said ? `${said.who}: ${text}` : text,
      isTold: by === undefined,
    }),
  );
  const newest = all.toReversed();
  const shown = new Set<NewsLine>();
  const room = ({ text, isTold }: NewsLine) => text.length * (isTold ? BOLD : 1) + 3;
  let left = letters;
  const [first, ...others] = newest;
  const told = others.filter((line) => line.isTold);
  for (const line of [...(first ? [first] : []), ...told, ...others.filter((line) => !line.isTold)]) {
    if (shown.size > 0 && room(line) > left) break;
    shown.add(line);
    left -= room(line);
  }
  return { isCut: shown.size < all.length, lines: all.filter((line) => shown.has(line)) };
}
