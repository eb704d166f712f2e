import type { Anchor } from "./extraction/index.ts";
import { folded, holds } from "./phrase.ts";

/** The anchors that nobody would find any more: neither in the summary nor by their index. */
export function unreachable(
  anchors: readonly Anchor[],
  summary: string,
  indexed: (value: string) => boolean,
): Anchor[] {
  const text = folded(summary);
  return anchors.filter(({ value }) => !holds(text, folded(value)) && !indexed(value));
}
