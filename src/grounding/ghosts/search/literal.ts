import type { RoutePromise } from "../promises/promise.ts";

/*
 * Tests of single lines: whether a line of code has a command, or a route, in one of the forms that programs have for them.
 */

export type LineTest = (line: string, isPath: boolean) => boolean;

export const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
/** A name with any or no separator between its parts. */
const spelled = (name: string): string => name.split(/[-_]/).map(escaped).join("[-_]?");

/** A word of a command: quoted, a key, a case, a target, or the name of a function or file that runs it. */
export function commandTest(word: string): LineTest {
  const name = spelled(word);
  const forms = [
    `["'\`]${name}(?=["'\`\\s<\\[:|,(])`,
    `["'\`][\\w:<>\\[\\]|. -]{0,40}\\s${name}(?=["'\`\\s<\\[])`,
    `^\\s*["']?${name}["']?\\s*(?::|\\))`,
    `\\b(?:def|func|fn|function|fun|sub|class|struct|const|case|async)\\s+(?:\\([^)]*\\)\\s*)?(?:cmd|do|run|handle|on|new)?_?${name}(?:_?(?:cmd|command|action|handler|subcommand|args))?\\b`,
    `^\\s*${name}\\s*(?:[{(,]|$)`,
    `\\b${name}_?(?:cmd|command|subcommand)s?\\b|\\b(?:cmd|command)_?${name}\\b`,
  ];
  const found = new RegExp(forms.join("|"), "i");
  const inPath = new RegExp(
    `(?:^|/)(?:commands?|cmds?|cli|bin|scripts?|tasks?)/(?:.*/)?${name}(?:[._-][^/]*|/|$)`,
    "i",
  );
  return (line, isPath) => (isPath ? inPath : found).test(line);
}

const METHOD_WORD = /(?<![a-z])(get|post|put|patch|delete|head|options)(?![a-z]+\b(?<!mapping))/gi;
const ANY_METHOD = /(?<![a-z])(?:all|any|use|route|match|methods?)(?![a-z])/i;
const PARAMETER =
  "(?::[\\w-]+[?*+]?(?:\\([^)]*\\))?|\\{[^}/]*\\}|<[^>/]*>|\\[[^\\]/]*\\]|\\$\\{[^}]*\\}|\\$\\w+|\\*+|%\\w|\\([^)]*\\)[+*]?)";
const PREFIX = /^(?:api|rest|v\d+(?:\.\d+)?)$/i;

/** What of a route says what it is about: not the version, not `api`. */
export const tellingSegments = ({ segments }: RoutePromise): string[] =>
  segments.filter((segment): segment is string => segment !== undefined && !PREFIX.test(segment));

/** The route in one line, whole or behind a prefix that is mounted elsewhere. The method, where the line names one, must fit. */
export function routeTest({ segments, method }: RoutePromise): LineTest {
  const pattern = (parts: readonly (string | undefined)[]) =>
    parts.map((part) => `/${part === undefined ? PARAMETER : escaped(part)}`).join("");
  const begin = segments.findIndex((segment) => segment === undefined || !PREFIX.test(segment));
  const inner = begin > 0 ? segments.slice(begin) : segments;
  const end = "/?(?![\\w/:{<\\[$-])";
  const forms = [`(?<![\\w])${pattern(segments)}${end}`];
  if (begin > 0 && inner.some((segment) => segment !== undefined)) forms.push(`["'\`}]${pattern(inner)}${end}`);
  // Some frameworks leave out the first stroke: `things/`, `things/<int:id>`.
  if (inner[0] !== undefined)
    forms.push(`["'\`^]${pattern(inner).slice(1)}${inner.length > 1 ? "/?" : "/"}(?=["'\`$])`);
  const inLine = new RegExp(forms.join("|"), "i");
  const inPath = new RegExp(
    `(?:^|/)(?:app|pages|routes|src|server|api)(?:/[^/]+){0,8}?${pattern(segments)}(?:/(?:route|index|page|\\+server|\\+page|handler)|\\.(?:get|post|put|patch|delete))*\\.\\w+$`,
    "i",
  );
  return (line, isPath) => (isPath ? inPath.test(line) : inLine.test(line) && fits(line, method));
}

function fits(line: string, method: string | undefined): boolean {
  if (method === undefined) return true;
  const named = [...line.matchAll(METHOD_WORD)].map(([, word = ""]) => word.toUpperCase());
  return named.length === 0 || named.includes(method) || ANY_METHOD.test(line);
}
