import { GFM, parser } from "@lezer/markdown";

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
  readonly isStruck: boolean;
}

export interface HeadingBlock extends Common {
  readonly kind: "heading";
  readonly level: number;
}
export interface ProseBlock extends Common {
  readonly kind: "paragraph";
}
export interface ItemBlock extends Common {
  readonly kind: "item";
  readonly depth: number;
  /** What stands in bold at its beginning. */
  readonly strong: string | undefined;
  readonly task: "done" | "open" | undefined;
  readonly isOnlyLinks: boolean;
  readonly hasItems: boolean;
}
export interface RowBlock extends Common {
  readonly kind: "row";
  readonly head: readonly string[];
  readonly cells: readonly { readonly text: string; readonly spans: readonly Span[] }[];
}
export interface CodeBlock extends Common {
  readonly kind: "code";
  readonly language: string;
}
export type Block = HeadingBlock | ProseBlock | ItemBlock | RowBlock | CodeBlock;

const markdown = parser.configure(GFM);
type SyntaxNode = ReturnType<typeof markdown.parse>["topNode"];

const SILENT = new Set(
  "HeaderMark ListMark QuoteMark EmphasisMark CodeMark LinkMark LinkTitle LinkLabel StrikethroughMark TaskMarker TableDelimiter Image HTMLTag Comment ProcessingInstruction URL Autolink".split(
    " ",
  ),
);
const LISTS = new Set(["BulletList", "OrderedList"]);
const FRONT_MATTER = /^---\r?\n[\s\S]*?\r?\n---(?=\r?\n|$)/;

function childrenOf(node: SyntaxNode): SyntaxNode[] {
  const children: SyntaxNode[] = [];
  for (let child = node.firstChild; child; child = child.nextSibling) children.push(child);
  return children;
}

/** Reads a Markdown text into the blocks that may promise something, in their order. */
export function blocksOf(given: string): Block[] {
  // What is said of the page itself keeps its lines, and no words.
  const source = given.replace(FRONT_MATTER, (matter) => matter.replace(/[^\n]/g, " "));
  return new Reader(source).blocks();
}

class Reader {
  readonly #source: string;
  readonly #lineStarts: number[] = [0];
  readonly #blocks: Block[] = [];
  #under: Heading[] = [];

  constructor(source: string) {
    this.#source = source;
    for (let at = source.indexOf("\n"); at >= 0; at = source.indexOf("\n", at + 1)) this.#lineStarts.push(at + 1);
  }

  blocks(): Block[] {
    for (const node of childrenOf(markdown.parse(this.#source).topNode)) this.#take(node);
    return this.#blocks;
  }

  #take(node: SyntaxNode): void {
    const level = /^(?:ATX|Setext)Heading(\d)$/.exec(node.name)?.[1];
    if (level !== undefined) this.#heading(node, Number(level));
    else if (LISTS.has(node.name)) this.#list(node, 0);
    else if (node.name === "Paragraph") this.#blocks.push({ kind: "paragraph", ...this.#common(node) });
    else if (node.name === "FencedCode" || node.name === "CodeBlock") this.#code(node);
    else if (node.name === "Table") this.#table(node);
    else if (node.name === "Blockquote") for (const child of childrenOf(node)) this.#take(child);
  }

  #heading(node: SyntaxNode, level: number): void {
    const plain = this.#plain(node);
    this.#under = [...this.#under.filter((one) => one.level < level), { level, text: plain.text }];
    this.#blocks.push({ kind: "heading", level, ...this.#common(node) });
  }

  #list(list: SyntaxNode, depth: number): void {
    for (const item of childrenOf(list)) {
      if (item.name !== "ListItem") continue;
      const children = childrenOf(item);
      const own = children.find(({ name }) => name === "Paragraph" || name === "Task");
      if (own) this.#item(own, depth, children);
      for (const child of children)
        if (LISTS.has(child.name)) this.#list(child, depth + 1);
        else if (child.from !== own?.from) this.#take(child);
    }
  }

