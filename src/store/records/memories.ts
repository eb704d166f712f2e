export interface MemoryRecord {
  readonly id: string;
  readonly agent: string | null;
  readonly project: string | null;
  readonly content: string;
  readonly kind: string;
  readonly source: string;
  readonly sessionId: string | null;
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
  readonly supersededBy: string | null;
  /** The distillation that found it, and how much it weighed there. */
  readonly receiptId: string | null;
  readonly weight: number;
}

/** A memory with its history. A forgotten one has no words left. */
export interface KeptMemory extends MemoryRecord {
  readonly supersededAt: string | null;
  readonly supersededWhy: string | null;
  readonly forgottenAt: string | null;
}
