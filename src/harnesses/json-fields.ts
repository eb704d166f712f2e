/*
 * Transcripts have hundreds of thousands of lines: single fields are read, where a schema would copy and check them
 * all.
 */

/** A JSON object of unknown shape. */
export type Fields = Readonly<Record<string, unknown>>;

export const isFields = (value: unknown): value is Fields =>
  value !== null && typeof value === "object" && !Array.isArray(value);

/** The object, or one without fields. */
export const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : {});
export const textIn = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);
export const numberIn = (value: unknown): number | undefined => (typeof value === "number" ? value : undefined);
/** A text, or the texts of a list. */
export const textsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === "string") : [textIn(value) ?? []].flat();
/** The objects of a list. */
export const listIn = (value: unknown): Fields[] => (Array.isArray(value) ? value.filter(isFields) : []);

/** A line that is one JSON object; anything else is an error. */
export function parseLine(raw: string): Fields {
  const value: unknown = JSON.parse(raw);
  if (!isFields(value)) throw new TypeError("it is no JSON object");
  return value;
}
