/*
 * What an agent works with by its exact name: files, identifiers, commits, issues and URLs, found in a text by their
 * form alone.
 */

export const ITEM_KINDS = ["path", "reference", "name", "url"] as const;
export type ItemKind = (typeof ITEM_KINDS)[number];

export interface Item {
  readonly kind: ItemKind;
  readonly value: string;
}

/** Items are stored and compared by one text each. */
export type ItemKey = `${ItemKind} ${string}`;

export const keyOf = (kind: ItemKind, value: string): ItemKey => `${kind} ${value}`;

export function itemOf(key: ItemKey): Item {
  const gap = key.indexOf(" ");
  const kind = ITEM_KINDS.find((one) => one === key.slice(0, gap)) ?? "name";
  return { kind, value: key.slice(gap + 1) };
}

/** Of a very long text only the beginning is read. */
const READ_CHARS = 60_000;

const ENDING =
  "[cm]?[jt]sx?|json[lc5]?|mdx?|py|ipynb|go|rs|rb|java|kts?|swift|cc?|h|[ch]pp|cs|php|pl|lua|exs?|sh|bash|zsh|ps1|sql|db|sqlite|ya?ml|toml|ini|cfg|conf|env|lock|log|txt|rst|csv|tsv|xml|html?|s?css|less|vue|svelte|astro|svg|png|jpe?g|gif|webp|pdf|mod|sum|proto|graphql|tf|gradle|properties|plist|wasm|patch|diff|tmpl|golden|nix|zig|prisma";
/** What follows a variable, a placeholder or an asterisk is only the end of a path. `grep` writes `path-12-text`. */
const PATH = new RegExp(
  `(?<![\\p{L}\\p{N}_@:/.$%*{}<>\\\\-])(?:~?/|\\.{1,2}/)?(?:[\\p{L}\\p{N}_@.+-]+/)*[\\p{L}\\p{N}_@.+-]*[\\p{L}\\p{N}_-]\\.(?:${ENDING})(?![\\p{L}\\p{N}_/(=]|-(?!\\d+-)|\\.\\p{L})`,
  "gu",
);
const LONGEST_PATH = 160;
/** `e.go`, `1.2.c`, `a.ts/b.ts`: a variable with its property, a number, two files. */
const NO_FILE = new RegExp(`^\\p{L}?\\.\\w+$|^[\\d.]+\\w$|\\.(?:${ENDING})/`, "u");