  #item(own: SyntaxNode, depth: number, siblings: readonly SyntaxNode[]): void {
    const inner = childrenOf(own);
    const marker = inner.find(({ name }) => name === "TaskMarker");
    const rest = inner.filter(({ name }) => name !== "TaskMarker");
    const first = rest[0];
    const before = first ? this.#source.slice(marker?.to ?? own.from, first.from) : "";
    const isStrong = first?.name === "StrongEmphasis" && !/[\p{L}\p{N}]/u.test(before);
    this.#blocks.push({
      kind: "item",
      depth,
      strong: isStrong ? this.#plain(first).text : undefined,
      task: marker && (/x/i.test(this.#source.slice(marker.from, marker.to)) ? "done" : "open"),
      isOnlyLinks: this.#isOnlyLinks(own),
      hasItems: siblings.some(({ name }) => LISTS.has(name)),
      ...this.#common(own),
    });
  }

  #isOnlyLinks(node: SyntaxNode): boolean {
    const links = childrenOf(node).filter(({ name }) => name === "Link" || name === "Autolink" || name === "URL");
    if (links.length === 0) return false;
    let outside = "";
    let at = node.from;
    for (const link of links) {
      outside += this.#source.slice(at, link.from);
      at = link.to;
    }
    outside += this.#source.slice(at, node.to);
    return !/[\p{L}\p{N}]/u.test(outside);
  }

  #code(node: SyntaxNode): void {
    const children = childrenOf(node);
    const info = children.find(({ name }) => name === "CodeInfo");
    const texts = children.filter(({ name }) => name === "CodeText");
    const from = texts[0]?.from ?? node.from;
    this.#blocks.push({
      kind: "code",
      language: info
        ? (
            this.#source
              .slice(info.from, info.to)
              .trim()
              .split(/[\s{,]/, 1)[0] ?? ""
          ).toLowerCase()
        : "",
      line: this.#lineAt(from),
      text: texts.map((text) => this.#source.slice(text.from, text.to)).join(""),
      spans: [],
      under: this.#under,
      isStruck: false,
    });
  }

  #table(table: SyntaxNode): void {
    let head: string[] = [];
    for (const row of childrenOf(table)) {
      const cells = childrenOf(row)
        .filter(({ name }) => name === "TableCell")
        .map((cell) => this.#plain(cell));
      if (row.name === "TableHeader") head = cells.map(({ text }) => text);
      else if (row.name === "TableRow") this.#blocks.push({ kind: "row", head, cells, ...this.#common(row) });
    }
  }

  #common(node: SyntaxNode): Common {
    return {
      ...this.#plain(node),
      line: this.#lineAt(node.from),
      under: this.#under,
      isStruck: childrenOf(node).some(({ name }) => name === "Strikethrough"),
    };
  }

  #plain(node: SyntaxNode): { text: string; spans: Span[] } {
    const spans: Span[] = [];
    const text = this.#words(node, spans, 0);
    const lead = text.length - text.trimStart().length;
    return { text: text.trim(), spans: spans.map((span) => ({ ...span, at: span.at - lead })) };
  }

  #words(node: SyntaxNode, spans: Span[], offset: number): string {
    let text = "";
    let at = node.from;
    const add = (more: string) => {
      text += more.replace(/\s+/g, " ");
    };
    for (const child of childrenOf(node)) {
      add(this.#source.slice(at, child.from));
      at = child.to;
      if (child.name === "InlineCode") {
        const inner = this.#source.slice(child.from, child.to).replace(/^`+\s?|\s?`+$/g, "");
        spans.push({ text: inner.trim(), at: offset + text.length, line: this.#lineAt(child.from) });
        add(inner);
      } else if (child.name === "Escape") add(this.#source.slice(child.from + 1, child.to));
      else if (child.name === "HardBreak") add(" ");
      else if (!SILENT.has(child.name)) text += this.#words(child, spans, offset + text.length);
    }
    add(this.#source.slice(at, node.to));
    return text;
  }

  #lineAt(offset: number): number {
    let low = 0;
    let high = this.#lineStarts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#lineStarts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return low + 1;
  }
}
