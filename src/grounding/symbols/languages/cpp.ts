import { parser } from "@lezer/cpp";
import { childOf, type Declares, type Grammar, named, type SymbolKind } from "../grammar.ts";

const NAMES = ["Identifier", "FieldIdentifier", "ScopedIdentifier", "DestructorName", "OperatorName"];
const DECLARATORS = ["FunctionDeclarator", "PointerDeclarator", "ReferenceDeclarator"];

/** `int *n::A::f(…)`: behind pointers and references, with the class that it belongs to. */
const definition: Declares = (node, read) => {
  let inner = childOf(node, ...DECLARATORS);
  while (inner !== undefined && inner.name !== "FunctionDeclarator") inner = childOf(inner, ...DECLARATORS);
  const name = inner === undefined ? undefined : childOf(inner, ...NAMES);
  return name === undefined ? undefined : { kind: "function", name: read(name).replace(/\s*::\s*/g, ".") };
};

/** `class A x;` only speaks of one. */
const withBody =
  (kind: SymbolKind, body: string): Declares =>
  (node, read) =>
    childOf(node, body) === undefined ? undefined : named(kind, "TypeIdentifier", "ScopedTypeIdentifier")(node, read);

export const cpp: Grammar = {
  parser,
  declares: {
    NamespaceDefinition: named("module", "Identifier", "NamespaceIdentifier", "ScopedNamespaceIdentifier"),
    ClassSpecifier: withBody("class", "FieldDeclarationList"),
    StructSpecifier: withBody("class", "FieldDeclarationList"),
    UnionSpecifier: withBody("class", "FieldDeclarationList"),
    EnumSpecifier: withBody("enum", "EnumeratorList"),
    FunctionDefinition: definition,
  },
  wrappers: new Set(["TemplateDeclaration"]),
};