const URL_FORM = /https?:\/\/[^\s"'`<>()\]}\\*]+/g;
const LONGEST_URL = 200;
const UUID = /(?<![\w-])[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}(?![\w-])/g;
const COMMIT = /(?<![\w-])(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{7,40}(?![\w-])/g;
/** Commits are compared by their first seven digits. */
const SHORT_COMMIT = 7;
/** `#3` counts up a list, unless something says that it is an issue. */
const ISSUE =
  /(?<![\w/&])#\d{2,6}\b|(?<=\b(?:PR|MR|issue|fix(?:e[sd])?|close[sd]?|resolve[sd]?|pull|merge)s? \(?)#\d\b|(?<=\()#\d(?=\))|\b(?!UTF|SHA|ISO|RFC|HTTP|GPT|UTC|MD|TLS|CVE|AES|HEAD|PR)[A-Z]{2,6}-\d{1,5}\b/g;

const WORD = /(?<![\w$%-])[A-Za-z][A-Za-z0-9_]*(?:-[A-Za-z0-9_]+)*(?![\w-])/g;
/** `sessionId`, `HTTPServer`, but not "iOS" and "URLs". */
const INNER_CAPITAL = /[a-z0-9][A-Z]|[A-Z]{2}[a-z]{2}/;
const ABBREVIATIONS = /^[A-Z]{2,}s$/;
const SHORTEST_NAME = 4;
const LONGEST_NAME = 60;
const SHORTEST_WORD = 8;

/** Names of products, which are of no project. */
const PRODUCTS =
  /^(?:GitHub|GitLab|macOS|JavaScript|TypeScript|NodeJS|PostgreSQL|MySQL|SQLite|MongoDB|GraphQL|OpenAI)$/;
/** Names of the language itself are of no project. */
const BUILT_IN: ReadonlySet<string> = new Set(
  [globalThis, Object, Array, Promise, JSON, console, Object.prototype, Array.prototype, String.prototype].flatMap(
    (owner) => Object.getOwnPropertyNames(owner),
  ),
);
/** The ids of calls and messages, long numbers, and letters with digits but without the vowels that words have. */
function isOpaque(word: string): boolean {
  if (/\d{6}|^(?:toolu|call|msg|req|prt|ses)_/.test(word)) return true;
  const letters = word.replace(/[^A-Za-z]/g, "").length;
  return word.length >= 12 && /\d/.test(word) && word.replace(/[^aeiouy]/gi, "").length < letters / 5;
}

function isName(word: string, codeWords: ReadonlySet<string>): boolean {
  if (word.length < SHORTEST_NAME || word.length > LONGEST_NAME || isOpaque(word)) return false;
  if (BUILT_IN.has(word) || PRODUCTS.test(word)) return false;
  if (codeWords.has(word)) return true;
  if (word.includes("-")) return false;
  return word.includes("_") ? /[A-Za-z]{2}/.test(word) : INNER_CAPITAL.test(word) && !ABBREVIATIONS.test(word);
}

const IN_BACKTICKS = /`([A-Za-z][\w-]{3,50})(?:\(\))?`/g;
/** At the beginning of a line, perhaps behind its number: in prose "type" and "class" are words. */
const DEFINED =
  /^[ \t\d+|:→-]*(?:(?:export|default|public|private|protected|static|async|pub|abstract)[ \t]+)*(?:func|type|def|class|fn|struct|interface|enum|trait|const|let|var|function|module)[ \t]+(?:\([^)\n]{0,60}\)[ \t]*)?([A-Za-z_]\w{3,50})/gm;

/** Adds the plain words of a text that are used as names: in backticks, or where something is defined. */
export function addCodeWords(text: string, found: Set<string>): void {
  const read = text.slice(0, READ_CHARS);
  for (const pattern of [IN_BACKTICKS, DEFINED])
    for (const [, word = ""] of read.matchAll(pattern))
      if (word.includes("-") || word.length >= SHORTEST_WORD) found.add(word);
}

/**
 * Parts of a text that are not of the work: line ends in quoted code, emphasis, diffs' prefixes, signatures, foreign
 * stack frames.
 */
const REPLACED: readonly (readonly [RegExp, string])[] = [
  [/\\(?:[nrt]|u[0-9a-f]{4})/g, "  "],
  [/\*\*([^*\n]+)\*\*/g, "$1"],
  [/^(?:diff --git a\/\S+ b|--- a|\+\+\+ b)\//gm, ""],
  [/^[ \t]*[A-Z][A-Za-z-]*-[Bb]y: .*$/gm, " "],
  [/^[ \t]*at .*(?:node:internal|node_modules|<anonymous>).*$/gm, " "],
];

/** A long JSON answer of a service, in one line: the names of its fields and its links are not of the work. */
const ANSWER = /^\s*[[{]\s*["{[][^\n]{200}/;
const FIELD = /"(?:(?!html_)(?:\w+_)?(?:url|href|node_id)"\s*:\s*"[^"\n]*"|[A-Za-z_][\w-]*"\s*:)/g;

/**
 * All that a text names, each once. Paths are as they are written: whether there is such a file, the text alone does
 * not say.
 */
export function itemsIn(text: string, codeWords: ReadonlySet<string>): Set<ItemKey> {
  const found = new Set<ItemKey>();
  let rest = REPLACED.reduce((read, [form, by]) => read.replace(form, by), text.slice(0, READ_CHARS));
  if (ANSWER.test(rest)) rest = rest.replace(FIELD, " ");
  const take = (form: RegExp, each: (value: string) => void) => {
    rest = rest.replace(form, (value) => {
      each(value);
      return " ";
    });
  };
  take(URL_FORM, (value) => {
    const url = value.replace(/[.,:;!?]+$/, "");
    if (url.length <= LONGEST_URL) found.add(keyOf("url", url));
  });
  take(UUID, (value) => found.add(keyOf("reference", value)));
  take(PATH, (value) => {
    const path = value.replace(/^(?:\.\/)+/, "");
    if (path.length <= LONGEST_PATH && !NO_FILE.test(path)) found.add(keyOf("path", path));
  });
  take(COMMIT, (value) => found.add(keyOf("reference", value.slice(0, SHORT_COMMIT))));
  for (const [issue] of rest.matchAll(ISSUE)) found.add(keyOf("reference", issue));
  for (const [word] of rest.matchAll(WORD)) {
    // A prefix, as one picks tests by: `TestRewind_`.
    const name = word.replace(/_+$/, "");
    if (isName(name, codeWords)) found.add(keyOf("name", name));
  }
  return found;
}
