import { parser } from "@lezer/java";
import { type Grammar, named } from "../grammar.ts";

export const java: Grammar = {
  parser,
  declares: {
    ClassDeclaration: named("class", "Definition"),
    RecordDeclaration: named("class", "Definition"),
    InterfaceDeclaration: named("interface", "Definition"),
    AnnotationTypeDeclaration: named("interface", "Definition"),
    EnumDeclaration: named("enum", "Definition"),
    MethodDeclaration: named("method", "Definition"),
    ConstructorDeclaration: named("method", "Definition"),
  },
  wrappers: new Set(),
};
