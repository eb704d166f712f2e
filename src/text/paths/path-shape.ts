/* Whether a word looks like a path. */

const ENDINGS = new Set(
  "ts tsx mts cts js jsx mjs cjs json jsonl json5 yaml yml toml ini cfg conf env lock py pyi ipynb rb go rs java kt kts scala swift c h cc cpp hpp cs fs php pl lua r jl ex exs erl hs ml clj dart vue svelte astro html htm css scss sass less md mdx txt rst adoc tex pdf csv tsv xml svg png jpg sql sh bash zsh fish ps1 bat proto graphql gql tf hcl nix gradle cmake mk docx xlsx pptx log diff patch prisma zig sol".split(
    " ",
  ),
);
const BARE_FILES = /^(?:Makefile|Dockerfile|Justfile|Procfile|Gemfile|Rakefile|LICENSE|README|CHANGELOG)$/;
/** Products that are called like files. */
const NO_FILES =
  /^(?:node|next|nuxt|vue|react|express|three|d3|socket|ember|backbone|angular|moment|chart|p5)\.(?:js|io)$/i;
/** Options, variables, patterns, and addresses of mail. */
const NO_PATH = /^-|[*?$\\<>]|^[^/@]+@[^/]+\./;
const ANY_ENDING = /[^/]\.\p{L}[\p{L}\p{N}]{0,7}$/u;
const HIDDEN = /^\.[\p{L}_][^/]*$/u;
/** "e.g", "z.B", and "1.x", which no file is called. */
const NO_NAME = /^(?:\p{L}\.)+\p{L}$|^[^\p{L}]*\.[^.]*$/u;

const endingOf = (path: string): string => /\.([A-Za-z][A-Za-z0-9]{0,7})$/.exec(path)?.[1]?.toLowerCase() ?? "";

const hasKnownEnding = (path: string): boolean => ENDINGS.has(endingOf(path));

/** Whether a name ends as files do: `a.ts`, not `1.5`. */
export const hasEnding = (path: string): boolean => ANY_ENDING.test(path) || HIDDEN.test(path);

const isFileName = (word: string): boolean =>
  hasKnownEnding(word) || BARE_FILES.test(word) || HIDDEN.test(word) || (ANY_ENDING.test(word) && !NO_NAME.test(word));

export function isPathLike(word: string): boolean {
  if (NO_PATH.test(word) || NO_FILES.test(word)) return false;
  return word.includes("/") ? /[\p{L}\p{N}]/u.test(word) : isFileName(word);
}

/** Without a known ending it may be no path at all: "and/or"; and what begins with `@` is often a package. */
export const isCertainPath = (path: string): boolean =>
  !path.startsWith("@") &&
  (hasKnownEnding(path) || /^(?:\.{1,2}|~)?\//.test(path) || BARE_FILES.test(path) || path.split("/").length > 3);

/** What begins a command is no folder. */
const PROGRAM =
  /^(?:npm|npx|pnpm|yarn|bun|node|deno|tsx|git|gh|pytest|python3?|pip|uv|poetry|cargo|go|make|cmake|docker|kubectl|bash|sh|zsh|cat|ls|cd|rm|mv|cp|touch|mkdir|vim?|nano|code|open|less|head|tail|grep|rg|sed|awk|find|chmod|sudo|ruby|php|java|gcc|clang|tsc|eslint|vitest|jest|ruff|mypy|run|see|in|edit|read|source)$/;

/**
 * `src dir/my file.py`: a folder in a part that is not the last, the name of a file in that, and nothing of a command.
 */
export function isSpacedPathLike(path: string): boolean {
  const words = path.split(" ");
  const [first = ""] = words;
  const isPlain = !/[*?$\\|<>;&=,]|(?:^| )-|:\/\//.test(path) && !PROGRAM.test(first);
  const hasFolder = words
    .slice(0, -1)
    .some((word) => /[^/.]\/?/.test(word) && word.includes("/") && endingOf(word) === "");
  return isPlain && hasFolder && !/^(?:\.{0,2}|~)\/[^ ]*[^ /]$/.test(first) && hasKnownEnding(words.at(-1) ?? "");
}
