import { type Block, blocksOf, type Span } from "./markdown-blocks.ts";
import { type Call, callsOn, type OwnPrograms, PROMPT } from "./own-programs.ts";
import { bareRoute, type DocumentPromise, type FoundRoute, type Place, routesIn } from "./promise.ts";
import { isElsewhere, listsFeature, saysAbsent } from "./wording.ts";

export interface Document {
  readonly path: string;
  readonly text: string;
}

/** A feature in prose: no search can find it for certain, so the agent is asked to check. */
export interface ProseFeature {
  readonly words: string;
  readonly place: Place;
}

export interface Promised {
  readonly exact: readonly DocumentPromise[];
  readonly features: readonly ProseFeature[];
}

/** Yields to other work when a time slice is used up. */
export type Pause = () => Promise<void>;

const SHELL = /^(?:sh|bash|shell|zsh|console|shell-session|terminal|powershell)$/;
const UNTAGGED = /^(?:te?xt)?$/;
const SCRIPT = /^(?:js|javascript|ts|typescript|jsx|tsx|mjs|py|python)$/;
/** Every program has these, mostly without a word of code. */
const UNIVERSAL = /^(?:help|version)$/;
/**
 * `--dry-run`, `-n, --dry-run=VALUE`; and, as Go's flags are written, `-timeout`: shorter ones may be several letters
 * at once.
 */
