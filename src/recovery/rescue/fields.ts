const JSON_TEXT = /^\s*[[{]\s*["{[]/;
const FIELD = /"([A-Za-z_][\w-]*)"\s*:/g;
/** People write a file of JSON line by line; programs answer each other without a break. */
const UNBROKEN = /^[^\n]{200}/;
/** By these a service leads its own programs on: nobody reads them. */
const OWN_LINKS = /"(?!html_)(?:\w+_)?(?:url|href|node_id)"\s*:\s*"[^"\n]*"/g;

/**
 * What a service answered, without the names that its records have: what fields are called is the service's affair. A name
 * that stands only once in what people wrote may be a thing of its own, as in a `package.json`.
 */
export function withoutFieldNames(text: string): string {
  if (!JSON_TEXT.test(text)) return text;
  if (UNBROKEN.test(text)) return text.replace(OWN_LINKS, '""').replace(FIELD, ":");
  const times = new Map<string, number>();
  for (const [, field = ""] of text.matchAll(FIELD)) times.set(field, (times.get(field) ?? 0) + 1);
  return text.replace(FIELD, (whole, field) => ((times.get(field) ?? 0) > 1 ? ":" : whole));
}
