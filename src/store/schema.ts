import type { Generated } from "kysely";
import type { CheckpointRecord } from "./port/checkpoints.ts";
import type { DocumentRecord } from "./port/documents.ts";
import type { KeptMemory } from "./port/memories.ts";
import type { Body, MessageRecord } from "./port/messages.ts";
import type { FolderRecord } from "./port/projects.ts";
import type { SessionRecord } from "./port/sessions.ts";
import type { StatementRecord, WorkNoteRecord, WorkSessionRecord } from "./port/work.ts";

/** A record with some fields stored in another form: lists and objects as JSON, flags as numbers. */
type Stored<Row, Columns> = Omit<Row, keyof Columns> & Columns;
/** Columns with a default. */
type Defaulted<Row, Name extends keyof Row> = Omit<Row, Name> & { [Column in Name]: Generated<Row[Column]> };
interface Numbered {
  pk: Generated<number>;
}
interface InFolder {
  folder: number;
}

/** The tables for the query builder, which converts names to snake_case. Those of the index are read as text. */
export interface Schema {
  projectFolders: Defaulted<FolderRecord, "pk" | "isCurrent" | "isApart">;
  sessions: SessionsTable;
  bodies: Body;
  messages: MessagesTable;
  checkpoints: CheckpointsTable;
  memories: MemoriesTable;
  scopes: Numbered & { kind: string; name: string };
  scopeSizes: { source: string; scope: number; passages: number };
  indexProgress: { source: string; low: number; high: number; passages: number; length: number; edition: string };
  workSessions: WorkSessionRecord & InFolder;
  workStatements: StatementRecord & InFolder;
  workNotes: WorkNoteRecord & InFolder;
  documents: DocumentRecord & Numbered;
}

type SessionsTable = Defaulted<
  SessionRecord,
  | ("checkpointCount" | "messageCount" | "totalMessages" | "promptCount" | "contextTokens" | "lastInputTokens")
  | ("cumulativeTokens" | "recoveryInContext" | "horizonSeq" | "threadTokens" | "recalledTokens" | "primedServed")
  | ("refreshedTokens" | "budgetReached")
> & {
  /** The folder that was at that path when the session began. */
  folder: number | null;
};

export type MessagesTable = Numbered &
  Stored<MessageRecord, { kind: string; content: string | null; bodyHash: string | null; isError: number | null }>;

export type CheckpointsTable = Numbered &
  Stored<
    CheckpointRecord,
    { trigger: string; memoryQueries: string; recentRemembers: string; structured: string | null }
  >;

type MemoriesTable = Numbered &
  Defaulted<KeptMemory, "weight"> & { folder: number | null; contentHash: string; slotHash: string | null };
