import type { Generated } from "kysely";
import type { PassageRecord } from "./passage.ts";
import type { IncidentRecord, InjectionRecord } from "./records/accounts.ts";
import type { AgentRecord, NoteRecord } from "./records/agents.ts";
import type { TranscriptCursor } from "./records/capture.ts";
import type { AccumulatorRecord, CheckpointRecord, TombstoneRecord } from "./records/checkpoints.ts";
import type { CompactionRecord } from "./records/compactions.ts";
import type { GovernedRecord } from "./records/governed.ts";
import type { ClashRecord, DecisionRecord, LedgerFileRecord, TaskRecord, TrajectoryRecord } from "./records/ledgers.ts";
import type { KeptMemory } from "./records/memories.ts";
import type { Body, MessageRecord } from "./records/messages.ts";
import type { CalibrationRecord, ModelCallRecord } from "./records/models.ts";
import type { FolderRecord } from "./records/projects.ts";
import type { AnchorRecord, ReceiptRecord } from "./records/receipts.ts";
import type { FixerRecord, SampleRecord, SandboxRecord } from "./records/safety.ts";
import type { SessionRecord, TransitionRecord } from "./records/sessions.ts";
import type { NewServed, SessionSignals } from "./records/signals.ts";
import type { NewWebhookDelivery, WebhookState } from "./records/webhooks.ts";
import type { StatementRecord, WorkNoteRecord, WorkSessionRecord } from "./records/work.ts";

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
interface TermsTable {
  rowid: number;
  terms: string;
}

/** The tables for the query builder, which converts names to snake_case. */
export interface Schema {
  projectFolders: Defaulted<FolderRecord, "pk" | "isCurrent" | "isApart">;
  sessions: SessionsTable;
  sessionTransitions: TransitionRecord;
  bodies: Body;
  messages: MessagesTable;
  checkpoints: CheckpointsTable;
  checkpointTombstones: TombstoneRecord;
  resumePoints: InFolder & { checkpointId: string; createdAt: string };
  accumulators: AccumulatorsTable;
  memories: MemoriesTable;
  transcripts: Defaulted<TranscriptCursor, "brokenLines"> & { updatedAt: string };
  historyMarks: { sessionId: string; path: string; mark: string; updatedAt: string };
  followedPlaces: { harness: string; userHome: string; env: string; lookedAt: string };
  handedOver: { sessionId: string; sourceId: string };
  purgedSessions: { harness: string; key: string; purgedAt: string };
  provisionalEntries: { sessionId: string; sourceId: string; entry: string; createdAt: string };
  seenHooks: { id: string; seenAt: string };
  toolCalls: { toolUseId: string; sessionId: string; createdAt: string };
  injections: InjectionRecord;
  agents: Defaulted<AgentsTable, "systemPrompt" | "toolDefinitions" | "profileTokens" | "carriedTokens">;
  agentNotes: NoteRecord;
  receipts: ReceiptsTable;
  anchors: AnchorRecord & Numbered;
  scopes: Numbered & { kind: string; name: string };
  scopeSizes: { source: string; scope: number; passages: number };
  messagesPassages: PassageRecord;
  messagesTerms: TermsTable;
  memoriesPassages: PassageRecord;
  memoriesTerms: TermsTable;
  checkpointsPassages: PassageRecord;
  checkpointsTerms: TermsTable;
  indexProgress: { source: string; low: number; high: number; passages: number; length: number; edition: string };
  calibrations: CalibrationRecord & { updatedAt: string };
  modelCalls: ModelCallRecord;
  served: Defaulted<NewServed, "features" | "marks"> & Numbered;
  sessionSignals: Defaulted<SessionSignals, "novel" | "named" | "lookedSeq">;
  compactions: CompactionRecord;
  governedSessions: GovernedRecord;
  workSessions: WorkSessionRecord & InFolder;
  workStatements: StatementRecord & InFolder;
  workNotes: WorkNoteRecord & InFolder;
  tasks: TaskRecord;
  decisions: DecisionRecord;
  decisionVersions: { project: string; decisionId: string; replacedAt: string; content: string };
  continuities: { project: string; state: string; updatedAt: string };
  ledgerFiles: LedgerFileRecord;
  clashes: ClashRecord;
  trajectory: Omit<TrajectoryRecord, "pk"> & Numbered;
  webhookDeliveries: NewWebhookDelivery & Numbered;
  webhookStates: WebhookState;
  sandboxes: SandboxRecord;
  safetySamples: SampleRecord;
  fixers: FixerRecord;
  incidents: IncidentRecord;
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

export type AgentsTable = Stored<AgentRecord, { toolDefinitions: string }>;

export type ReceiptsTable = Stored<
  ReceiptRecord,
  { flushSucceeded: number; items: string; errors: string; warnings: string }
>;

export type MessagesTable = Numbered &
  Stored<MessageRecord, { kind: string; content: string | null; bodyHash: string | null; isError: number | null }>;

export type CheckpointsTable = Numbered &
  Stored<
    CheckpointRecord,
    { trigger: string; memoryQueries: string; recentRemembers: string; structured: string | null }
  >;

export type AccumulatorsTable = Stored<
  AccumulatorRecord,
  { queries: string; remembers: string; memoriesAccessed: string }
>;

type MemoriesTable = Numbered &
  Defaulted<KeptMemory, "weight"> & { folder: number | null; contentHash: string; slotHash: string | null };
