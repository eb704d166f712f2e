import { foldSpace, hasPhrase } from "../text/index.ts";
import type { Anchor } from "./extraction/index.ts";

/** The anchors that are neither in the summary nor in the index. */
export function unreachable(
  anchors: readonly Anchor[],
  summary: string,
  indexed: (value: string) => boolean,
): Anchor[] {
  const text = foldSpace(summary);
  return anchors.filter(({ value }) => !hasPhrase(text, foldSpace(value)) && !indexed(value));
}