const FLAG_SPAN = /^(?:-\w,?\s+)?(--(?:no-)?|-(?=[a-z\d]{3}))([a-zA-Z][\w-]*)(?:[\s=[<].*)?$/;
const HELP_LINE = /^\s+(?:-\w,?\s+)?--(?:no-)?([a-zA-Z][\w-]*)/;
const USAGE = /^[ \t]*usage\s*:\s*(?:\S*\/)?([\w.-]+)/im;
/** A call with values in it is an example of one. */
const NAMED = /^(?:new\s+)?((?:[\w$]+\.)*)([A-Za-z_$][\w$]{2,})(\([^"'`]*\))?$/;
const JOINTED = /[a-z\d][A-Z]|[a-zA-Z]_[a-zA-Z]/;
/** Placeholders for the reader's own names, and well-known names of others. */
const NOT_OWN =
  /^(?:my|your|our|some|foo|bar|baz|example|sample|demo|test)(?![a-z])|^[A-Z\d_]+$|^(?:JSON|Math|Object|Array|Promise|React)\.|^(?:use(?:State|Effect|Ref|Memo|Context)|set(?:Timeout|Interval)|addEventListener|localStorage|node_modules|camelCase|snake_case|PascalCase|[A-Z][a-z]*[A-Z]+[a-z]*|JavaScript|TypeScript)$/;
const FEATURE_CHARS = 120;

/** Everything that a document promises, in its order; the same may be promised several times. */
export async function promisesIn({ path, text }: Document, own: OwnPrograms, pause: Pause): Promise<Promised> {
  const exact: DocumentPromise[] = [];
  const features: ProseFeature[] = [];
  for (const block of blocksOf(text)) {
    await pause();
    if (isElsewhere(block)) continue;
    if (block.kind === "code") exact.push(...inCode(block, path, own));
    else if (!saysAbsent(block.text)) exact.push(...inText(block, path, own));
    if (listsFeature(block))
      features.push({ words: block.text.slice(0, FEATURE_CHARS), place: { path, line: block.line } });
  }
  return { exact, features };
}

const ofRoute = ({ words, ...route }: FoundRoute, place: Place): DocumentPromise => ({
  ...{ kind: "route", name: words, words, place, route },
});

const ofFlag = (name: string, place: Place, dashes = "--"): DocumentPromise[] =>
  UNIVERSAL.test(name) || name.length < 2 ? [] : [{ kind: "flag", name, words: `${dashes}${name}`, place }];

const ofCall = ({ program, command, flags }: Call, place: Place): DocumentPromise[] => [
  ...(command === undefined || UNIVERSAL.test(command) || NOT_OWN.test(command)
    ? []
    : [{ kind: "command" as const, name: command, words: `${program} ${command}`, place }]),
  ...flags.flatMap((flag) => ofFlag(flag, place)),
];

/** The lines of a block that somebody types; the others are what is printed. */
function typedIn({ language, text }: Block, own: OwnPrograms): (line: string) => boolean {
  const lines = text.split("\n").filter((line) => line.trim() !== "" && !/^\s*#/.test(line));
  if (lines.some((line) => PROMPT.test(line))) return (line) => PROMPT.test(line);
  const isTyped = SHELL.test(language) || lines.every((line) => callsOn(line, own).length > 0);
  return () => isTyped;
}

function inCode(block: Block, path: string, own: OwnPrograms): DocumentPromise[] {
  const { language, text } = block;
  const read = readerOf(block, own);
  if (!read || !(SCRIPT.test(language) || SHELL.test(language) || UNTAGGED.test(language))) return [];
  return text.split("\n").flatMap((line, at) => (saysAbsent(line) ? [] : read(line, { path, line: block.line + at })));
}

type LineReader = (line: string, place: Place) => DocumentPromise[];

function readerOf(block: Block, own: OwnPrograms): LineReader | undefined {
  if (SCRIPT.test(block.language))
    return (line, place) => imported(line, own).map((name) => ({ kind: "name", name, words: name, place }));
  const used = USAGE.exec(block.text)?.[1];
  if (used !== undefined)
    return own.has(used) ? (line, place) => ofFlag(HELP_LINE.exec(line)?.[1] ?? "", place) : undefined;
  const isTyped = typedIn(block, own);
  return (line, place) => (isTyped(line) ? callsOn(line, own).flatMap((call) => ofCall(call, place)) : []);
}

const JS_IMPORT = /\bimport\s*(?:\w+\s*,\s*)?\{([^}]*)\}\s*from\s*["']([^"']+)["']/;
const PY_IMPORT = /^\s*from\s+([\w.]+)\s+import\s+([\w\s,]+)/;

/** What an example takes from the project's own package. */
function imported(line: string, own: OwnPrograms): string[] {
  const [, inBraces, from = ""] = JS_IMPORT.exec(line) ?? [];
  const [, module = "", listed] = PY_IMPORT.exec(line) ?? [];
  const names = own.hasModule(from) ? inBraces : own.hasModule(module) ? listed : undefined;
  return (names ?? "")
    .split(",")
    .map((name) => name.trim().replace(/^type\s+|\s+as\s.*$/g, ""))
    .filter((name) => /^[A-Za-z_$][\w$]{2,}$/.test(name) && !NOT_OWN.test(name));
}

function inText(block: Block, path: string, own: OwnPrograms): DocumentPromise[] {
  // Headings and tables name routes without code marks, too.
  const bare = block.kind === "heading" || block.kind === "row" ? routesIn(block.text) : [];
  const isAboutOther = [block.text, block.under.at(-1) ?? ""].some((text) => own.mentionsOther(text));
  const inSpan = (span: Span): DocumentPromise[] => {
    const place = { path, line: span.line };
    const routes = [...bareRoute(span.text), ...routesIn(span.text)];
    if (routes.length > 0)
      return routes.filter(({ words }) => !bare.some((one) => one.words === words)).map((one) => ofRoute(one, place));
    const calls = callsOn(span.text, own);
    if (calls.length > 0) return calls.flatMap((call) => ofCall(call, place));
    if (isAboutOther || span !== block.lead) return [];
    const [, dashes, flag] = FLAG_SPAN.exec(span.text) ?? [];
    return flag === undefined ? ofName(span.text, place, own) : ofFlag(flag, place, dashes === "-" ? "-" : "--");
  };
  return [...bare.map((route) => ofRoute(route, { path, line: block.line })), ...block.spans.flatMap(inSpan)];
}

function ofName(span: string, place: Place, own: OwnPrograms): DocumentPromise[] {
  const [, receiver = "", name, call] = NAMED.exec(span) ?? [];
  if (name === undefined || NOT_OWN.test(name) || NOT_OWN.test(span)) return [];
  // Of an object that the reader makes, nobody knows the class.
  if (receiver !== "" && !/^[A-Z]/.test(receiver) && !own.has(receiver.slice(0, -1))) return [];
  // A plain word may be anything: a value, a setting, an everyday word.
  if (call === undefined && !JOINTED.test(name)) return [];
  return [{ kind: "name", name, words: `${receiver}${name}${call === undefined ? "" : "()"}`, place }];
}
