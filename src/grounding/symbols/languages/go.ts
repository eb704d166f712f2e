import type { SyntaxNode } from "@lezer/common";
import { parser } from "@lezer/go";
import { childOf, type Declares, type Grammar, named } from "../grammar.ts";

function firstBelow(node: SyntaxNode, name: string): SyntaxNode | undefined {
  const cursor = node.cursor();
  do if (cursor.name === name) return cursor.node;
  while (cursor.next() && cursor.from < node.to);
  return undefined;
}

/** `func (s *S) Foo()` belongs to `S`. */
const method: Declares = (node, read) => {
  const [receiver, name] = [childOf(node, "Parameters"), childOf(node, "FieldName")];
  const type = receiver === undefined ? undefined : firstBelow(receiver, "TypeName");
  if (name === undefined) return undefined;
  return { kind: "method", name: type === undefined ? read(name) : `${read(type)}.${read(name)}` };
};

const type: Declares = (node, read) => {
  const kind = childOf(node, "StructType") ? "class" : childOf(node, "InterfaceType") ? "interface" : "type";
  return named(kind, "DefName")(node, read);
};

const literal: Declares = (node, read) =>
  childOf(node, "FunctionLiteral") === undefined ? undefined : named("function", "DefName")(node, read);

export const go: Grammar = {
  parser,
  declares: {
    FunctionDecl: named("function", "DefName"),
    MethodDecl: method,
    TypeSpec: type,
    VarSpec: literal,
    VarDecl: literal,
  },
  wrappers: new Set(),
};
