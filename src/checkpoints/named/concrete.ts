/** What can be looked up: a path, code, a name from code, an address, a commit, a count. */
const CONCRETE = [
  /`[^`\s][^`]*`/,
  /(?:^|[\s("'])(?:\.{0,2}|~)\/?[\w@.-]+\/[\w@./-]+/,
  /(?:^|[\s("'])[\w-]+\.(?:[a-z]{1,5}\d?|[A-Z]{1,3})(?=$|[\s)"',:;.])/,
  /\bhttps?:\/\/\S+/,
  /\b[a-z]+(?:[A-Z][a-z0-9]+)+\b|\b[A-Za-z]+_\w+\b|\b[A-Z][a-z]+[A-Z]\w+\b/,
  /\b[0-9a-f]{7,40}\b/,
  /(?:^|\s)--?[a-z][\w-]*/,
  /\b(?:lines?|pages?|sections?|chapters?|rows?|slides?|issue|pr|step|#)\s*#?\d+/i,
  /\b\d+(?:[.,]\d+)?\s*(?:%|\p{L}{3,})/u,
];

/** Programs that people name without marking them as code, and whose names are not also English words. */
const TOOL =
  /\b(?:npm|npx|pnpm|deno|git|pytest|tox|python3?|pip|cargo|cmake|docker|kubectl|terraform|gradle|mvn|dotnet|psql|sqlite3|curl|ssh|rsync|vitest|jest|mocha|rspec|phpunit|ctest|tsc|eslint|ruff|mypy|pyright|gh)\b/;
/** Programs whose names are English words: only with an argument, or after "run". */
const WORD = "(?:yarn|bun|node|uv|poetry|go|make|helm|swift|ruby|rake|bundle|rails|php|composer|biome)";
const COMMAND = new RegExp(`\\b${WORD}\\s+[\\w./@:-]|\\b(?:[Rr]e)?[Rr]un ${WORD}\\b`);

export const isConcrete = (text: string): boolean =>
  TOOL.test(text) || COMMAND.test(text) || CONCRETE.some((pattern) => pattern.test(text));

/** How many words a text has; in scripts without spaces, two characters count as one. */
export function wordCount(text: string): number {
  const dense = text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu)?.length ?? 0;
  const spaced =
    text.match(/[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Hangul}\p{N}][\p{L}\p{N}'’-]*/gu)
      ?.length ?? 0;
  return spaced + Math.floor(dense / 2);
}
