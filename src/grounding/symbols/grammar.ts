import type { Parser, SyntaxNode } from "@lezer/common";

export type SymbolKind =
  | "function"
  | "method"
  | "class"
  | "interface"
  | "type"
  | "enum"
  | "module"
  | "constant"
  | "test";

/** What a node of the syntax tree declares. */
export interface Declared {
  readonly name: string;
  readonly kind: SymbolKind;
}

export type Read = (node: SyntaxNode) => string;
export type Declares = (node: SyntaxNode, read: Read) => Declared | undefined;

/** How a language is read: its parser, and what the nodes of its trees declare. */
export interface Grammar {
  readonly parser: Parser;
  readonly declares: Readonly<Record<string, Declares>>;
  /** Nodes that belong to what they hold: decorators, `export`, `template<…>`. */
  readonly wrappers: ReadonlySet<string>;
}

export const childOf = (node: SyntaxNode, ...names: readonly string[]): SyntaxNode | undefined => {
  for (let child = node.firstChild; child !== null; child = child.nextSibling)
    if (names.includes(child.name)) return child;
  return undefined;
};

/** Declared under the name that one of its children holds. */
export const named =
  (kind: SymbolKind, ...names: readonly string[]): Declares =>
  (node, read) => {
    const name = childOf(node, ...names);
    return name === undefined ? undefined : { kind, name: read(name) };
  };
