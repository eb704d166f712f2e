import { folded, holds } from "./phrase.ts";
import { answers, type Probe } from "./probes.ts";

/** What somebody who asks for it would be given. */
export type Recaller = (question: string) => Promise<readonly { readonly content: string }[]>;

/**
 * The share of probes that can still be answered, from what the next turn is given and from recall. None can be made
 * of a range that says nothing: then there is no score.
 */
export async function continuityScore(
  probes: readonly Probe[],
  context: string,
  recall: Recaller,
): Promise<number | null> {
  if (probes.length === 0) return null;
  const given = folded(context);
  let answered = 0;
  for (const probe of probes) {
    const found =
      holds(given, folded(probe.answer)) ||
      (await recall(probe.question)).some(({ content }) => answers(probe, content));
    if (found) answered += 1;
  }
  return Math.round((answered / probes.length) * 1000) / 1000;
}
