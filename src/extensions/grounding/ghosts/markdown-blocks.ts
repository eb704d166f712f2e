import MarkdownIt from "markdown-it";

export interface Span {
  readonly text: string;
  readonly line: number;
}

export interface Block {
  readonly kind: "heading" | "paragraph" | "item" | "row" | "code";
  readonly line: number;
  /** As a reader sees it; of code as it is. */
  readonly text: string;
  readonly spans: readonly Span[];
  /** The span that it begins with: the name that a heading, an item or a row explains. */
  readonly lead: Span | undefined;
  /** The headings above it, outermost first, without the title; a heading includes itself. */
  readonly under: readonly string[];
  /** Of code. */
  readonly language: string;
  /** An item of a top-level list. */
  readonly isTop: boolean;
}

/** Only blocks are parsed, which takes a time that grows with the text alone; spans of code are found line by line. */
const parser = new MarkdownIt("commonmark", { html: true }).disable("inline").enable("table");

const FRONT_MATTER = /^---\n(?:.*\n)*?---(?=\n|$)/;
const CODE_SPAN = /(?<!`)(`{1,2})(?!`)(.{1,300}?)(?<!`)\1(?!`)/g;
const LEAD = /^[\s*_[\]]{0,5}`/;
/** Longer lines are generated, and would slow the patterns down. */
const LONGEST_LINE = 4000;

/** Without pictures, addresses, tags and marks. */
const plain = (text: string): string =>
  text
    .replace(/!\[[^\]]{0,300}\]\([^)]{0,300}\)/g, "")
    .replace(/\[([^\]]{0,300})\](?:\([^)]{0,300}\)|\[[^\]]{0,300}\])/g, "$1")
    .replace(/<\/?[a-z][^<>]{0,300}>/gi, "")
    .replace(/\*+|`+|(?<!\w)_+|_+(?!\w)|\\(?=\W)/g, "")
    .trim();

function textBlock(kind: Block["kind"], line: number, content: string, under: readonly string[], isTop = true): Block {
  const lines = content.split("\n");
  const spans = lines.flatMap((text, at) =>
    [...text.matchAll(CODE_SPAN)].map((found): Span => ({ text: (found[2] ?? "").trim(), line: line + at })),
  );
  const lead = kind !== "paragraph" && LEAD.test(content) ? spans[0] : undefined;
  return { kind, line, isTop, text: lines.map(plain).join(" "), spans, lead, under, language: "" };
}

/** The blocks of a text that may promise something, in their order. */
export function* blocksOf(text: string): Generator<Block> {
  const lines = text.split(/\r?\n/).map((line) => line.slice(0, LONGEST_LINE));
  const body = lines.join("\n").replace(FRONT_MATTER, (front) => front.replace(/.+/g, ""));
  let headings: readonly { readonly level: number; readonly text: string }[] = [];
  let before = { type: "", tag: "" };
  let line = 1;
  let cells: string[] = [];
  let isNewItem = false;
  const under = () => headings.filter(({ level }) => level > 1).map((one) => one.text);
  for (const token of parser.parse(body, {})) {
    const { type, content } = token;
    if (token.map) line = token.map[0] + 1;
    if (type === "list_item_open" || type === "list_item_close") isNewItem = type === "list_item_open";
    else if (type === "tr_open") cells = [];
    else if (type === "tr_close" && cells.length > 0) yield textBlock("row", line, cells.join(" "), under());
    else if (type === "fence" || type === "code_block") {
      const [language = ""] = token.info
        .trim()
        .toLowerCase()
        .split(/[^\w.+-]/, 1);
      const first = type === "fence" ? line + 1 : line;
      yield { ...textBlock("code", first, "", under()), text: content.replace(/\n$/, ""), language };
    } else if (type === "inline" && before.type === "td_open") cells.push(content);
    else if (type === "inline" && before.type === "heading_open") {
      const level = Number(before.tag.slice(1));
      headings = [...headings.filter((one) => one.level < level), { level, text: plain(content) }];
      yield textBlock("heading", line, content, under());
    } else if (type === "inline" && before.type === "paragraph_open") {
      // Level 3 is a paragraph in an item of a top-level list.
      yield textBlock(isNewItem ? "item" : "paragraph", line, content, under(), token.level === 3);
      isNewItem = false;
    }
    before = token;
  }
}
