// Rules as their author wrote them, in Markdown, as blocks of plain text: headings, paragraphs, lists, code, tables.
// Nothing in them is ever read as HTML.

export type Block =
  | { kind: "heading"; level: number; text: Span[] }
  | { kind: "text"; text: Span[] }
  | { kind: "list"; isOrdered: boolean; items: Span[][] }
  | { kind: "code"; text: string }
  | { kind: "table"; rows: Span[][][] };

export interface Span {
  text: string;
  is?: "strong" | "em" | "code";
}

export function blocksOf(markdown: string): Block[] {
  const lines = markdown.replace(/\r/g, "").split("\n");
  const blocks: Block[] = [];
  for (let i = 0; i < lines.length; ) {
    const [block, next] = blockAt(lines, i);
    if (block) blocks.push(block);
    i = next;
  }
  return blocks;
}

const INDENTED = /^ {4}\s*(?![-*\s]|\d+[.)])/;
const ITEM = /^\s*(?:[-*]|\d+[.)])\s+/;

function blockAt(lines: readonly string[], at: number): [Block | null, number] {
  const line = lines[at]!;
  if (!line.trim()) return [null, at + 1];
  if (line.startsWith("```")) {
    const end = lines.findIndex((l, i) => i > at && l.startsWith("```"));
    const stop = end < 0 ? lines.length : end;
    return [{ kind: "code", text: lines.slice(at + 1, stop).join("\n") }, stop + 1];
  }
  if (INDENTED.test(line)) {
    const rest = lines.findIndex((l, i) => i > at && l.trim() !== "" && !INDENTED.test(l));
    const own = lines.slice(at, rest < 0 ? lines.length : rest).map((l) => l.slice(4));
    return [{ kind: "code", text: own.join("\n").trimEnd() }, at + own.length];
  }
  const heading = /^(#{1,6})\s+(.*)$/.exec(line);
  if (heading) return [{ kind: "heading", level: heading[1]!.length, text: spansOf(heading[2]!) }, at + 1];
  const while_ = (holds: (line: string) => boolean): number => {
    let end = at;
    while (end < lines.length && holds(lines[end]!)) end++;
    return end;
  };
  if (line.startsWith("|")) {
    const end = while_((l) => l.startsWith("|"));
    const rows = lines.slice(at, end).filter((l) => !/^\|[\s:|-]+$/.test(l));
    const cells = (l: string) =>
      l
        .replace(/^\||\|\s*$/g, "")
        .split("|")
        .map((c) => spansOf(c.trim()));
    return [{ kind: "table", rows: rows.map(cells) }, end];
  }
  if (ITEM.test(line)) {
    const end = while_((l) => ITEM.test(l) || /^\s+\S/.test(l));
    const items: string[] = [];
    for (const l of lines.slice(at, end)) {
      if (ITEM.test(l)) items.push(l.replace(ITEM, ""));
      else items[items.length - 1] += ` ${l.trim()}`;
    }
    return [{ kind: "list", isOrdered: /^\s*\d/.test(line), items: items.map(spansOf) }, end];
  }
  const end = Math.max(
    at + 1,
    while_((l) => l.trim() !== "" && !/^(#{1,6}\s|```|\|)/.test(l) && !ITEM.test(l)),
  );
  return [{ kind: "text", text: spansOf(lines.slice(at, end).join(" ")) }, end];
}

/** Strong, emphasised and code; links are their text. */
function spansOf(text: string): Span[] {
  const plain = text.replace(/!?\[([^\]]*)\]\((?:[^()]|\([^()]*\))*\)/g, "$1");
  return plain.split(/(\*\*[^*]+\*\*|`[^`]+`|\*[^*\s][^*]*\*|_[^_\s][^_]*_)/).flatMap((part): Span[] => {
    if (!part) return [];
    if (/^\*\*.+\*\*$/.test(part)) return [{ text: part.slice(2, -2), is: "strong" }];
    if (/^`.+`$/.test(part)) return [{ text: part.slice(1, -1), is: "code" }];
    if (/^([*_]).+\1$/.test(part)) return [{ text: part.slice(1, -1), is: "em" }];
    return [{ text: part }];
  });
}
