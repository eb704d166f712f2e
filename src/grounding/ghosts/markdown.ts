/* A reader of Markdown, line by line: it needs the spans of code inside the lines, and a time that grows with the text alone. */

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
  /** The headings that it stands under, outermost first, without the title; a heading stands under itself. */
  readonly under: readonly string[];
  /** Of code. */
  readonly language: string;
  /** An item that stands in no other. */
  readonly isTop: boolean;
}

const FENCE = /^[\s>]*(?:[-*+]\s+|\d+[.)]\s+)?(`{3,}|~{3,})\s*([\w.+-]*)/;
const HEADING = /^ {0,3}(#{1,6})\s+(.*)$/;
const UNDERLINE = /^ {0,3}(?:=+|-{2,})\s*$/;
const ITEM = /^([\s>]*)(?:[-*+]|\d{1,4}[.)])\s+(.*)$/;
const ROW = /^[\s>]*\|(.*)$/;
const DELIMITER = /^[\s|:-]+$/;
const INDENTED = /^(?: {4}|\t)/;
const CODE_SPAN = /(?<!`)(`{1,2})(?!`)(.{1,300}?)(?<!`)\1(?!`)/g;
const LEAD = /^[\s*_[\]]{0,5}`/;
/** What is longer was not written by hand; and no pattern here may labour over it. */
const LONGEST_LINE = 4000;

/** Without pictures, addresses, tags and marks. */
const plain = (text: string): string =>
  text
    .replace(/!\[[^\]]{0,300}\]\([^)]{0,300}\)/g, "")
    .replace(/\[([^\]]{0,300})\](?:\([^)]{0,300}\)|\[[^\]]{0,300}\])/g, "$1")
    .replace(/<\/?[a-z][^<>]{0,300}>/gi, "")
    .replace(/\*+|`+|(?<!\w)_+|_+(?!\w)|\\(?=\W)/g, "")
    .trim();

interface Open {
  readonly kind: Block["kind"];
  readonly line: number;
  readonly isTop: boolean;
  readonly lines: string[];
}

function textBlock({ kind, line, isTop, lines }: Open, under: readonly string[]): Block {
  const spans = lines.flatMap((text, at) =>
    [...text.matchAll(CODE_SPAN)].map((found): Span => ({ text: (found[2] ?? "").trim(), line: line + at })),
  );
  const lead = kind !== "paragraph" && LEAD.test(lines[0] ?? "") ? spans[0] : undefined;
  return { kind, line, isTop, text: lines.map(plain).join(" "), spans, lead, under, language: "" };
}

/** The blocks of a text that may promise something, in their order. */
export function* blocksOf(text: string): Generator<Block> {
  const lines = text.split(/\r?\n/).map((line) => line.slice(0, LONGEST_LINE));
  let headings: readonly { readonly level: number; readonly text: string }[] = [];
  let open: Open | undefined;
  const under = () => headings.filter(({ level }) => level > 1).map((one) => one.text);
  const closed = (): Block[] => {
    const done = open ? [textBlock(open, under())] : [];
    open = undefined;
    return done;
  };
  const heading = (level: number, of: Open): Block => {
    headings = [...headings.filter((one) => one.level < level), { level, text: plain(of.lines[0] ?? "") }];
    return textBlock({ ...of, kind: "heading" }, under());
  };
  const code = (from: number, to: number, language: string): Block => ({
    ...{ kind: "code", line: from + 1, text: lines.slice(from, to).join("\n"), language: language.toLowerCase() },
    ...{ spans: [], lead: undefined, under: under(), isTop: true },
  });
  const after = (from: number, isEnd: (line: string) => boolean): number => {
    let end = from;
    while (end < lines.length && !isEnd(lines[end] ?? "")) end++;
    return end;
  };

  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? "";
    const begun = (kind: Block["kind"], ...of: string[]): Open => ({ kind, line: at + 1, isTop: true, lines: of });
    const [, fence, language = ""] = FENCE.exec(line) ?? [];
    const [, marks, title = ""] = HEADING.exec(line) ?? [];
    const item = ITEM.exec(line);
    const row = ROW.exec(line)?.[1];
    if (at === 0 && line === "---") at = after(1, (one) => one === "---");
    else if (/^\s*<!--/.test(line)) at = after(at, (one) => one.includes("-->"));
    else if (fence !== undefined) {
      yield* closed();
      const end = after(at + 1, (one) => one.replace(/^[\s>]*/, "").startsWith(fence));
      yield code(at + 1, end, language);
      at = end;
    } else if (marks !== undefined) {
      yield* closed();
      yield heading(marks.length, begun("heading", title.replace(/\s#+\s*$/, "")));
    } else if (line.trim() === "") yield* closed();
    else if (open?.kind === "paragraph" && open.lines.length === 1 && UNDERLINE.test(line)) {
      yield heading(line.includes("=") ? 1 : 2, open);
      open = undefined;
    } else if (row !== undefined) {
      yield* closed();
      const isHead = DELIMITER.test(lines[at + 1] ?? "") && (lines[at + 1] ?? "").includes("-");
      if (!isHead && !DELIMITER.test(line)) yield textBlock(begun("row", row.replace(/(?<!\\)\|/g, " ")), under());
    } else if (item && !DELIMITER.test(line)) {
      yield* closed();
      const isTop = (item[1] ?? "").replace(/[>\t]/g, "  ").length < 2;
      open = { ...begun("item", item[2] ?? ""), isTop };
    } else if (open) open.lines.push(line);
    else if (INDENTED.test(line)) {
      const end = after(at, (one) => !INDENTED.test(one) && one.trim() !== "");
      yield code(at, end, "");
      at = end - 1;
    } else open = begun("paragraph", line);
  }
  yield* closed();
}
