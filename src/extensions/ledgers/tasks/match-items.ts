import { z } from "zod";
import { canonicalJson, redact } from "../../../core/index.ts";

/* Which item of a file's list is which of ours, although one of the two was changed, or has no id yet. */

const decisionShape = z.object({ ts: z.string(), decision: z.string() });
const handoffShape = z.object({ session_id: z.string(), ended: z.string() });
const namedShape = z.object({ name: z.string() });
const identified = z.object({ id: z.string() });

/** The words as the store keeps them. */
const folded = (text: string): string => redact(text).replace(/\s+/gu, " ").trim();

const whole = (item: unknown): string => canonicalJson(item);

const idOf = (item: unknown): string | undefined => identified.safeParse(item).data?.id;

/** What a person wrote by hand has no id; one that has another id is another. */
const isUnnamed = (a: unknown, b: unknown): boolean => idOf(a) === undefined || idOf(b) === undefined;

const nameOf = (item: unknown): string | undefined => {
  const handoff = handoffShape.safeParse(item).data;
  if (handoff) return canonicalJson([handoff.session_id, handoff.ended]);
  return namedShape.safeParse(item).data?.name;
};

const wordsOf = (item: unknown): string | undefined => {
  const decision = decisionShape.safeParse(item).data;
  return decision && folded(decision.decision);
};

const wordsAtTime = (item: unknown): string | undefined => {
  const decision = decisionShape.safeParse(item).data;
  return decision && canonicalJson([Date.parse(decision.ts) || decision.ts, folded(decision.decision)]);
};

const alike =
  (key: (item: unknown) => string | undefined) =>
  (a: unknown, b: unknown): boolean =>
    key(a) !== undefined && key(a) === key(b);

/** The surest first. */
const WAYS: readonly ((inFile: unknown, ours: unknown) => boolean)[] = [
  alike(whole),
  alike(idOf),
  alike(nameOf),
  (a, b) => isUnnamed(a, b) && alike(wordsAtTime)(a, b),
  (a, b) => isUnnamed(a, b) && alike(wordsOf)(a, b),
];

/**
 * For each of ours its place in the file's list, each place once; `undefined` among the file's:
 * one that cannot be read.
 */
export function placesOfOurs(inFile: readonly unknown[], ours: readonly unknown[]): (number | undefined)[] {
  const places: (number | undefined)[] = ours.map(() => undefined);
  const free = new Set(inFile.flatMap((item, place) => (item === undefined ? [] : [place])));
  for (const isSame of WAYS)
    for (const [which, item] of ours.entries()) {
      if (places[which] !== undefined) continue;
      const place = [...free].find((one) => isSame(inFile[one], item));
      if (place === undefined) continue;
      places[which] = place;
      free.delete(place);
    }
  return places;
}
