import { foldSpace, hasPhrase } from "../text/index.ts";
import { answers, type Probe } from "./probes.ts";

/** What recall returns for a question. */
export type Recaller = (question: string) => Promise<readonly { readonly content: string }[]>;

/**
 * The share of probes that can still be answered, from the context of the next turn and from recall. Without probes
 * there is no score.
 */
export async function continuityScore(
  probes: readonly Probe[],
  context: string,
  recall: Recaller,
): Promise<number | null> {
  if (probes.length === 0) return null;
  const visible = foldSpace(context);
  let answered = 0;
  for (const probe of probes) {
    const found =
      hasPhrase(visible, foldSpace(probe.answer)) ||
      (await recall(probe.question)).some(({ content }) => answers(probe, content));
    if (found) answered += 1;
  }
  return Math.round((answered / probes.length) * 1000) / 1000;
}
