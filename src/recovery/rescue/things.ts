import { scanExact } from "../../distillation/index.ts";

/** What an agent works with by its exact name. */
export const THING_KINDS = ["path", "command", "reference", "name", "url"] as const;
export type ThingKind = (typeof THING_KINDS)[number];

export interface Thing {
  readonly kind: ThingKind;
  readonly value: string;
}

/** Things are kept and compared by one text each. */
export type ThingKey = `${ThingKind} ${string}`;

export const keyOf = (kind: ThingKind, value: string): ThingKey => `${kind} ${value}`;

export function thingOf(key: ThingKey): Thing {
  const gap = key.indexOf(" ");
  const kind = THING_KINDS.find((one) => one === key.slice(0, gap)) ?? "name";
  return { kind, value: key.slice(gap + 1) };
}

const FLAG = /(?<![\w-])--[a-z][a-z0-9]*(?:-[a-z0-9]+)*(?![\w/-])/g;
/** What is a piece of a path is no name by itself. */
const WORD =
  /(?<![\w/-])[A-Za-z_][A-Za-z0-9_]*(?:-[A-Za-z0-9_]+)*(?![\w/-])(?!\.(?:[cm]?[jt]sx?|json\w?|md|go|py|rs|rb|java|kt|swift|c|h|cc|cpp|cs|php|sh|sql|ya?ml|toml|html?|css|txt|lock|log|mod|sum|env|ini|xml|svg|png)\b)/g;
/** `sessionId`, `HTTPServer`, but not "iOS" and "URLs". */
const INNER_CAPITAL = /[a-z0-9][A-Z]|[A-Z]{2}[a-z]{2}/;
const ABBREVIATIONS = /^[A-Z]{2,}s$/;
const SHORTEST_NAME = 4;
const LONGEST_NAME = 60;
const LONGEST_PATH = 160;
const LONGEST_URL = 200;
/** Of a very long text the beginning: what a tool gave in a megabyte nobody looked at name by name. */
const READ_CHARS = 60_000;

/** Names that look like words: known by where they stand. */
const IN_BACKTICKS = /`([A-Za-z][\w-]{3,50})(?:\(\))?`/g;
const DEFINED =
  /\b(?:func|type|def|class|fn|struct|interface|enum|trait|const|let|var|function|module|object)\s+(?:\([^)\n]{0,60}\)\s*)?([A-Za-z_]\w{3,50})/g;
const SHORTEST_WORD = 8;

/** The words of a text that stand there as names: in backticks, or where something is defined. */
export function codeWords(text: string, found: Set<string>): void {
  const read = text.slice(0, READ_CHARS);
  for (const pattern of [IN_BACKTICKS, DEFINED])
    for (const [, word = ""] of read.matchAll(pattern))
      if (word.includes("-") || word.length >= SHORTEST_WORD) found.add(word);
}

/** Products are called so all over the world. */
const PRODUCTS =
  /^(?:GitHub|GitLab|macOS|JavaScript|TypeScript|NodeJS|PostgreSQL|MySQL|SQLite|MongoDB|OAuth\d?|WebSockets?|GraphQL|DevOps|OpenAI|VSCode|LinkedIn|YouTube)$/;
/** The end of a sentence and the beginning of the next, without a blank between them. */
const HALF = /^[a-z]{4,}(?:So|But|I|We|The|Now|And|This|That|You|Let|However|Also|Then|Yes)$/;
const hasForm = (word: string): boolean => /[-_]/.test(word) || INNER_CAPITAL.test(word);

function isName(word: string, known: ReadonlySet<string>): boolean {
  if (word.length < SHORTEST_NAME || word.length > LONGEST_NAME || isOpaque(word)) return false;
  if (PRODUCTS.test(word) || HALF.test(word)) return false;
  if (known.has(word)) return true;
  if (word.includes("-")) return word.split("-").length >= 3 && /^[a-z0-9-]+$/i.test(word) && /[a-z]/i.test(word);
  if (word.includes("_")) return /[A-Za-z]{2}/.test(word) && !word.startsWith("_");
  return INNER_CAPITAL.test(word) && !ABBREVIATIONS.test(word);
}

