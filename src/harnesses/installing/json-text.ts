import {
  applyEdits,
  createScanner,
  type Edit,
  findNodeAtOffset,
  getNodeValue,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from "jsonc-parser";
import { canonicalJson, ThroughlineError } from "../../core/index.ts";

export type JsonValue = string | number | boolean | null | readonly JsonValue[] | { readonly [key: string]: JsonValue };

const endOf = (node: Node): number => node.offset + node.length;
const insertion = (offset: number, content: string): Edit => ({ offset, length: 0, content });
const removal = (from: number, to: number): Edit => ({ offset: from, length: to - from, content: "" });

/** The value under a key. JSON allows a key twice; clients then see the last. */
export function member(node: Node | undefined, key: string): Node | undefined {
  if (node?.type !== "object") return undefined;
  return node.children?.findLast((property) => property.children?.[0]?.value === key)?.children?.[1];
}

/** Each key of an object with its value, in the order of the file. */
export function members(node: Node | undefined): [key: string, value: Node][] {
  if (node?.type !== "object") return [];
  return (node.children ?? []).flatMap((property): [string, Node][] => {
    const [key, value] = property.children ?? [];
    return key && value ? [[String(key.value), value]] : [];
  });
}

export const elements = (node: Node | undefined): readonly Node[] =>
  node?.type === "array" ? (node.children ?? []) : [];

export function nodeValue(node: Node | undefined): unknown {
  return node && getNodeValue(node);
}

/**
 * A user's JSON file, edited where it must be and nowhere else: comments, order, indentation, line ends and
 * byte order mark stay. The edits are made here rather than by `modify` of jsonc-parser, because that lays out the
 * whole line it touches again, drops comments next to what it removes, and breaks `[1,2]` when it removes the 2.
 */
export class JsonText {
  readonly #mark: string;
  readonly #eol: string;
  #body: string;
  #root: Node;

  readonly #path: string;

  constructor(path: string, text: string) {
    this.#path = path;
    this.#mark = text.startsWith("\uFEFF") ? "\uFEFF" : "";
    this.#body = text.slice(this.#mark.length);
    this.#eol = /\r?\n/.exec(text)?.[0] ?? "\n";
    if (this.#body.trim() === "") this.#body = `{}${this.#eol}`;
    this.#root = this.#parse();
  }

  get text(): string {
    return this.#mark + this.#body;
  }

  get root(): Node {
    return this.#root;
  }

  /** Without comments and trailing commas, as JSON itself is. */
  get isStrict(): boolean {
    try {
      JSON.parse(this.#body);
      return true;
    } catch {
      return false;
    }
  }

  /** Sets the value at a path of keys, making the objects on the way; an equal value is left as it is written. */
  set(path: readonly string[], value: JsonValue): void {
    const found = this.#follow(path);
    if (found.rest.length > 0) this.#add(this.#expect(found, "object"), found.rest, value);
    else this.replace(found.node, value);
  }

  /** Appends to the array at a path of keys, making it and the objects on the way. */
  append(path: readonly string[], value: JsonValue): void {
    const found = this.#follow(path);
    if (found.rest.length > 0) this.#add(this.#expect(found, "object"), found.rest, [value]);
    else this.#add(this.#expect(found, "array"), [], value);
  }

  replace(node: Node, value: JsonValue): void {
    if (canonicalJson(nodeValue(node)) === canonicalJson(value)) return;
    const container = this.#containerOf(node);
    const isSpread = container === undefined || this.#isSpread(container);
    const content = isSpread ? this.#spread(value, this.#indentAt(node.offset)) : JSON.stringify(value);
    this.#edit([{ offset: node.offset, length: node.length, content }]);
  }

  /** Removes an element or the property of a value, and every object or array that becomes empty by that. */
  remove(node: Node): void {
    const child = node.parent?.type === "property" ? node.parent : node;
    const container = child.parent;
    if (!container) return;
    this.#edit(this.#removalOf(child, container));
    const left = findNodeAtOffset(this.#root, container.offset);
    if (left?.parent && left.length === "{}".length) this.remove(left);
  }

  /** An error that points into the file. */
  wrong(offset: number, message: string, hint: string): ThroughlineError {
    const line = this.#body.slice(0, offset).split("\n").length;
    return new ThroughlineError("bad_config", `${this.#path}:${line}: ${message}`, hint);
  }

  #parse(): Node {
    const errors: ParseError[] = [];
    const root = parseTree(this.#body, errors, { allowTrailingComma: true });
    const [first] = errors;
    if (first) {
      const what = printParseErrorCode(first.error)
        .replace(/(?<=[a-z])(?=[A-Z])/g, " ")
        .toLowerCase();
      throw this.wrong(first.offset, `not valid JSON (${what})`, "Correct the file and run the command again.");
    }
    if (root?.type !== "object") {
      throw this.wrong(0, "holds no JSON object", "The file must be one object in braces; correct it and try again.");
    }
    return root;
  }

  #edit(edits: Edit[]): void {
    this.#body = applyEdits(this.#body, edits);
    this.#root = this.#parse();
  }

  #follow(path: readonly string[]): { node: Node; reached: readonly string[]; rest: readonly string[] } {
    let node = this.#root;
    for (const [index, key] of path.entries()) {
      const next = member(node, key);
      if (!next) return { node, reached: path.slice(0, index), rest: path.slice(index) };
      node = next;
    }
    return { node, reached: path, rest: [] };
  }

  #expect({ node, reached }: { node: Node; reached: readonly string[] }, type: "object" | "array"): Node {
    if (node.type === type) return node;
    const named = reached.map((key) => JSON.stringify(key)).join(".");
    throw this.wrong(
      node.offset,
      `${named} should be an ${type} and is ${/^[aeiou]/.test(node.type) ? "an" : "a"} ${node.type}`,
      "Correct the file and run the command again; nothing was changed.",
    );
  }

  #containerOf(node: Node): Node | undefined {
    return node.parent?.type === "property" ? node.parent.parent : node.parent;
  }

  /** Laid out with a line for each child; an empty one will be laid out as the one around it. */
  #isSpread(container: Node): boolean {
    const [first] = container.children ?? [];
    if (first) return this.#body.slice(container.offset, first.offset).includes("\n");
    const outer = this.#containerOf(container);
    return outer === undefined || this.#isSpread(outer);
  }

  #indentAt(offset: number): string {
    const start = this.#body.lastIndexOf("\n", offset - 1) + 1;
    return /^[ \t]*/.exec(this.#body.slice(start, offset))?.[0] ?? "";
  }

  get #unit(): string {
    const [first] = this.#root.children ?? [];
    return (first && this.#isSpread(this.#root) && this.#indentAt(first.offset)) || "  ";
  }

  #spread(value: JsonValue, indent: string): string {
    const unit = this.#unit;
    const lines = JSON.stringify(value, null, "\t").split("\n");
    return lines.map((line) => line.replace(/^\t*/, (tabs) => unit.repeat(tabs.length))).join(this.#eol + indent);
  }

  #add(container: Node, [key, ...deeper]: readonly string[], value: JsonValue): void {
    const nested = deeper.reduceRight<JsonValue>((inner, name) => ({ [name]: inner }), value);
    const last = container.children?.at(-1);
    if (!this.#isSpread(container)) {
      const label = key === undefined ? "" : `${JSON.stringify(key)}:`;
      const content = `${last ? "," : ""}${label}${JSON.stringify(nested)}`;
      this.#edit([insertion(last ? endOf(last) : container.offset + 1, content)]);
      return;
    }
    const [first] = container.children ?? [];
    const outerIndent = this.#indentAt(container.offset);
    const indent = first ? this.#indentAt(first.offset) : outerIndent + this.#unit;
    const close = endOf(container) - 1;
    const at = this.#body.slice(0, close).trimEnd().length;
    const closesOnItsOwnLine = this.#body.slice(at, close).includes("\n");
    const label = key === undefined ? "" : `${JSON.stringify(key)}: `;
    const content = this.#eol + indent + label + this.#spread(nested, indent);
    const needsComma = last && this.#commaBetween(endOf(last), close) === undefined;
    this.#edit([
      ...(needsComma ? [insertion(endOf(last), ",")] : []),
      insertion(at, closesOnItsOwnLine ? content : content + this.#eol + outerIndent),
    ]);
  }

  /** Where the comma is; one inside a comment is none. */
  #commaBetween(from: number, to: number): number | undefined {
    const scanner = createScanner(this.#body, true);
    scanner.setPosition(from);
    scanner.scan();
    const at = scanner.getTokenOffset();
    return at < to && this.#body[at] === "," ? at : undefined;
  }

  #removalOf(child: Node, container: Node): Edit[] {
    const siblings = container.children ?? [];
    const index = siblings.indexOf(child);
    const [open, close] = [container.offset + 1, endOf(container) - 1];
    const comma = this.#commaBetween(endOf(child), siblings[index + 1]?.offset ?? close);
    const afterChild = this.#body.slice(endOf(child), comma);
    const takesComma = comma !== undefined && afterChild.trim() === "";
    const [from, to] = this.#withSpace(child.offset, takesComma ? comma + 1 : endOf(child), takesComma);
    const rest = this.#body.slice(open, from) + this.#body.slice(to, close);
    if (siblings.length === 1 && rest.trim() === "") return [removal(open, close)];
    const edits = [removal(from, to)];
    if (comma !== undefined && !takesComma) edits.push(removal(comma, comma + 1));
    const previous = siblings[index - 1];
    const commaBefore = previous && this.#commaBetween(endOf(previous), child.offset);
    if (comma === undefined && commaBefore !== undefined) edits.unshift(removal(commaBefore, commaBefore + 1));
    return edits;
  }

  /** The whole lines if nothing else is on them, else with the blanks before the neighbour. */
  #withSpace(from: number, to: number, tookComma: boolean): [from: number, to: number] {
    const start = this.#body.slice(0, from).replace(/[ \t]+$/, "").length;
    const end = to + (/^[ \t]*/.exec(this.#body.slice(to))?.[0].length ?? 0);
    const lineBreak = /\r?\n$/.exec(this.#body.slice(0, start))?.[0];
    if (lineBreak && /^\r?\n/.test(this.#body.slice(end))) return [start - lineBreak.length, end];
    if (tookComma) return [from, end];
    return [lineBreak ? from : start, to];
  }
}
