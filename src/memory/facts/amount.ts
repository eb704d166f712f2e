import { stem } from "../text/words.ts";
import {
  ATTRIBUTES_UNSPACED,
  CHANGE,
  DEMANDING,
  DURATIONS,
  MANY,
  MEASURED,
  PLACES,
  SCHEDULED,
  UNITS,
} from "./lexicon.ts";
import type { Part } from "./parts.ts";
import { attributeIn, isNumber, isTopic, isUnspaced } from "./roles.ts";
import type { Slot } from "./slot.ts";

const USING = stem("use");
const HAVING = new Set(["have", stem("has")]);

const keysOf = (parts: readonly Part[]): string => parts.map((part) => part.key).join(" ");
const POINTS = new Set(["at", "on", "after", "to", "auf", "um", "sur", "en", "на"]);

/** Ten megabytes and a hundred requests are two limits; thirty seconds and two minutes are one timeout. */
function isMeasuredAlike(older: readonly Part[], newer: readonly Part[]): boolean {
  const [was, is] = [older.slice(1), newer.slice(1)];
  if (keysOf(was) === keysOf(is)) return true;
  return [isNumber, isDuration].some(
    (isKind) => [...was, ...is].every((part) => isKind(part.key)) && was.length === is.length,
  );
}
const isDuration = (key: string): boolean => DURATIONS.has(key);

/** A number that measures, not one that tells things apart: "5 minutes", "port 8080", but not "bug 12" or "on Node 20". */
export function isAmount({ lead, older, newer, tail }: Slot, verb: Part | undefined, isLast: boolean): boolean {
  const last = lead.at(-1);
  const attribute =
    attributeIn(lead) ?? (ATTRIBUTES_UNSPACED.test(lead.map((part) => part.text).join("")) ? last : undefined);
  if (!isMeasuredAlike(older, newer) && !lead.some((part) => PLACES.has(part.key))) return false;
  const unit = tail[0];
  const areDurations = [older, newer].every(([, measure]) => measure !== undefined && isDuration(measure.key));
  const hasUnit = areDurations || (unit !== undefined && (UNITS.has(unit.key) || isUnspaced(unit.text)));
  if (verb === undefined) {
    const others = lead.filter((part) => isTopic(part) && part !== attribute).length;
    return (
      attribute !== undefined &&
      (others <= 1 || isUnspaced(attribute.text)) &&
      (unit === undefined || hasUnit || unit.before !== "")
    );
  }
  // "Is cached for 60 seconds" tells how long, whatever the verb.
  if (hasUnit && isLast && lead.at(-2)?.key === "is") return true;
  const isUsed = HAVING.has(verb.key) || verb.key === USING;
  if ((MANY.has(verb.key) && !isUsed) || verb.key.startsWith("±")) return false;
  // A bug can be in many versions, and a thing on many platforms.
  if (attribute !== undefined && attribute === last) return attribute.before !== "in";
  if (verb.key === "is" || verb.key === CHANGE) return isLast || hasUnit || attribute !== undefined;
  if (HAVING.has(verb.key)) return isLast && unit !== undefined && unit.before === "";
  if (DEMANDING.has(verb.key)) return true;
  if (!MEASURED.has(verb.key) && !SCHEDULED.has(verb.key)) return false;
  return hasUnit || (isLast && verb.key !== "run" && POINTS.has(older[0]?.before ?? ""));
}
