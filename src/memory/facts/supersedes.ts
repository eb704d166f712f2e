import { otherValue } from "./one-value.ts";
import { opposite } from "./opposite.ts";
import { readingOf } from "./reading.ts";
import { turnedDown } from "./replacement.ts";

/** Half a line. */
const LONGEST = 90;

/** Whether it says how something is: what is in doubt neither replaces nor is replaced. */
export const isSure = (text: string): boolean => !readingOf(text).isUnsure;

/** Whether a newer fact takes the place of an older one: the same subject, and they cannot both hold. By rule, without a model. */
export function supersedes(newer: string, older: string): { readonly why: string } | undefined {
  const [is, was] = [readingOf(newer), readingOf(older)];
  if (is.isUnsure || was.isUnsure || was.isFuture) return undefined;
  // An older fact of several sentences would be hidden with all that is still true in it.
  if (!was.isWhole) return undefined;
  const why = turnedDown(is, was) ?? otherValue(is, was) ?? opposite(is, was);
  return why === undefined ? undefined : { why: why.length > LONGEST ? `${why.slice(0, LONGEST)}…` : why };
}
