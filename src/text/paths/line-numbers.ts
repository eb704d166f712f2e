/** Lines of a file, counted from 1, both ends included. */
export interface Lines {
  readonly from: number;
  readonly to: number;
}

/** Line numbers at the end of a path: `:12`, `:12-40`, `:12:5`, `#L3-L9`. */
const JOINED = /^(.+?)(?::(\d+)(?:[-–](\d+)|:\d+)?|#L(\d+)(?:[-–]L?(\d+))?)$/;
/** And after it: ` lines 45-47, 60`. */
const FOLLOWING =
  /^[`"')]*\s*[,(]?\s*(?:at |in )?lines?\s+(\d+(?:\s*(?:[-–—]|to)\s*\d+)?(?:\s*(?:,|and|&)\s*\d+(?:\s*(?:[-–—]|to)\s*\d+)?)*)/i;
const FOLLOWING_WITHIN = 120;

function linesIn(text: string): Lines[] {
  return text.split(/,|and|&/).flatMap((part) => {
    const [from, to] = part.split(/[-–—]|to/).map(Number);
    return from === undefined || !Number.isInteger(from) || from < 1 ? [] : [{ from, to: Math.max(from, to ?? from) }];
  });
}

/** A path without the line numbers at its end, and what they are. */
export function withoutLines(word: string): { readonly path: string; readonly lines: readonly Lines[] } {
  const joined = JOINED.exec(word);
  const from = joined?.[2] ?? joined?.[4];
  const to = joined?.[3] ?? joined?.[5] ?? from;
  return { path: joined?.[1] ?? word, lines: from === undefined ? [] : linesIn(`${from}-${to}`) };
}

/** The line numbers that follow at a place of a text. */
export const linesFollowing = (text: string, at: number): Lines[] =>
  linesIn(FOLLOWING.exec(text.slice(at, at + FOLLOWING_WITHIN))?.[1] ?? "");
