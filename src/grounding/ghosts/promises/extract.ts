import { blocksOf, type CodeBlock, type Span, type TextBlock } from "../documents/blocks.ts";
import { isElsewhere, listsFeature, saysAbsent } from "../documents/sections.ts";
import type { Pause } from "../search/terms.ts";
import type { OwnPrograms } from "./programs.ts";
import type { DocumentPromise, Place, ProseFeature } from "./promise.ts";
import { type Route, routeOfCurl, routeOfSpan, routesIn } from "./routes.ts";
import { type Call, callsOn, PROMPT } from "./shell.ts";

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(" "));
const SHELL = setOf("sh bash shell zsh console shell-session terminal powershell ps1");
const UNTAGGED = setOf(" text txt");
const SCRIPT = setOf("js javascript ts typescript jsx tsx mjs py python");
/** Every program has these, mostly without a word of code. */
const UNIVERSAL = setOf("help version");
const FLAG_SPAN = /^(?:-\w,?\s+)?--(?:no-)?([a-zA-Z][\w-]*)(?:[\s=[<].*)?$/;
/** As Go's flags are written; shorter ones may be several letters at once. */
const DASHED_SPAN = /^-([a-z][a-z\d]{2,}(?:-[a-z\d]+)*)(?:[\s=[<].*)?$/;
const CALLED = /^(?:new\s+)?((?:[\w$]+\.)*[A-Za-z_$][\w$]*)\(.*\)$/s;
const EXAMPLE_CALL = /\(.*["'`].*\)|\(.*\)\./s;
const NAMED = /^(?:[\w$]+\.)*[A-Za-z_$][\w$]*$/;
const JOINTED = /[a-z\d][A-Z]|[a-zA-Z]_[a-zA-Z]/;
const CONSTANT = /^[A-Z\d_]+$/;
/** Names that stand for the reader's own. */
const PLACEHOLDER =
  /^(?:[Mm]y|[Yy]our|[Oo]ur|[Ss]ome|[Ff]oo|[Bb]ar|[Bb]az|[Ee]xample|[Ss]ample|[Dd]emo|[Tt]est)(?![a-z])|(?:[Ee]xample|[Pp]laceholder)$/;
/** What every reader knows from elsewhere. */
const COMMON =
  /^(?:JSON|Math|Object|Array|Promise|console|process|window|document|globalThis|module|exports|os|sys|fmt|http|fs|path|util|React|Vue|req|res|ctx)\.|^(?:use(?:State|Effect|Ref|Memo|Callback|Context|Reducer)|set(?:Timeout|Interval|Immediate)|addEventListener|queueMicrotask|structuredClone|require|print|main|constructor|localStorage|sessionStorage|node_modules|camelCase|snake_case|PascalCase|[A-Z][a-z]*[A-Z]+[a-z]*(?:DB|API|SQL|JS|OS)?|JavaScript|TypeScript|GitHub|GitLab)$/;
const FEATURE_WORDS = 120;
const HELP_LINE = /^\s+(?:-\w,?\s+)?--(?:no-)?([a-zA-Z][\w-]*)/;
const USAGE = /^[ \t]*(?:usage|verwendung|uso)\s*:\s*(?:\S*\/)?([\w.-]+)/im;

export interface Document {
  readonly path: string;
  readonly text: string;
}

export interface Promised {
  readonly exact: readonly DocumentPromise[];
  readonly features: readonly ProseFeature[];
}

/** Everything that a document promises, in its order; the same may be promised several times. Others have their turn in between. */
export async function promisesIn({ path, text }: Document, own: OwnPrograms, pause: Pause): Promise<Promised> {
  const exact: DocumentPromise[] = [];
  const features: ProseFeature[] = [];
  for (const block of blocksOf(text)) {
    await pause();
    if (isElsewhere(block)) continue;
    if (block.kind === "code") exact.push(...inCode(block, path, own));
    else if (!saysAbsent(block.text)) exact.push(...inSpans(block, path, own));
    if (listsFeature(block))
      features.push({ kind: "feature", words: block.text.slice(0, FEATURE_WORDS), place: { path, line: block.line } });
  }
  return { exact, features };
}

const ofRoute = (found: Route, place: Place): DocumentPromise => ({ kind: "route", ...found, place });

const ofFlag = (name: string, place: Place, dashes = "--"): DocumentPromise[] =>
  UNIVERSAL.has(name) || name.length < 2 ? [] : [{ kind: "flag", name, words: `${dashes}${name}`, place }];

const ofCall = ({ program, command, flags }: Call, place: Place): DocumentPromise[] => [
  ...(command === undefined || UNIVERSAL.has(command) || PLACEHOLDER.test(command)
    ? []
    : [{ kind: "command" as const, name: command, words: `${program} ${command}`, place }]),
  ...flags.flatMap((flag) => ofFlag(flag, place)),
];

/** The lines of a block that somebody types; the others are what is printed. */
function typedIn({ language, text }: CodeBlock, own: OwnPrograms): (line: string) => boolean {
  const lines = text.split("\n").filter((line) => line.trim() !== "" && !/^\s*#/.test(line));
  if (lines.some((line) => PROMPT.test(line))) return (line) => PROMPT.test(line);
  const isTyped =
    SHELL.has(language) || (UNTAGGED.has(language) && lines.every((line) => callsOn(line, own).length > 0));
  return () => isTyped;
}

function inCode(block: CodeBlock, path: string, own: OwnPrograms): DocumentPromise[] {
  const { language, text, line: start } = block;
  const lines = text.split("\n").map((line, at) => ({ line, place: { path, line: start + at } }));
  if (SCRIPT.has(language))
    return lines.flatMap(({ line, place }) =>
      imported(line, own).map((name): DocumentPromise => ({ kind: "name", name, words: name, place })),
    );
  if (!SHELL.has(language) && !UNTAGGED.has(language)) return [];
  const used = USAGE.exec(text)?.[1];
  if (used !== undefined)
    return lines.flatMap(({ line, place }) => {
      const flag = own.has(used) && !saysAbsent(line) ? HELP_LINE.exec(line)?.[1] : undefined;
      return flag === undefined ? [] : ofFlag(flag, place);
    });
  const isTyped = typedIn(block, own);
  return lines.flatMap(({ line, place }) =>
    !isTyped(line) || saysAbsent(line)
      ? []
      : [
          ...callsOn(line, own).flatMap((call) => ofCall(call, place)),
          ...routeOfCurl(line).map((route) => ofRoute(route, place)),
        ],
  );
}

const JS_IMPORT = /\bimport\s*(?:\w+\s*,\s*)?\{([^}]*)\}\s*from\s*["']([^"']+)["']/;
const PY_IMPORT = /^\s*from\s+([\w.]+)\s+import\s+([\w\s,]+)/;

/** What an example takes from the project's own package. */
function imported(line: string, own: OwnPrograms): string[] {
  const [, inBraces, from] = JS_IMPORT.exec(line) ?? [];
  const [, module, listed] = PY_IMPORT.exec(line) ?? [];
  const names = own.hasModule(from ?? "") ? inBraces : own.hasModule(module ?? "") ? listed : undefined;
  return (names ?? "")
    .split(",")
    .map(
      (name) =>
        name
          .trim()
          .replace(/^type\s+/, "")
          .split(/\s+as\s+/, 1)[0] ?? "",
    )
    .filter((name) => /^[A-Za-z_$][\w$]{2,}$/.test(name) && !PLACEHOLDER.test(name));
}

/** Whether the span is what the block is about: the name that a list, a table or a heading explains. */
const isLead = ({ kind, lead }: TextBlock, { at, text }: Span): boolean =>
  kind === "row" ? at === 0 && lead.startsWith(text) : kind !== "paragraph" && at === 0;

function inSpans(block: TextBlock, path: string, own: OwnPrograms): DocumentPromise[] {
  // Routes stand in headings and tables without marks of code, too.
  const bare = block.kind === "heading" || block.kind === "row" ? routesIn(block.text) : [];
  const isAboutOther = [block.text, block.under.at(-1)?.text ?? ""].some((text) => own.mentionsOther(text));
  return [
    ...bare.map((route) => ofRoute(route, { path, line: block.line })),
    ...block.spans.flatMap((span) => {
      const place = { path, line: span.line };
      const routes = routeOfSpan(span.text).filter(({ words }) => !bare.some((one) => one.words === words));
      if (routes.length > 0) return routes.map((route) => ofRoute(route, place));
      const calls = callsOn(span.text, own);
      if (calls.length > 0) return calls.flatMap((call) => ofCall(call, place));
      if (isAboutOther || !isLead(block, span)) return [];
      const flag = FLAG_SPAN.exec(span.text)?.[1];
      if (flag !== undefined) return ofFlag(flag, place);
      const dashed = DASHED_SPAN.exec(span.text)?.[1];
      return dashed === undefined ? ofName(span.text, place, own) : ofFlag(dashed, place, "-");
    }),
  ];
}

function ofName(span: string, place: Place, own: OwnPrograms): DocumentPromise[] {
  const called = CALLED.exec(span)?.[1];
  const whole = called ?? (NAMED.test(span) ? span : undefined);
  // A call with values in it is an example, and what is called on a variable is anybody's.
  if (whole === undefined || COMMON.test(whole) || EXAMPLE_CALL.test(span)) return [];
  const [receiver = "", ...rest] = whole.split(".");
  if (rest.length > 0 && !/^[A-Z]/.test(receiver) && !own.has(receiver)) return [];
  const name = rest.at(-1) ?? receiver;
  if (name.length < 3 || CONSTANT.test(name) || COMMON.test(name) || PLACEHOLDER.test(name)) return [];
  // A plain word may be anything: a value, a setting, an everyday word.
  if (called === undefined && !JOINTED.test(name)) return [];
  return [{ kind: "name", name, words: called === undefined ? whole : `${whole}()`, place }];
}
