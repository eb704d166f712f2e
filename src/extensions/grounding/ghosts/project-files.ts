import { readdir } from "node:fs/promises";
import { join, posix, relative, sep } from "node:path";
import { askGit } from "../../../project-files/index.ts";

/**
 * What a file is to a search for promises: where they are kept, where they are tested, where they are made, or neither.
 */
export type FileKind = "code" | "test" | "document" | "other";

const DOCUMENT_NAME =
  /^(?:readme|change(?:log|s)|history|licen[cs]e|contributing|security|roadmap|todo|news)(?:[.-].*)?$/i;
const DOCUMENT_ENDING = /\.(?:md|mdx|markdown|rst|adoc|txt|org|tex)$/i;
/** A description of an interface is a promise, too. */
const DOCUMENT_PATH =
  /(?:^|\/)(?:docs?|documentation|examples?|samples?|grimoires)\/|(?:^|\/)(?:openapi|swagger|asyncapi)[^/]*\.(?:json|ya?ml)$/i;
const TEST_PATH =
  /(?:^|\/)(?:tests?|__\w+__|specs?|e2e|fixtures?|test-?data)\/|(?:^|\/)(?:test_[^/]*|conftest\.py|[^/]*(?:[._-](?:tests?|specs?|e2e|test-kit)|Tests?)\.[^./]+)$/;
/** Generated or vendored. */
const NOT_OWN =
  /(?:^|\/)(?:node_modules|vendor|third_party|dist|build|out|target|coverage|venv|site-packages|Pods|\.(?:git|next|nuxt|venv|idea|vscode|gradle|tox|cache|throughline))\//;
const NOT_SOURCE =
  /(?:-lock\.(?:json|yaml)|\.lock|go\.sum|\.(?:svg|csv|tsv|ndjson|jsonl|log|map|snap|pem|crt|key|patch|diff|min\.\w+))$/i;
const DATA = /(?:^|\/)\.[^/]*$|\.(?:json[c5]?|ya?ml|toml|ini|cfg|conf|xml|properties|env|mod|in|d\.[cm]?ts)$/i;

/** By its path alone, with `/` between the parts. */
export function kindOf(path: string): FileKind {
  if (NOT_OWN.test(path) || NOT_SOURCE.test(path)) return "other";
  if (DOCUMENT_ENDING.test(path) || DOCUMENT_NAME.test(posix.basename(path))) return "document";
  if (TEST_PATH.test(path)) return "test";
  return DOCUMENT_PATH.test(path) ? "document" : "code";
}

/** Files that do something: settings and manifests alone keep no promise. */
export const isSource = (path: string): boolean => kindOf(path) === "code" && !DATA.test(path);

const MARKDOWN = /\.(?:md|mdx|markdown)$/i;
const PROMISING =
  /^(?:readme|features?|prd|sdd|spec|specification|requirements|design|architecture|usage|api|cli|commands)(?:[._-][^/]*)?$|(?:^|\/)(?:prd|sdd)\.md$|^(?:docs?|documentation|specs?|requirements|design|prds?|manual|guide)\//i;
/** Pages about history, plans, reasons, or how to work on the project. */
const NO_PROMISES =
  /(?:^|\/)(?:change(?:log|s)|history|release[-_ ]?notes?|contributing|code[-_]of[-_]conduct|security|licen[cs]e|roadmap|todo|migrat\w*|upgrad\w*|benchmarks?|glossary|faq|troubleshooting|development|testing|plans?|ideas?|backlog|proposals?|rfcs?|adrs?|decisions?|research|archived?|blog|posts?|notes|reviews?|sprints?)(?:[._-][^/]*)?(?:\/|\.\w+$)/i;

/** The documents searched by default, for the report where none was found. */
export const LOOKED_FOR =
  "README, FEATURES, PRD, SDD and the like in the project's folder, and Markdown below docs/ or specs/";

/**
 * The documents among the project's files that promise features. A fixture's or a dependency's README promises nothing.
 */
export const documentsAmong = (paths: readonly string[]): string[] =>
  paths.filter(
    (path) =>
      MARKDOWN.test(path) &&
      PROMISING.test(path) &&
      !NO_PROMISES.test(path) &&
      !NOT_OWN.test(path) &&
      !TEST_PATH.test(path),
  );

/** The Markdown files in a folder of the project. */
export const markdownBelow = (paths: readonly string[], folder: string): string[] =>
  paths.filter((path) => MARKDOWN.test(path) && (folder === "" || path.startsWith(`${folder}/`)));

/** More files than this are not looked at. */
export const MOST_FILES = 200_000;

/** What git tracks or would track; undefined where git does not answer. */
async function tracked(root: string): Promise<string[] | undefined> {
  const listed = await askGit(root, "-c", "core.fsmonitor=false", "ls-files", "-z", "-co", "--exclude-standard");
  return listed?.split("\0").filter((path) => path !== "");
}

/** Without git: every file below, symbolic links apart. */
async function walked(root: string): Promise<string[]> {
  const found: string[] = [];
  const folders = [root];
  for (let folder = folders.pop(); folder !== undefined && found.length <= MOST_FILES; folder = folders.pop())
    for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
      const path = relative(root, join(folder, entry.name)).split(sep).join("/");
      if (entry.isFile()) found.push(path);
      else if (entry.isDirectory() && !NOT_OWN.test(`${path}/`)) folders.push(join(folder, entry.name));
    }
  return found;
}

/** The project's files, relative to its folder, with `/` between the parts, in order. */
export const filesOf = async (root: string): Promise<string[]> =>
  [...new Set((await tracked(root)) ?? (await walked(root)))].sort();
