import { claimOf, type GroundedKind, groundingRatio, judge } from "../grounding/index.ts";
import type { Entry } from "../ledgers/index.ts";

export const DEFAULT_AGENT = "implementing-tasks";

export interface Ungrounded {
  readonly claim: string;
  /** What was wrong with what it cites; undefined where it does not claim to be grounded. */
  readonly why: string | undefined;
}

/** Control characters would be obeyed by a terminal, and a claim is one line here. */
const oneLine = (text: string): string => text.replace(/[\p{Cc}\s]+/gu, " ").trim();

export const isClaim = ({ phase }: Entry): boolean => phase === "cite";

/** Judges the claims among some entries. Here a declared kind is believed where nothing is cited. */
export function tally(root: string, entries: Iterable<Entry>) {
  const by: Record<GroundedKind, number> = { citation: 0, code_reference: 0, user_input: 0 };
  const ungrounded: Ungrounded[] = [];
  let total = 0;
  let assumptions = 0;
  for (const entry of entries) {
    if (!isClaim(entry)) continue;
    const claim = claimOf(entry);
    const judgement = judge(root, claim, { trusting: true });
    total++;
    if (judgement.grounded) by[judgement.by]++;
    else {
      const isDeclared = claim.kind !== undefined && claim.kind !== "assumption";
      ungrounded.push({ claim: oneLine(claim.text), why: isDeclared ? oneLine(judgement.why) : undefined });
    }
    if (claim.kind === "assumption") assumptions++;
  }
  const grounded = total - ungrounded.length;
  return { total, grounded, by, assumptions, ungrounded, ratio: groundingRatio(grounded, total) };
}
export type Tally = Readonly<ReturnType<typeof tally>>;
