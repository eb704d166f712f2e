import { type Block, blocksOf, type Span } from "../documents/blocks.ts";
import { isPlanned, roleOf } from "../documents/sections.ts";
import { featureIn } from "./features.ts";
import { isForeignLanguage } from "./language.ts";
import type { OwnPrograms } from "./programs.ts";
import type { DocumentPromise, Place } from "./promise.ts";
import { type Route, routeOfCurl, routeOfSpan, routesIn } from "./routes.ts";
import { type Call, callsOn } from "./shell.ts";

const SHELL = new Set([
  "",
  "sh",
  "bash",
  "shell",
  "zsh",
  "console",
  "shell-session",
  "terminal",
  "powershell",
  "ps1",
  "text",
]);
const HTTP = new Set(["", "http", "rest", "text"]);
const SCRIPT = new Set(["js", "javascript", "ts", "typescript", "jsx", "tsx", "mjs", "py", "python"]);
const FEATURE_DOCUMENT = /(?:^|\/)(?:features?)(?:[._-][^/]*)?\.\w+$/i;
/** Every program has these, mostly without a word of code. */
const UNIVERSAL = new Set(["help", "version"]);
const FLAG_SPAN = /^(?:-\w,?\s+)?--(?:no-)?([a-zA-Z][\w-]*)(?:[\s=[<].*)?$/;
/** As Go's flags are written; shorter ones may be several letters at once. */
const DASHED_SPAN = /^-([a-z][a-z\d]+(?:-[a-z\d]+)*)(?:[\s=[<].*)?$/;
const SHORTEST_DASHED = 3;
const CALLED = /^(?:new\s+)?((?:[\w$]+\.)*[A-Za-z_$][\w$]*)\(.*\)$/s;
const NAMED = /^(?:[\w$]+\.)*[A-Za-z_$][\w$]*$/;
const JOINTED = /[a-z\d][A-Z]|[a-zA-Z]_[a-zA-Z]/;
const CONSTANT = /^[A-Z\d_]+$/;
/** What every reader knows from elsewhere. */
const COMMON_NAMES =
  /^(?:JSON|Math|Object|Array|Promise|console|process|window|document|globalThis|os|sys|fmt|http|React)\.|^(?:use(?:State|Effect|Ref|Memo|Callback|Context|Reducer)|set(?:Timeout|Interval)|add_?EventListener|require|print|main|constructor|localStorage|sessionStorage|node_modules|camelCase|snake_case|PascalCase|JavaScript|TypeScript|GitHub|GitLab|OpenAI|GraphQL|WebSocket|PostgreSQL|MySQL|SQLite|MongoDB|DynamoDB|OAuth|macOS|iOS|LaTeX|YouTube|LinkedIn|DevTools|FastAPI|NumPy|PyPI|RabbitMQ)$/;
const SAID_GONE =
  /(?:(?<![\p{L}])(?:no|without|not|never|former(?:ly)?|instead of|unlike|removed|deprecated|replaces|such as|like|e\.g\.|for example|for instance|kein\p{L}*|sin|ohne)(?: the| an?| such| our| old| option| flag| command| need for)*\s*)$/iu;
const SAID_GONE_AFTER =
  /^\s*(?:\p{L}+\s+){0,2}(?:(?:is|was|are|were|has been|have been)\s+(?:not|no longer|removed|deprecated|gone|replaced)|does(?: not|n['’]t) exist|do(?: not|n['’]t) exist|no longer)/iu;

export interface Document {
  readonly path: string;
  readonly text: string;
}

/** Everything that a document promises, in its order; the same may be promised several times. */
export function promisesIn({ path, text }: Document, own: OwnPrograms): DocumentPromise[] {
  const blocks = blocksOf(text);
  const isForeignText = isForeignLanguage(
    blocks.flatMap((block) => (block.kind === "code" ? [] : [block.text])).join(" "),
  );
  const isFeatureDocument = FEATURE_DOCUMENT.test(path);
  return blocks.flatMap((block, at) => {
    const role = roleOf(block.under, isFeatureDocument);
    if (role === "elsewhere" || block.isStruck) return [];
    if (block.kind === "code") return inCode(block.language, block.text, { path, line: block.line }, own);
    const feature = role === "features" ? featureIn(block, isOverList(blocks, at)) : undefined;
    const place = { path, line: block.line };
    return [
      ...(feature ? [{ kind: "feature" as const, ...feature, place, isForeignText }] : []),
      ...(isPlanned(block.text) ? [] : inSpans(block, path, own)),
    ];
  });
}

/** Whether the first thing under a heading that is no prose is a list, or further headings. */
function isOverList(blocks: readonly Block[], at: number): boolean {
  const heading = blocks[at];
  if (heading?.kind !== "heading") return false;
  let next = at + 1;
  while (blocks[next]?.kind === "paragraph") next++;
  const found = blocks[next];
  if (found?.kind === "heading") return found.level > heading.level;
  return found?.kind === "item" || found?.kind === "row";
}

const ofRoute = (found: Route, place: Place): DocumentPromise => ({ kind: "route", ...found, place });

const ofFlag = (name: string, place: Place, dashes = "--"): DocumentPromise[] =>
  UNIVERSAL.has(name) || name.length < 2 ? [] : [{ kind: "flag", name, words: `${dashes}${name}`, place }];

function ofCall({ program, words, flags }: Call, place: Place): DocumentPromise[] {
  const paths = words.length > 1 ? [words.slice(0, 1), words.slice(0, 2)] : words.length === 1 ? [words] : [];
  return [
    ...paths.map((path): DocumentPromise => ({ kind: "command", path, words: `${program} ${path.join(" ")}`, place })),
    ...flags.flatMap((flag) => ofFlag(flag, place)),
  ];
}

const HELP_LINE = /^\s+(?:-\w,?\s+)?--(?:no-)?([a-zA-Z][\w-]*)/;
const USAGE = /^\s*(?:usage|verwendung|uso)\s*:\s*(?:\S*\/)?([\w.-]+)/im;

function inCode(language: string, text: string, start: Place, own: OwnPrograms): DocumentPromise[] {
  const used = USAGE.exec(text)?.[1];
  const isOwnHelp = used !== undefined && own.has(used);
  return text.split("\n").flatMap((line, at) => {
    const place = { path: start.path, line: start.line + at };
    if (isPlanned(line)) return [];
    const found: DocumentPromise[] = [];
    if (SHELL.has(language)) {
      found.push(...callsOn(line, own).flatMap((call) => ofCall(call, place)));
      found.push(...routeOfCurl(line).map((route) => ofRoute(route, place)));
      const flag = isOwnHelp ? HELP_LINE.exec(line)?.[1] : undefined;
      if (flag !== undefined) found.push(...ofFlag(flag, place));
    }
    if (HTTP.has(language)) found.push(...routesIn(line).map((route) => ofRoute(route, place)));
    if (SCRIPT.has(language))
      found.push(...imported(line, own).map((name): DocumentPromise => ({ kind: "name", name, words: name, place })));
    return found;
  });
}

const JS_IMPORT = /\bimport\s*(?:\w+\s*,\s*)?\{([^}]*)\}\s*from\s*["']([^"']+)["']/;
const PY_IMPORT = /^\s*from\s+([\w.]+)\s+import\s+([\w\s,]+)/;

/** What an example takes from the project's own package. */
function imported(line: string, own: OwnPrograms): string[] {
  const [, inBraces, from] = JS_IMPORT.exec(line) ?? [];
  const [, module, listed] = PY_IMPORT.exec(line) ?? [];
  const isOwn = (name: string) => own.has(name.replace(/^@[^/]+\//, "").split(/[/.]/, 1)[0] ?? "");
  const names =
    from !== undefined && isOwn(from)
      ? inBraces
      : module !== undefined && (isOwn(module) || isOwn(module.replaceAll("_", "-")))
        ? listed
        : undefined;
  return (names ?? "")
    .split(",")
    .map(
      (name) =>
        name
          .trim()
          .replace(/^type\s+/, "")
          .split(/\s+as\s+/, 1)[0] ?? "",
    )
    .filter((name) => /^[A-Za-z_$][\w$]{2,}$/.test(name));
}

const NEAR = 80;

/** What is said just before or behind a span may take the promise back. */
function isDenied(text: string, { at, text: span }: Span): boolean {
  const before = text.slice(Math.max(0, at - NEAR), at).replace(/[`"'(]+$/, "");
  const behind = text.slice(at + span.length, at + span.length + NEAR).replace(/^[`"')]+/, "");
  return SAID_GONE.test(before) || SAID_GONE_AFTER.test(behind);
}

/** Whether the span is what the block is about: the name that a list or a table of an interface explains. */
function isLead(block: Exclude<Block, { kind: "code" }>, span: Span): boolean {
  if (block.kind === "row") return block.cells[0]?.text.startsWith(span.text) ?? false;
  return block.kind !== "paragraph" && span.at === 0;
}

function inSpans(block: Exclude<Block, { kind: "code" }>, path: string, own: OwnPrograms): DocumentPromise[] {
  // Routes stand in headings and tables without marks of code, too.
  const bare = block.kind === "heading" || block.kind === "row" ? routesIn(block.text) : [];
  const here = { path, line: block.line };
  const isAboutOther =
    own.mentionsOther(block.text) || block.under.slice(-1).some(({ text }) => own.mentionsOther(text));
  return [
    ...bare.map((route) => ofRoute(route, here)),
    ...block.spans.flatMap((span) => {
      if (isDenied(block.text, span)) return [];
      const place = { path, line: span.line };
      const routes = routeOfSpan(span.text).filter(({ words }) => !bare.some((one) => one.words === words));
      if (routes.length > 0) return routes.map((route) => ofRoute(route, place));
      const calls = callsOn(span.text, own);
      if (calls.length > 0) return calls.flatMap((call) => ofCall(call, place));
      const flag = isAboutOther ? undefined : FLAG_SPAN.exec(span.text)?.[1];
      if (flag !== undefined) return ofFlag(flag, place);
      const dashed = !isAboutOther && isLead(block, span) ? DASHED_SPAN.exec(span.text)?.[1] : undefined;
      if (dashed !== undefined && dashed.length >= SHORTEST_DASHED) return ofFlag(dashed, place, "-");
      return isAboutOther ? [] : ofName(span.text, isLead(block, span), place);
    }),
  ];
}

function ofName(span: string, isLeading: boolean, place: Place): DocumentPromise[] {
  const called = CALLED.exec(span)?.[1];
  const whole = called ?? (isLeading && NAMED.test(span) ? span : undefined);
  if (whole === undefined || COMMON_NAMES.test(whole)) return [];
  const name = whole.split(".").at(-1) ?? "";
  if (name.length < 3 || CONSTANT.test(name) || COMMON_NAMES.test(name)) return [];
  // A plain word may be anything: a value, a setting, an everyday word.
  if (called === undefined && !JOINTED.test(name)) return [];
  return [{ kind: "name", name, words: called === undefined ? whole : `${whole}()`, place }];
}
