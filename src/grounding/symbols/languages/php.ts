import { parser } from "@lezer/php";
import { type Grammar, named } from "../grammar.ts";

export const php: Grammar = {
  parser,
  declares: {
    ClassDeclaration: named("class", "Name"),
    InterfaceDeclaration: named("interface", "Name"),
    TraitDeclaration: named("class", "Name"),
    EnumDeclaration: named("enum", "Name"),
    MethodDeclaration: named("method", "Name"),
    FunctionDefinition: named("function", "Name"),
  },
  wrappers: new Set(),
};
