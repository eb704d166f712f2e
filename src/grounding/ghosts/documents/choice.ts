import { posix } from "node:path";
import { kindOf } from "../code/kinds.ts";

const MARKDOWN = /\.(?:md|mdx|markdown)$/i;
const IN_ROOT =
  /^(?:readme|features?|prd|sdd|spec|specification|requirements|design|architecture|usage|api|cli|commands)(?:[._-][^/]*)?\.(?:md|mdx|markdown)$/i;
const ANYWHERE = /(?:^|\/)(?:prd|sdd)\.md$/i;
const FOLDERS = /^(?:docs?|documentation|specs?|requirements|design|prds?|manual|guide)\//i;
const GRIMOIRE = /^(?:grimoires\/loa|loa-grimoire)\//;
/** Pages that tell of the past, of the future, of reasons, or of how to work on the project. */
const NO_PROMISES =
  /(?:^|\/)(?:changelog|changes|history|release[-_ ]?notes?|contributing|code[-_]of[-_]conduct|security|licen[cs]e|roadmap|todo|migrat\w*|upgrad\w*|authors|governance|benchmarks?|glossary|faq|troubleshooting|development|testing|style\w*|plan|plans|ideas?|backlog|proposals?|rfcs?|adrs?|decisions?|research|archived?|blog|posts?|meetings?|notes|reviews?|sprints?|node_modules)(?:[._-][^/]*)?(?:\/|\.(?:md|mdx|markdown)$)/i;

/** What is looked for where no paths are given, for whoever found nothing. */
export const LOOKED_FOR =
  "README, FEATURES, PRD, SDD and the like in the project's folder, and Markdown below docs/ or specs/";

const isPromising = (path: string): boolean => IN_ROOT.test(path) || ANYWHERE.test(path) || FOLDERS.test(path);

/** The documents among the project's files that promise features. */
export const documentsAmong = (paths: readonly string[]): string[] =>
  paths.filter((path) => MARKDOWN.test(path) && isPromising(path) && !NO_PROMISES.test(path) && !isForeign(path));

/** A README that a test brings along, or a package that was brought along. */
function isForeign(path: string): boolean {
  const folder = posix.dirname(path);
  if (folder === "." || FOLDERS.test(path) || GRIMOIRE.test(path)) return false;
  return kindOf(`${folder}/code.ts`) !== "code";
}

/** The Markdown files in a folder of the project. */
export const markdownBelow = (paths: readonly string[], folder: string): string[] =>
  paths.filter((path) => MARKDOWN.test(path) && (folder === "" || path.startsWith(`${folder}/`)));
