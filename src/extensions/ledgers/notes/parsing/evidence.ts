import type { Evidence } from "../../entries.ts";
import { unescaped } from "./items.ts";

const QUOTED = /^(`+)( ?)(.*?)\2\1(?!`)/su;
/** Earlier versions added the name of the function behind the place. */
const PLACE = /^\s+\[([^`]+):(\d+)(?:-\d+)?\](?:\s+in `[^`]*`)?\s*$/su;

/** A quote with its place; nothing where there are other words, or another quote. */
export function readEvidence(words: string): Evidence[] {
  const [all = "", , , quote = ""] = QUOTED.exec(words) ?? [];
  const [, path, line] = (all !== "" && PLACE.exec(words.slice(all.length))) || [];
  return path === undefined ? [] : [{ path, line: Number(line), quote: unescaped(quote) }];
}
