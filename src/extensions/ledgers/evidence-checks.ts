import type { ProjectLocation } from "../../project-files/index.ts";
import type { SessionRecord } from "../../store/index.ts";
import type { Evidence } from "./ledger-entries.ts";

export interface CheckedEvidence extends Evidence {
  readonly grounded: boolean;
  /** Why not, or where it has moved to. */
  readonly note: string | null;
}

/** Checks what is recorded against the code; the grounding extension brings it. */
export interface EvidenceChecks {
  evidence(location: ProjectLocation, evidence: Evidence): CheckedEvidence;
  /** The share of a session's claims that hold. */
  ratio(location: ProjectLocation, session: SessionRecord | undefined): Promise<number>;
}

/** Without grounding nothing counts as found. */
export const NO_CHECKS: EvidenceChecks = {
  evidence: (_ground, evidence) => ({
    ...evidence,
    grounded: false,
    note: "it was not checked: grounding is not there",
  }),
  ratio: async () => 0,
};
