import type { Lines } from "./edits.ts";

/* Paths and commands that a text names. */

export interface Mention {
  /** As it is written. */
  readonly path: string;
  readonly lines: readonly Lines[];
  /** Without a known ending it may be no path at all: "and/or". */
  readonly isCertain: boolean;
}

const ENDINGS =
  "ts tsx mts cts js jsx mjs cjs json jsonl json5 yaml yml toml ini cfg conf env lock py pyi ipynb rb go rs java kt kts scala swift c h cc cpp hpp cs fs php pl lua r jl ex exs erl hs ml clj dart vue svelte astro html htm css scss sass less md mdx txt rst adoc tex pdf csv tsv xml svg png jpg sql sh bash zsh fish ps1 bat proto graphql gql tf hcl nix gradle cmake mk docx xlsx pptx log diff patch prisma zig sol".split(
    " ",
  );
const BARE_FILES = /^(?:Makefile|Dockerfile|Justfile|Procfile|Gemfile|Rakefile|LICENSE|README|CHANGELOG)$/;
/** Products that are called like files. */
const NO_FILES =
  /^(?:node|next|nuxt|vue|react|express|three|d3|socket|ember|backbone|angular|moment|chart|p5)\.(?:js|io)$/i;
const WORD = /[^\s`"'()[\]{}<>,;|=“”‘’]+/g;
/** Line numbers behind a path: `:12`, `:12-40`, `#L3-L9`, ` lines 45-47, 60`. */
const JOINED_LINES = /^(.+?)(?::(\d+)(?:[-–](\d+)|:\d+)?|#L(\d+)(?:[-–]L?(\d+))?)$/;
const FOLLOWING_LINES =
  /^[`"')]*\s*[,(]?\s*(?:at |in )?lines?\s+(\d+(?:\s*(?:[-–—]|to)\s*\d+)?(?:\s*(?:,|and|&)\s*\d+(?:\s*(?:[-–—]|to)\s*\d+)?)*)/i;

const endingOf = (path: string): string => /\.([A-Za-z][A-Za-z0-9]{0,7})$/.exec(path)?.[1]?.toLowerCase() ?? "";

function linesIn(text: string): Lines[] {
  return text.split(/,|and|&/).flatMap((part) => {
    const [from, to] = part.split(/[-–—]|to/).map(Number);
    return from === undefined || !Number.isInteger(from) || from < 1 ? [] : [{ from, to: Math.max(from, to ?? from) }];
  });
}

const isPathLike = (word: string): boolean => {
  if (/:\/\/|@.*\.|^[-@$]|[*?$\\]/.test(word) || NO_FILES.test(word)) return false;
  return word.includes("/") ? /[\p{L}\p{N}]/u.test(word) : ENDINGS.includes(endingOf(word)) || BARE_FILES.test(word);
};

const isCertain = (path: string): boolean =>
  ENDINGS.includes(endingOf(path)) ||
  /^(?:\.{1,2}|~)?\//.test(path) ||
  BARE_FILES.test(path) ||
  path.split("/").length > 3;

/** In quotation marks of some kind, on one line, with a space in it. */
const SPACED =
  /(?<![\p{L}\p{N}])(?:`([^`\n]*\S \S[^`\n]*)`|"([^"\n]*\S \S[^"\n]*)"|'([^'\n]*\S \S[^'\n]*)'|“([^”\n]*\S \S[^”\n]*)”)/gu;
const LONGEST_SPACED = 300;
/** What begins a command is no folder. */
const PROGRAM =
  /^(?:npm|npx|pnpm|yarn|bun|node|deno|tsx|git|gh|pytest|python3?|pip|uv|poetry|cargo|go|make|cmake|docker|kubectl|bash|sh|zsh|cat|ls|cd|rm|mv|cp|touch|mkdir|vim?|nano|code|open|less|head|tail|grep|rg|sed|awk|find|chmod|sudo|ruby|php|java|gcc|clang|tsc|eslint|vitest|jest|ruff|mypy|run|see|in|edit|read|source)$/;

/** `src dir/my file.py`: a folder in a part that is not the last, the name of a file in that, and nothing of a command. */
function looksLikeOne(path: string): boolean {
  const words = path.split(" ");
  const last = words.at(-1) ?? "";
  const isPlain = !/[*?$\\|<>;&=,]|(?:^| )-|:\/\//.test(path) && !PROGRAM.test(words[0] ?? "");
  const hasFolder = words
    .slice(0, -1)
    .some((word) => /[^/.]\/?/.test(word) && word.includes("/") && endingOf(word) === "");
  return (
    isPlain && hasFolder && !/^(?:\.{0,2}|~)\/[^ ]*[^ /]$/.test(words[0] ?? "") && ENDINGS.includes(endingOf(last))
  );
}

interface Named {
  readonly given: string;
  /** Where the text goes on. */
  readonly to: number;
}

/** Every path in a text with the lines that are named behind it, each once; with spaces in quotation marks, where `isPath` knows it or it looks like one. */
export function mentionsIn(text: string, isPath: (path: string) => boolean = () => false): Mention[] {
  const found = new Map<string, Mention>();
  const add = ({ given, to: end }: Named, isSure: (path: string) => boolean) => {
    const joined = JOINED_LINES.exec(given);
    const path = (joined?.[1] ?? given).replace(/(?<=.)\/$/, "");
    if (!isSure(path)) return false;
    const from = joined?.[2] ?? joined?.[4];
    const to = joined?.[3] ?? joined?.[5];
    const behind = FOLLOWING_LINES.exec(text.slice(end, end + 120))?.[1];
    const lines = from === undefined ? linesIn(behind ?? "") : linesIn(`${from}-${to ?? from}`);
    const before = found.get(path)?.lines ?? [];
    found.set(path, { path, lines: [...before, ...lines], isCertain: isCertain(path) });
    return true;
  };
  const isSpaced = (path: string) => isPath(path) || looksLikeOne(path);
  const rest = text.replace(SPACED, (quoted, ...groups) => {
    const given =
      groups
        .slice(0, 4)
        .find((group) => typeof group === "string")
        ?.trim() ?? "";
    const isOne = given.length <= LONGEST_SPACED && add({ given, to: Number(groups[4]) + quoted.length }, isSpaced);
    return isOne ? " ".repeat(quoted.length) : quoted;
  });
  for (const { 0: raw, index } of rest.matchAll(WORD))
    add({ given: raw.replace(/[.:!?]+$/, ""), to: index + raw.length }, isPathLike);
  return [...found.values()];
}

const QUOTED = /`([^`\n]+)`/g;
/** A bare command ends with its line, its sentence, or a word that no command has. */
const SPOKEN =
  /\b(?:run|execute|rerun|start|call)[ \t]+(?:again[ \t]+)?([a-z][\w./-]*(?:(?<![.:])[ \t]+(?!(?:to|and|then|again|until|for|in|once|before|after|because|so|when|if|which|with)\b)(?:[\w./:@=-]+|&&|\|\|))*)/gi;

/** Where one command ends and the next begins. */
const BETWEEN = /\s*(?:&&|\|\||;)\s*/;

/** What a text tells to run, as one would type it; of several in a row each. */
export function commandsIn(text: string): string[] {
  const quoted = [...text.matchAll(QUOTED)].flatMap((match) => (match[1] ?? "").split(BETWEEN));
  const spoken = [...text.replace(QUOTED, " ").matchAll(SPOKEN)].flatMap((match) => (match[1] ?? "").split(BETWEEN));
  const commands = [...quoted.filter((one) => /^[\w./-]+(?:\s|$)/.test(one)), ...spoken];
  return [...new Set(commands.map((one) => one.trim().replace(/[.,;:]+$/, "")))].filter((one) => one !== "");
}
