/* The ledgers as they are stored; what is JSON here is the ledger room's own affair. */

export interface TaskRecord {
  readonly id: string;
  readonly project: string;
  readonly slug: string;
  readonly title: string;
  readonly status: string;
  readonly priority: number;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** Test scenarios, handoffs, next steps, blockers and questions, as JSON. */
  readonly state: string;
}

export interface DecisionRecord {
  readonly id: string;
  readonly project: string;
  readonly task: string | null;
  readonly ts: string;
  /** What, why, alternatives, evidence and test scenarios, as JSON. */
  readonly content: string;
  readonly sessionId: string | null;
  /** Who wrote it: a session, a person at the command line, or a person in the file. */
  readonly source: string;
  /** The memory that recall finds it by. */
  readonly memoryId: string | null;
  readonly withdrawnAt: string | null;
}

/** A file as it was when it last agreed with the store. */
export interface LedgerFileRecord {
  readonly path: string;
  readonly project: string;
  /** The ledger that was in it, as JSON. */
  readonly base: string;
  /** All of the file, compressed; none of one that is too large. */
  readonly copy: Uint8Array | null;
  /** Always null: no longer used. */
  readonly earlier: string | null;
  readonly agreedAt: string;
}

/** A conflict: changed in the file and in the store at once. The file won, unless a missing part was put back. */
export interface ClashRecord {
  readonly id: string;
  readonly project: string;
  readonly path: string;
  readonly place: string;
  readonly inFile: string | null;
  readonly inStore: string | null;
  readonly foundAt: string;
}

export interface TrajectoryRecord {
  readonly pk: number;
  readonly project: string;
  readonly agent: string;
  readonly sessionKey: string | null;
  readonly ts: string;
  readonly phase: string;
  /** The whole line, as JSON. */
  readonly entry: string;
}
