import { isCertainPath, isPathLike } from "./path-shape.ts";
import { type Lines, linesFollowing, withoutLines, wordsIn } from "./path-words.ts";

/* Files and folders that a text names. */

export interface Mention {
  /** As it is written, without a slash at its end. */
  readonly path: string;
  readonly lines: readonly Lines[];
  readonly isCertain: boolean;
}

const none = (): boolean => false;

/**
 * Every path in a text with the lines that are named with it, each once. `isPath` knows those with spaces that do not
 * look like one.
 */
export function mentionsIn(text: string, isPath: (path: string) => boolean = none): Mention[] {
  const found = new Map<string, Mention>();
  for (const word of wordsIn(text, isPath)) {
    const named = withoutLines(word.text);
    if (!word.text.includes(" ") && !isPathLike(named.path)) continue;
    const path = named.path.replace(/(?<=.)\/$/, "");
    const lines = named.lines.length > 0 ? named.lines : linesFollowing(text, word.to);
    const before = found.get(path)?.lines ?? [];
    found.set(path, { path, lines: [...before, ...lines], isCertain: isCertainPath(path) });
  }
  return [...found.values()];
}

/** The same as they are written, and other words in backticks: a folder's name alone looks like any word. */
export function pathsNamedIn(text: string): string[] {
  const named = wordsIn(text, none).flatMap((word) => {
    const { path } = withoutLines(word.text);
    return isPathLike(path) || (word.isQuoted && /[\p{L}\p{N}]/u.test(path)) ? [path] : [];
  });
  return [...new Set(named)];
}
