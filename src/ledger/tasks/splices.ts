/** A stretch of a text, and what stands in its place afterwards. */
export interface Splice {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** The stretch of `text` between `from` and `to` with the splices that lie in it; of several at one place, in their order. */
export function spliced(text: string, splices: readonly Splice[], from = 0, to = text.length): string {
  let done = "";
  let at = from;
  for (const one of [...splices].sort((a, b) => a.from - b.from || a.to - b.to)) {
    done += text.slice(at, one.from) + one.text;
    at = Math.max(at, one.to);
  }
  return done + text.slice(at, to);
}

export const lineStart = (text: string, at: number): number => text.lastIndexOf("\n", at - 1) + 1;

export const columnOf = (text: string, at: number): number => at - lineStart(text, at);

/** Where the line after the one that ends at or behind `at` begins. */
export function lineAfter(text: string, at: number): number {
  if (at > 0 && text[at - 1] === "\n") return at;
  const end = text.indexOf("\n", at);
  return end < 0 ? text.length : end + 1;
}
