import { parser } from "@lezer/python";
import { childOf, type Grammar, named } from "../grammar.ts";

export const python: Grammar = {
  parser,
  declares: {
    ClassDefinition: named("class", "VariableName"),
    FunctionDefinition: named("function", "VariableName"),
    AssignStatement: (node, read) =>
      childOf(node, "LambdaExpression") === undefined ? undefined : named("function", "VariableName")(node, read),
  },
  wrappers: new Set(["DecoratedStatement"]),
};
