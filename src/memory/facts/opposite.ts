import { JOINS, OTHER_VERBS } from "./lexicon.ts";
import type { Part } from "./parts.ts";
import type { Reading } from "./reading.ts";
import { isTopic } from "./roles.ts";

const ANYBODY = new Set(["we", "you", ",", "us"]);
const COMPARING = new Set(["over", "to", "than", "before"]);
const MOST_LEFT_OUT = 3;

const weightOf = (parts: readonly Part[]): string[] =>
  parts
    .filter((part) => !ANYBODY.has(part.key) && part.key !== "is")
    .map((part) => (part.before === "" ? part.key : `${part.before} ${part.key}`));

/** The same said the other way: "always squash" and "never squash", "is enabled" and "is disabled". */
export function opposite(newer: Reading, older: Reading): string | undefined {
  if (newer.isPast || older.isPast || newer.isFuture || newer.rejected.length > 0) return undefined;
  if (newer.isNegative === older.isNegative) return swapped(newer, older);
  const [n, o] = [weightOf(newer.parts), weightOf(older.parts)];
  if (!newer.parts.some(isTopic)) return undefined;
  if (n.join(" ") === o.join(" ")) return whyOf(newer);
  if (!newer.hasEnded || !newer.isNegative) return undefined;
  // What has ended altogether has also ended in its particulars.
  const said = new Set(o);
  const left = o.filter((key) => !n.includes(key));
  const isWithin = n.length >= 2 && n.every((key) => said.has(key)) && left.length <= MOST_LEFT_OUT;
  const isPlain = !older.parts.some((part) => JOINS.has(part.key) || part.key === ",");
  return isWithin && isPlain && (left.every((key) => OTHER_VERBS.has(key)) || n[0] === o[0]) ? whyOf(newer) : undefined;
}

const whyOf = (newer: Reading): string => (newer.hasEnded ? "no longer so" : "the opposite was said before");

/** "Tea over coffee" and "coffee over tea". */
function swapped(newer: Reading, older: Reading): string | undefined {
  const at = newer.parts.findIndex((part) => COMPARING.has(part.before) && part.before !== "to");
  if (at < 1 || at !== older.parts.findIndex((part) => part.before === newer.parts[at]?.before)) return undefined;
  const [n, o] = [newer.parts.map((part) => part.key), older.parts.map((part) => part.key)];
  const isTurned = n.length === o.length && n[at - 1] === o[at] && n[at] === o[at - 1] && n[at] !== n[at - 1];
  return isTurned && n.every((key, place) => place === at || place === at - 1 || key === o[place])
    ? "the other way round than before"
    : undefined;
}
