import { estimateTokens } from "../core/index.ts";

/** The share before the gap: the beginning of a text matters most. */
const BEFORE_THE_GAP = 0.7;
const CLOSER = 0.9;

/** Cuts a text to a number of tokens: its beginning and end, with a note about the gap. */
export function cutToTokens(text: string, most: number, missing: (characters: number) => string): string {
  const tokens = estimateTokens(text);
  if (tokens <= most) return text;
  for (let length = Math.floor((text.length * most) / tokens); length > 0; length = Math.floor(length * CLOSER)) {
    const head = text.slice(0, Math.ceil(length * BEFORE_THE_GAP)).replace(/[\uD800-\uDBFF]$/, "");
    const tail = text.slice(text.length - (length - head.length)).replace(/^[\uDC00-\uDFFF]/, "");
    const cut = `${head}\n${missing(text.length - head.length - tail.length)}\n${tail}`;
    if (estimateTokens(cut) <= most) return cut;
  }
  return "";
}
