export const PROBE_KINDS = ["fact", "artifact", "decision", "next_step"] as const;
export type ProbeKind = (typeof PROBE_KINDS)[number];

/** A question about what was said, and the exact words that answer it. */
export interface Probe {
  readonly kind: ProbeKind;
  readonly question: string;
  readonly answer: string;
  readonly messageId: string;
}
