/* Files and folders that a text names, in whatever punctuation they stand. */

/** Scripts that are written without spaces end a path, as their stops do. */
const NAMED = /`([^`\s]+)`|[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}_.@+~/-]+/gu;
const AROUND = /^[([{<"'“‘«「『]+|[.,;:!?…)\]}>"'”’»」』。，、；：！？-]+$/gu;
const ADDRESS = /\b[a-z][a-z+.-]*:\/\/\S+/gi;
const ENDING = /[^/]\.\p{L}[\p{L}\p{N}]{0,7}$/u;
const HIDDEN = /^\.[\p{L}_][^/]*$/u;

/** Whether a name ends as files do: `a.ts`, not `1.5`. */
export const hasEnding = (path: string): boolean => ENDING.test(path) || HIDDEN.test(path);

/** What stands in backticks is taken as it is; other words are where they look like a path. Addresses are none. */
export function pathsNamedIn(text: string): string[] {
  const found = [...text.replace(ADDRESS, " ").matchAll(NAMED)].map(([word, quoted]) => ({
    path: (quoted ?? word).replace(AROUND, ""),
    isQuoted: quoted !== undefined,
  }));
  return found
    .filter(({ path, isQuoted }) => /[\p{L}\p{N}]/u.test(path) && (isQuoted || path.includes("/") || hasEnding(path)))
    .map(({ path }) => path);
}
