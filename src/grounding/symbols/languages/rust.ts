import type { SyntaxNode } from "@lezer/common";
import { parser } from "@lezer/rust";
import { childOf, type Declares, type Grammar, named } from "../grammar.ts";

const TYPES = ["TypeIdentifier", "GenericType", "ScopedTypeIdentifier"];

/** What is implemented for a type belongs to the type: `impl Trait for S<T>` to `S`. */
const implementation: Declares = (node, read) => {
  let type: SyntaxNode | undefined;
  for (let child = node.firstChild; child !== null; child = child.nextSibling)
    if (TYPES.includes(child.name)) type = child;
  if (type === undefined) return undefined;
  const bare = type.name === "GenericType" ? (childOf(type, "TypeIdentifier", "ScopedTypeIdentifier") ?? type) : type;
  return { kind: "class", name: read(bare).replace(/\s*::\s*/g, ".") };
};

export const rust: Grammar = {
  parser,
  declares: {
    ModItem: named("module", "BoundIdentifier"),
    StructItem: named("class", "TypeIdentifier"),
    UnionItem: named("class", "TypeIdentifier"),
    EnumItem: named("enum", "TypeIdentifier"),
    TraitItem: named("interface", "TypeIdentifier"),
    ImplItem: implementation,
    FunctionItem: named("function", "BoundIdentifier"),
    MacroDefinition: named("function", "Identifier"),
  },
  wrappers: new Set(),
};
