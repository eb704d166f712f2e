import { canonicalJson, redact } from "../../../core/index.ts";
import { foldSpace } from "../../../text/index.ts";
import { isFields } from "../merge/three-way.ts";

/* Which item of a file's list is which of ours, although one of the two was changed, or has no id yet. */

type Key = (item: unknown) => string | undefined;

/** The text of a field as the store keeps it: a time in one form, words in one line and without secrets. */
const asStored = (field: string, text: string): unknown =>
  field === "ts" ? Date.parse(text) || text : foldSpace(redact(text));

const by =
  (...fields: readonly string[]): Key =>
  (item) => {
    const texts = isFields(item) ? fields.map((field) => ({ field, text: item[field] })) : [];
    const values = texts.map(({ field, text }) => (typeof text === "string" ? asStored(field, text) : undefined));
    return values.length === 0 || values.includes(undefined) ? undefined : canonicalJson(values);
  };

const id = by("id");

/** The surest first. */
const KEYS: readonly Key[] = [
  canonicalJson,
  id,
  by("session_id", "ended"),
  by("name"),
  by("decision", "ts"),
  by("decision"),
];

/** What a person wrote by hand has no id; one that has another id is another. */
const areDifferent = (a: unknown, b: unknown): boolean => id(a) !== undefined && id(b) !== undefined && id(a) !== id(b);

/**
 * For each of ours its place in the file's list, each place once; `undefined` among the file's:
 * one that cannot be read.
 */
export function placesOfOurs(inFile: readonly unknown[], ours: readonly unknown[]): (number | undefined)[] {
  const places: (number | undefined)[] = ours.map(() => undefined);
  const free = new Set(inFile.flatMap((item, place) => (item === undefined ? [] : [place])));
  for (const key of KEYS)
    for (const [which, item] of ours.entries()) {
      const own = places[which] === undefined ? key(item) : undefined;
      if (own === undefined) continue;
      const place = [...free].find((one) => key(inFile[one]) === own && !areDifferent(inFile[one], item));
      if (place === undefined) continue;
      places[which] = place;
      free.delete(place);
    }
  return places;
}
