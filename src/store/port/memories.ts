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

/** Without agent or project, a memory holds for all. */
export type MemoryScope = Pick<MemoryRecord, "agent" | "project">;

/** All conditions must hold. */
export interface MemoryFilter {
  /** A path: memories of any folder of the project that is there now. */
  readonly project?: string | undefined;
  readonly agent?: string | undefined;
  readonly kind?: string | undefined;
  readonly sessionId?: string | undefined;
  readonly receiptId?: string | undefined;
  /** Exactly this scope: null means none. */
  readonly scope?: MemoryScope | undefined;
  /** The same words, ignoring case, spaces, punctuation and markdown (`contentHash`). */
  readonly sameWords?: string | undefined;
  /** A statement about the same thing (`slotHash`); nothing fits one that is about none. */
  readonly sameSlot?: string | undefined;
  /** What this one replaced. */
  readonly supersededBy?: string | undefined;
  /** Forgotten at this time or later. */
  readonly forgottenSince?: string | undefined;
  /** Also superseded and forgotten ones; the last two conditions imply it. */
  readonly withPast?: boolean | undefined;
  readonly limit?: number | undefined;
}

export type MemoryChange = Partial<Pick<MemoryRecord, "source" | "sessionId" | "lastUsedAt" | "receiptId" | "weight">>;

export interface Succession {
  readonly by: string;
  readonly at: string;
  readonly why: string;
}

/** A memory with its number in the index. */
export interface NumberedMemory {
  readonly pk: number;
  readonly supersededAt: string | null;
  readonly memory: MemoryRecord;
}

/** Current memories are neither superseded nor forgotten. */
export interface MemoryRows {
  insert(memory: MemoryRecord): Promise<void>;
  /**
   * By id, else by its beginning or end of at least four characters; at most ten. Also forgotten ones, so that a part
   * never comes to mean another memory.
   */
  find(partOfId: string): Promise<KeptMemory[]>;
  /** Current ones unless asked otherwise, newest first; of the same time, the highest id. */
  list(filter: MemoryFilter): Promise<KeptMemory[]>;
  /** By index number, superseded ones too; unordered. */
  byNumber(pks: readonly number[]): Promise<NumberedMemory[]>;
  change(ids: readonly string[], change: MemoryChange): Promise<void>;
  /** False if it was already superseded or forgotten. */
  supersede(id: string, succession: Succession): Promise<boolean>;
  /** Deletes its words, and its passages, but keeps the record; false if it was already forgotten. */
  forget(id: string, at: string): Promise<boolean>;
  /** Deletes it completely, and the reasons of what it replaced, which quote its words. */
  remove(id: string): Promise<void>;
}
