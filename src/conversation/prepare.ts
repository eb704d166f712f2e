import { prepareContent } from "../store/index.ts";
import { clean } from "./clean.ts";
import { type Entry, isSpoken } from "./entry.ts";

/**
 * The entry as it will be stored, with all worked out that takes time: made elsewhere, it leaves little to do for whoever
 * stores it. Undefined where nothing of it is to be stored.
 */
export function prepare(entry: Entry): Entry | undefined {
  if (!isSpoken(entry)) return entry;
  const cleaned = clean(entry);
  return cleaned && { ...cleaned, prepared: prepareContent(cleaned.content) };
}
