import { containsPhrase, folded } from "./contains-phrase.ts";
import type { Anchor } from "./extraction/index.ts";

/** The anchors that are neither in the summary nor in the index. */
export function unreachable(
  anchors: readonly Anchor[],
  summary: string,
  indexed: (value: string) => boolean,
): Anchor[] {
  const text = folded(summary);
  return anchors.filter(({ value }) => !containsPhrase(text, folded(value)) && !indexed(value));
}
