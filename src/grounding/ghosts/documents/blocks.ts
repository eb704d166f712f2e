/** A span of code within a text, and where it stands in the text's plain form. */
export interface Span {
  readonly text: string;
  readonly at: number;
  readonly line: number;
}

export interface Heading {
  readonly level: number;
  readonly text: string;
}

interface Common {
  readonly line: number;
  /** The words as a reader sees them. */
  readonly text: string;
  readonly spans: readonly Span[];
  /** The headings that it stands under, outermost first; a heading stands under itself. */
  readonly under: readonly Heading[];
}

export interface TextBlock extends Common {
  readonly kind: "heading" | "paragraph" | "item" | "row";
  /** Of a heading its level, of an item how deep it stands. */
  readonly depth: number;
  /** Of a row what stands in its first cell, else the text. */
  readonly lead: string;
}
export interface CodeBlock extends Common {
  readonly kind: "code";
  readonly language: string;
}
export type Block = TextBlock | CodeBlock;

/* A reader of Markdown, line by line: enough to tell prose, lists, tables and code apart, in a time that grows with the text alone. */

const FRONT_MATTER = /^---\r?\n[\s\S]*?\r?\n---(?=\r?\n|$)/;
const FENCE = /^[\s>]*(?:[-*+]\s+|\d+[.)]\s+)?(`{3,}|~{3,})\s*([\w.+-]*)/;
const HEADING = /^ {0,3}(#{1,6})\s+(.*)$/;
const UNDERLINE = /^ {0,3}(=+|-{2,})\s*$/;
const ITEM = /^([\s>]*)(?:[-*+]|\d{1,4}[.)])\s+(.*)$/;
const ROW = /^[\s>]*\|(.*)$/;
const DELIMITER = /^[\s|:-]+$/;
const INDENTED = /^(?: {4}|\t)/;
const CODE_SPAN = /(?<!`)(`{1,2})(?!`)(.{1,300}?)(?<!`)\1(?!`)/g;
/** What is longer was not written by hand; and no pattern here may labour over it. */
const LONGEST_LINE = 4000;
const LONGEST_HEADING = 200;

const blanked = (text: string): string => text.replace(/[^\n]/g, " ");

/** Without pictures, addresses, tags and emphasis. */
const plain = (text: string): string =>
  text
    .replace(/!\[[^\]]{0,300}\]\([^)]{0,300}\)/g, "")
    .replace(/\[([^\]]{0,300})\](?:\([^)]{0,300}\)|\[[^\]]{0,300}\])/g, "$1")
    .replace(/<\/?[a-z][^<>]{0,300}>/gi, "")
    .replace(/\*+|(?<!\w)_+|_+(?!\w)|\\(?=\W)/g, "");

/** Each comment is found once, however many are never closed. */
function withoutComments(text: string): string {
  let kept = "";
  let at = 0;
  for (let from = text.indexOf("<!--"); from >= 0; from = text.indexOf("<!--", at)) {
    const to = text.indexOf("-->", from);
    if (to < 0) break;
    kept += text.slice(at, from) + blanked(text.slice(from, to + 3));
    at = to + 3;
  }
  return kept + text.slice(at);
}

interface Line {
  readonly text: string;
  readonly line: number;
}

/** The lines of one block as a reader sees them. */
function read(lines: readonly Line[]): { text: string; spans: Span[] } {
  const spans: Span[] = [];
  let text = "";
  const add = (more: string) => {
    text += text === "" ? more.trimStart() : more;
  };
  for (const { text: source, line } of lines) {
    if (text !== "") text += " ";
    let at = 0;
    for (const match of source.matchAll(CODE_SPAN)) {
      add(plain(source.slice(at, match.index)));
      const code = (match[2] ?? "").trim();
      spans.push({ text: code, at: text.length, line });
      text += code;
      at = match.index + match[0].length;
    }
    add(plain(source.slice(at)));
  }
  return { text: text.trimEnd(), spans };
}

/** Reads a Markdown text into the blocks that may promise something, in their order. */
export function* blocksOf(given: string): Generator<Block> {
  const source = withoutComments(given.replace(FRONT_MATTER, blanked));
  const lines = source.split(/\r?\n/).map((line) => line.slice(0, LONGEST_LINE));
  let blocks: Block[] = [];
  let under: readonly Heading[] = [];
  let open: { kind: "paragraph" | "item"; depth: number; lines: Line[] } | undefined;
  const push = (kind: TextBlock["kind"], depth: number, of: readonly Line[], lead?: string) => {
    const content = read(of);
    blocks.push({ kind, depth, line: of[0]?.line ?? 1, ...content, under, lead: lead ?? content.text });
  };
  const close = () => {
    if (open) push(open.kind, open.depth, open.lines);
    open = undefined;
  };
  const heading = (level: number, of: readonly Line[]) => {
    under = [...under.filter((one) => one.level < level), { level, text: read(of).text.slice(0, LONGEST_HEADING) }];
    push("heading", level, of);
  };
  const code = (from: number, language: string, isIn: (line: string) => boolean): number => {
    let to = from;
    while (to < lines.length && isIn(lines[to] ?? "")) to++;
    const text = lines.slice(from, to).join("\n");
    blocks.push({ kind: "code", language: language.toLowerCase(), line: from + 1, text, spans: [], under });
    return to;
  };

  for (let at = 0; at < lines.length; at++) {
    yield* blocks;
    blocks = [];
    const text = lines[at] ?? "";
    const here = { text, line: at + 1 };
    const [, fence, language = ""] = FENCE.exec(text) ?? [];
    const [, marks, title = ""] = HEADING.exec(text) ?? [];
    const item = ITEM.exec(text);
    const row = ROW.exec(text)?.[1]?.trimEnd().replace(/\|$/, "");
    if (fence !== undefined) {
      close();
      at = code(at + 1, language, (line) => !line.replace(/^[\s>]*/, "").startsWith(fence));
    } else if (marks !== undefined) {
      close();
      heading(marks.length, [{ ...here, text: title.replace(/\s#+\s*$/, "") }]);
    } else if (text.trim() === "") close();
    else if (open?.kind === "paragraph" && UNDERLINE.test(text)) {
      heading(text.includes("=") ? 1 : 2, open.lines);
      open = undefined;
    } else if (row !== undefined) {
      close();
      const first = { ...here, text: row.split(/(?<!\\)\|/, 1)[0] ?? "" };
      const isHead = DELIMITER.test(lines[at + 1] ?? "") && (lines[at + 1] ?? "").includes("-");
      if (!isHead && !DELIMITER.test(text))
        push("row", 0, [{ ...here, text: row.replace(/(?<!\\)\|/g, " ") }], read([first]).text);
    } else if (item && !DELIMITER.test(text)) {
      close();
      const depth = (item[1] ?? "").replace(/[>\t]/g, "  ").length >= 2 ? 1 : 0;
      open = { kind: "item", depth, lines: [{ ...here, text: item[2] ?? "" }] };
    } else if (!open && INDENTED.test(text)) at = code(at, "", (line) => INDENTED.test(line) || line.trim() === "") - 1;
    else if (open) open.lines.push({ ...here, text: text.trim() });
    else open = { kind: "paragraph", depth: 0, lines: [here] };
  }
  close();
  yield* blocks;
}