const CODE_BEFORE = /(?:[`.]|->|::)$/;
const CODE_BEHIND = /^(?:[(`[]|\.\w|::|[ \t]*:?=|[ \t]+(?:struct|interface|extends)\b)/;

/** Whether a plain word stands as a name where it stands: "it contains `contains(list)`", but not "the type determines it". */
const standsAsName = (text: string, from: number, to: number): boolean =>
  CODE_BEHIND.test(text.slice(to, to + 12)) || CODE_BEFORE.test(text.slice(Math.max(0, from - 2), from));

/** Programs that everybody has: what they are told to do says nothing of the project. */
const EVERYDAY =
  /(?<![\w/.-])(?:git|grep|rg|find|ls|sed|awk|wc|sort|diff|tar|cp|mv|rm|mkdir|curl|wget)(?=[ "',])[^\n`|;&]*/g;

const KIND_OF = { path: "path", commit: "reference", id: "reference", url: "url" } as const;
const hasKind = (kind: string): kind is keyof typeof KIND_OF => kind in KIND_OF;

/** Commits are named by their first seven digits, whoever wrote out more. */
const SHORT_COMMIT = 7;
const COMMIT = /^[0-9a-f]{7,40}$/;
/** Issues, commits and ids; not versions, addresses and plain numbers. */
const REFERS = /^(?:#\d+|!\d+|[A-Z][A-Z0-9]+-\d+|(?=.*\d)(?=.*[a-z])[\w-]{7,})$/i;
/** Nobody says the ids of calls and messages. */
const OF_THE_CLIENT = /^(?:toolu|call|msg|req|prt|ses)_/;
/** `#3` counts up a list, unless something says that it is an issue. */
const COUNTS = /^#\d$/;
const ISSUE =
  /(?:\b(?:PRs?|MRs?|pull|merge|issues?|fix(?:e[sd])?|close[sd]?|resolve[sd]?|refs?)\b[\s\w]{0,12}|\()(#\d)\b/gi;

const issuesIn = (text: string): ReadonlySet<string> =>
  new Set([...text.matchAll(ISSUE)].map(([, issue = ""]) => issue));

/** A long number, or letters and digits without the vowels that words have: the id of some service. */
function isOpaque(word: string): boolean {
  if (/\d{6}/.test(word) || OF_THE_CLIENT.test(word)) return true;
  const letters = word.replace(/[^A-Za-z]/g, "");
  const vowels = word.replace(/[^aeiouy]/gi, "");
  return word.length >= 12 && /\d/.test(word) && vowels.length < letters.length / 5;
}

/** Hashes that somebody made up for an example: `abc1234`, `a1b2c3d`, `deadbee`. */
function isMadeUp(commit: string): boolean {
  const runs = (signs: string) =>
    [...signs].every((sign, n) => n === 0 || [0, 1].includes(sign.charCodeAt(0) - signs.charCodeAt(n - 1)));
  const [letters, digits] = [commit.replace(/\d/g, ""), commit.replace(/\D/g, "")];
  return /^(?:deadbee|cafebab|feedface)/.test(commit) || (letters.length >= 2 && runs(letters) && runs(digits));
}

/** `\n` and its like, as they stand in quoted code. */
const ESCAPED = /\\(?:[nrt]|u[0-9a-f]{4})/g;
/** A class of a pattern: `[a-f0-9]`. */
const CHARACTERS = /\[\^?[^\]\s[]{0,20}(?:a-[a-z]|A-[A-Z]|0-9)[^\]\s[]{0,20}\]/g;
/** Who signed a commit. */
const TRAILER = /^\s*[A-Z][A-Za-z-]*-[Bb]y: .*$/gm;
const HOME_VARIABLE = /\$(?:HOME\b|\{HOME\})(?=\/)/g;
/** What stands behind a variable, a placeholder or an asterisk is the end of a path that nobody knows. */
const PIECES = [
  /(?:\$\{[^}\n]{1,60}\}|\$\w+|\$\([^)\n]{1,80}\)|%[sdvq])["']?\/[\w./*@+-]*/g,
  /\$\{[^}\n]{1,60}\}[\w.-]*\.\w+/g,
  /[{<][\w:[\]., -]{1,40}[}>]\/(?!\/|[\w./-]*<\/)[\w./*<>{}:[\]@+-]*/g,
  /(?<!\*)\*(?!\*)[\w-]*\.[a-z]{1,5}\b(?![(.*])/g,
  /\*+\/[\w./*@+-]*/g,
  // A folder of macOS that has a blank in its name.
  /[~\w./-]*\/Application\\? Support\/\S*/g,
];

/** Packages are imported by paths that lead nowhere on this machine; `t.Log` and `e.target` are no files. */
const NO_PLACE =
  /^-|^\/(?:dev|proc|sys)\/|^[\w-]+\.(?:com|org|io|dev|net|in)\/|\.[A-Z]\w*$|[\\$*%]|^\w{1,2}\.\w+$|^refs\//;
/** `grep` writes the lines around what it found as `path-12-text`. */
const LINE_BEHIND = /^(\S{1,200}\.\w{1,5})-\d+-/gm;
/** A diff names a file once as it was and once as it is, in folders that are not there. */
const IN_DIFF = /^(?:diff --git a\/\S+ b|--- a|\+\+\+ b)\//gm;
/** The parts of an address that are to be filled in, as services write them: `…/gists{/gist_id}`. */
const TO_FILL_IN = /\{[/?&#.+;][^{}\s]{1,80}\}/g;
/** A route of a service (`pulls/112/comments`), a command of the client (`/review`), or a folder that every machine has. */
const ROUTE = /^(?!.*[^/]\.\w{1,10}$)(?:\/[\w-]+$|.*\/\d+(?:\/|$))/;
const isPlace = (path: string): boolean =>
  path.length >= SHORTEST_NAME &&
  path.length <= LONGEST_PATH &&
  !NO_PLACE.test(path) &&
  !ROUTE.test(path) &&
  /[a-z]/i.test(path);

/** How paths of one project are written: relative to it, whatever folder or worktree they were named from. */
export interface Relative {
  path(path: string): string;
  /** The same for all paths in a text. */
  text(text: string): string;
  /** Only where the folder's own name would be cut by whoever looks for paths: `/work/my shop/src/a.ts`. */
  whole(text: string): string;
}

/** A person's own folder is the same to them wherever it lies. */
const HOME = /^\/(?:home|Users)\/[^/]+\//;

export function relativeTo(roots: readonly (string | null | undefined)[]): Relative {
  const folders = [...new Set(roots.filter((root): root is string => !!root && root !== "/"))].sort(
    (a, b) => b.length - a.length,
  );
  const odd = folders.filter((folder) => /[^\w./@+-]/.test(folder));
  const without = (text: string, taken: readonly string[]): string =>
    taken.reduce((shorter, folder) => shorter.replaceAll(`${folder}/`, ""), text);
  return {
    path(path) {
      const root = folders.find((folder) => path.startsWith(`${folder}/`) || path === folder);
      const inside = root === undefined ? path.replace(HOME, "~/") : path.slice(root.length + 1);
      return inside.replace(/^(?:\.\/)+/, "").replace(/\/+$/, "");
    },
    text: (text) => without(text, folders),
    whole: (text) => without(text, odd),
  };
}

/**
 * All that a text names, each once. `sure`: those of which the text leaves no doubt that they are names of the project, and not plain
 * words or what any program is told to do.
 */
export function thingsIn(
  text: string,
  relative: Relative,
  words: ReadonlySet<string>,
  sure: Set<ThingKey> = new Set(),
): Set<ThingKey> {
  const found = new Set<ThingKey>();
  const plain = relative
    .whole(text.slice(0, READ_CHARS))
    .replace(ESCAPED, "  ")
    .replace(LINE_BEHIND, "$1 ")
    .replace(IN_DIFF, "")
    .replace(TO_FILL_IN, " ")
    .replace(TRAILER, " ")
    .replace(CHARACTERS, " ")
    .replace(HOME_VARIABLE, "~");
  const read = PIECES.reduce((text, piece) => text.replace(piece, " "), plain);
  const issues = issuesIn(read);
  scanExact(read, (kind, value) => {
    if (!hasKind(kind)) return;
    const thing = KIND_OF[kind];
    if (thing === "path") {
      const path = relative.path(value);
      if (isPlace(path)) found.add(keyOf("path", path));
    } else if (thing === "reference") {
      if (COUNTS.test(value) && !issues.has(value)) return;
      if (!REFERS.test(value) || OF_THE_CLIENT.test(value)) return;
      const isCommit = COMMIT.test(value);
      if (isCommit && isMadeUp(value)) return;
      found.add(keyOf("reference", isCommit ? value.slice(0, SHORT_COMMIT) : value));
    } else if (value.length <= LONGEST_URL) found.add(keyOf("url", value));
  });
  for (const [flag] of read.matchAll(FLAG)) if (flag.length > SHORTEST_NAME) found.add(keyOf("name", flag));
  for (const [flag] of read.replace(EVERYDAY, " ").matchAll(FLAG)) sure.add(keyOf("name", flag));
  for (const { 0: written, index } of read.matchAll(WORD)) {
    // A prefix, as one picks tests by: `TestRewind_`.
    const word = written.replace(/_+$/, "");
    if (!isName(word, words)) continue;
    found.add(keyOf("name", word));
    if (hasForm(word) || standsAsName(read, index, index + written.length)) sure.add(keyOf("name", word));
  }
  return found;
}
