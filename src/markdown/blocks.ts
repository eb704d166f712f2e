import MarkdownIt from "markdown-it";

/** Only blocks are parsed: inline markup is not needed here, and would take most of the time. */
export const parser = new MarkdownIt("commonmark", { html: true }).disable("inline");

/** Lines of a text; `to` is the first that is no longer among them. */
export interface Lines {
  readonly from: number;
  readonly to: number;
}

/** A top-level block of a text: a paragraph, a list, code. */
export interface Block extends Lines {
  /** `other`: what the parser reads and shows nowhere, like the targets of links. */
  readonly kind: "heading" | "paragraph" | "list" | "quote" | "code" | "html" | "rule" | "other";
  /** Of a list; those of a list inside it are part of its own. */
  readonly items: readonly Lines[];
}

const KINDS: Readonly<Record<string, Block["kind"]>> = {
  heading_open: "heading",
  paragraph_open: "paragraph",
  bullet_list_open: "list",
  ordered_list_open: "list",
  blockquote_open: "quote",
  fence: "code",
  code_block: "code",
  html_block: "html",
  hr: "rule",
};

const isBlank = (line: string | undefined): boolean => (line ?? "").trim() === "";

/** Without the empty lines at both ends. */
function trimmed(lines: readonly string[], { from, to }: Lines): Lines {
  let [first, last] = [from, to];
  while (first < last && isBlank(lines[first])) first++;
  while (last > first && isBlank(lines[last - 1])) last--;
  return { from: first, to: last };
}

function shownBlocks(lines: readonly string[]): Block[] {
  const blocks: (Block & { items: Lines[] })[] = [];
  for (const { type, level, map } of parser.parse(lines.join("\n"), {})) {
    const [from, to] = map ?? [0, 0];
    const kind = KINDS[type];
    if (level === 0 && map && kind) blocks.push({ kind, items: [], ...trimmed(lines, { from, to }) });
    if (level === 1 && map && type === "list_item_open") blocks.at(-1)?.items.push(trimmed(lines, { from, to }));
  }
  return blocks;
}

/** The blocks of a text in their order. Every line that is not blank is in one of them. */
export function blocksOf(lines: readonly string[]): Block[] {
  const blocks: Block[] = [];
  const addRest = (from: number, to: number): void => {
    const rest = trimmed(lines, { from, to });
    if (rest.from < rest.to) blocks.push({ kind: "other", items: [], ...rest });
  };
  let next = 0;
  for (const block of shownBlocks(lines)) {
    addRest(next, block.from);
    blocks.push(block);
    next = block.to;
  }
  addRest(next, lines.length);
  return blocks;
}
