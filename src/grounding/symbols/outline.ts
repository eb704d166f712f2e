import { setImmediate } from "node:timers/promises";
import type { SyntaxNode, Tree } from "@lezer/common";
import type { Declared, Grammar, SymbolKind } from "./grammar.ts";
import { grammarFor } from "./languages.ts";
import { Lines } from "./lines.ts";

/** A function, method, class or the like, from its first to its last line. */
export interface CodeSymbol {
  /** With what it stands in: "Session.rotate". */
  readonly name: string;
  readonly kind: SymbolKind;
  readonly from: number;
  readonly to: number;
}

const CLASSES: ReadonlySet<SymbolKind> = new Set<SymbolKind>(["class", "interface", "enum"]);
/** So many characters are parsed before others get their turn. */
const AT_ONCE = 50_000;
const LONGEST_NAME = 200;

async function parsed({ parser }: Grammar, text: string): Promise<Tree> {
  const parse = parser.startParse(text);
  for (let next = AT_ONCE; ; ) {
    const tree = parse.advance();
    if (tree !== null) return tree;
    if (parse.parsedPos < next) continue;
    next = parse.parsedPos + AT_ONCE;
    await setImmediate();
  }
}

/** With its decorators, its `export` and the like. */
function wholeOf(node: SyntaxNode, wrappers: ReadonlySet<string>): SyntaxNode {
  let whole = node;
  while (whole.parent !== null && wrappers.has(whole.parent.name)) whole = whole.parent;
  return whole;
}

/** What is declared in a file, in its order; nothing where it cannot be read. */
export async function outlineOf(path: string, text: string): Promise<readonly CodeSymbol[]> {
  const grammar = await grammarFor(path, text);
  if (grammar === undefined) return [];
  const lines = new Lines(text);
  const symbols: CodeSymbol[] = [];
  const around: { readonly end: number; readonly name: string; readonly kind: SymbolKind }[] = [];
  const read = (node: SyntaxNode) => text.slice(node.from, Math.min(node.to, node.from + LONGEST_NAME)).trim();
  (await parsed(grammar, text)).iterate({
    enter({ name: type, node }) {
      const declared: Declared | undefined = grammar.declares[type]?.(node, read);
      if (declared === undefined || declared.name === "") return;
      while ((around.at(-1)?.end ?? Number.POSITIVE_INFINITY) <= node.from) around.pop();
      const outer = around.at(-1);
      const name = outer === undefined ? declared.name : `${outer.name}.${declared.name}`;
      const isMethod = declared.kind === "function" && outer !== undefined && CLASSES.has(outer.kind);
      const kind = isMethod ? "method" : declared.kind;
      const whole = wholeOf(node, grammar.wrappers);
      symbols.push({ name, kind, from: lines.at(whole.from), to: lines.at(Math.max(lastOf(text, whole), whole.from)) });
      around.push({ end: node.to, name, kind });
    },
  });
  return symbols;
}

/** Its last character: a block of Python ends with the break of its last line. */
function lastOf(text: string, { from, to }: SyntaxNode): number {
  let last = to - 1;
  while (last > from && /\s/.test(text[last] ?? "")) last -= 1;
  return last;
}
