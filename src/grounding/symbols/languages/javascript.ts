import type { SyntaxNode } from "@lezer/common";
import { parser } from "@lezer/javascript";
import { childOf, type Declares, type Grammar, named } from "../grammar.ts";

const FUNCTIONS = ["ArrowFunction", "FunctionExpression"];
const PROPERTY_NAMES = ["PropertyDefinition", "PrivatePropertyDefinition", "String", "Number"];
const TOP = new Set(["Script", "ExportDeclaration"]);
const TEST = /^(?:describe|it|test|suite|context|bench)\b/;
const TITLE = ["String", "TemplateString"];
const unquoted = (text: string): string => text.replace(/^(["'`])(.*)\1$/s, "$2");

const isTop = ({ parent }: SyntaxNode): boolean => parent !== null && TOP.has(parent.name);

/** Exported as the default, it may have no name. */
const orDefault =
  (declares: Declares): Declares =>
  (node, read) =>
    declares(node, read) ??
    (node.parent?.name === "ExportDeclaration" ? { kind: "function", name: "default" } : undefined);

/** A method of an object or a class, also as a function that a property holds. */
const property: Declares = (node, read) => {
  const name = childOf(node, ...PROPERTY_NAMES);
  const holds = childOf(node, "ParamList", ...FUNCTIONS);
  return name === undefined || holds === undefined ? undefined : { kind: "method", name: unquoted(read(name)) };
};

/** `const f = () => …`; at the top of a file also what is no function. */
const variable: Declares = (node, read) => {
  let name: SyntaxNode | undefined;
  for (let child = node.firstChild; child !== null; child = child.nextSibling) {
    if (child.name === "VariableDefinition") name = child;
    if (name !== undefined && FUNCTIONS.includes(child.name)) return { kind: "function", name: read(name) };
    if (name !== undefined && child.name === "ClassExpression") return { kind: "class", name: read(name) };
  }
  return isTop(node) ? named("constant", "VariableDefinition")(node, read) : undefined;
};

/** `module.exports.f = function …` */
const assignment: Declares = (node, read) => {
  const to = node.firstChild;
  return to === null || childOf(node, ...FUNCTIONS) === undefined ? undefined : { kind: "function", name: read(to) };
};

/** `test("works", () => …)` by its title. */
const call: Declares = (node, read) => {
  const [called, given] = [node.firstChild, childOf(node, "ArgList")];
  if (called === null || given === undefined || childOf(given, ...FUNCTIONS) === undefined) return undefined;
  const title = childOf(given, ...TITLE);
  return title !== undefined && TEST.test(read(called)) ? { kind: "test", name: unquoted(read(title)) } : undefined;
};

const arrow: Declares = ({ parent }) =>
  parent?.name === "ExportDeclaration" ? { kind: "function", name: "default" } : undefined;

const declares = {
  FunctionDeclaration: orDefault(named("function", "VariableDefinition")),
  ClassDeclaration: orDefault(named("class", "VariableDefinition")),
  MethodDeclaration: property,
  PropertyDeclaration: property,
  Property: property,
  VariableDeclaration: variable,
  AssignmentExpression: assignment,
  CallExpression: call,
  ArrowFunction: arrow,
  InterfaceDeclaration: named("interface", "TypeDefinition"),
  TypeAliasDeclaration: named("type", "TypeDefinition"),
  EnumDeclaration: named("enum", "TypeDefinition"),
  NamespaceDeclaration: named("module", "VariableDefinition"),
};

const grammar = (dialect: string): Grammar => ({
  parser: parser.configure({ dialect }),
  declares,
  wrappers: new Set(["ExportDeclaration", "ExpressionStatement"]),
});
export const javascript = grammar("jsx");
export const typescript = grammar("ts");
export const tsx = grammar("ts jsx");
