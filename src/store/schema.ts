import type { Generated } from "kysely";
import type { GovernedRecord } from "./records/governed.ts";
import type { ClashRecord, DecisionRecord, LedgerFileRecord, TaskRecord, TrajectoryRecord } from "./records/ledgers.ts";
import type { FolderRecord } from "./records/projects.ts";
import type { FixerRecord, SampleRecord, SandboxRecord } from "./records/safety.ts";
import type { SessionState, SessionType } from "./records/sessions.ts";
import type { ServedWay, StartKind } from "./records/signals.ts";
import type { NewWebhookDelivery, WebhookState } from "./records/webhooks.ts";
import type { StatementRecord, WorkNoteRecord, WorkSessionRecord } from "./records/work.ts";

/** The tables as the query builder sees them; names are folded to snake_case on their way to SQL. */
export interface Schema {
  projectFolders: ProjectFoldersTable;
  sessions: SessionsTable;
  sessionTransitions: {
    id: string;
    sessionId: string;
    fromState: SessionState;
    toState: SessionState;
    reason: string | null;
    createdAt: string;
  };
  bodies: { hash: string; size: number; brotli: Uint8Array };
  messages: MessagesTable;
  checkpoints: CheckpointsTable;
  checkpointTombstones: {
    id: string;
    sessionId: string;
    hash: string;
    previousHash: string | null;
    createdAt: string;
    prunedAt: string;
  };
  resumePoints: { folder: number; checkpointId: string; createdAt: string };
  accumulators: {
    sessionId: string;
    promptsSince: Generated<number>;
    queries: Generated<string>;
    remembers: Generated<string>;
    memoriesAccessed: Generated<string>;
    lastCheckpointAt: string;
    messageSeq: Generated<number>;
  };
  memories: MemoriesTable;
  transcripts: {
    path: string;
    sessionId: string;
    byteOffset: number;
    fileId: string | null;
    tail: string | null;
    brokenLines: Generated<number>;
    updatedAt: string;
  };
  historyMarks: { sessionId: string; path: string; mark: string; updatedAt: string };
  followedPlaces: { harness: string; userHome: string; env: string; lookedAt: string };
  handedOver: { sessionId: string; sourceId: string };
  purgedSessions: { harness: string; key: string; purgedAt: string };
  provisionalEntries: { sessionId: string; sourceId: string; entry: string; createdAt: string };
  seenHooks: { id: string; seenAt: string };
  toolCalls: { toolUseId: string; sessionId: string; createdAt: string };
  injections: {
    id: string;
    sessionId: string;
    event: string;
    hookId: string | null;
    reason: string;
    text: string;
    createdAt: string;
  };
  agents: AgentsTable;
  agentNotes: { id: string; agent: string; category: string; content: string; createdAt: string };
  receipts: ReceiptsTable;
  anchors: {
    pk: Generated<number>;
    receiptId: string;
    sessionId: string;
    kind: string;
    value: string;
    messageId: string;
    seq: number;
  };
  scopes: { pk: Generated<number>; kind: string; name: string };
  scopeSizes: { source: string; scope: number; passages: number };
  messagesPassages: PassagesTable;
  messagesTerms: { rowid: number; terms: string };
  memoriesPassages: PassagesTable;
  memoriesTerms: { rowid: number; terms: string };
  checkpointsPassages: PassagesTable;
  checkpointsTerms: { rowid: number; terms: string };
  indexProgress: { source: string; low: number; high: number; passages: number; length: number; edition: string };
  calibrations: { model: string; factor: number; samples: number; updatedAt: string };
  modelCalls: {
    id: string;
    createdAt: string;
    purpose: string;
    provider: string;
    model: string;
    inputTokens: number;
    outputTokens: number;
    cost: number | null;
    outcome: string;
    durationMs: number;
  };
  served: {
    pk: Generated<number>;
    itemId: string;
    itemKind: string;
    sessionId: string;
    servedAt: string;
    way: ServedWay;
    rank: number;
    score: number | null;
    features: Generated<string>;
    marks: Generated<string>;
    usedAt: string | null;
  };
  sessionSignals: {
    sessionId: string;
    start: StartKind | null;
    novel: Generated<number>;
    named: Generated<string>;
    lookedSeq: Generated<number>;
    updatedAt: string;
  };
  compactions: {
    id: string;
    sessionId: string;
    trigger: string;
    upTo: number;
    announcedAt: string;
    happenedAt: string | null;
    summary: string | null;
    things: string | null;
    given: string | null;
    givenAt: string | null;
    needed: string | null;
    score: number | null;
  };
  governedSessions: GovernedRecord;
  workSessions: WorkSessionRecord & { folder: number };
  workStatements: StatementRecord & { folder: number };
  workNotes: WorkNoteRecord & { folder: number };
  tasks: TaskRecord;
  decisions: DecisionRecord;
  decisionVersions: { project: string; decisionId: string; replacedAt: string; content: string };
  continuities: { project: string; state: string; updatedAt: string };
  ledgerFiles: LedgerFileRecord;
  clashes: ClashRecord;
  trajectory: Omit<TrajectoryRecord, "pk"> & { pk: Generated<number> };
  webhookDeliveries: NewWebhookDelivery & { pk: Generated<number> };
  webhookStates: WebhookState;
  sandboxes: SandboxRecord;
  safetySamples: SampleRecord;
  fixers: FixerRecord;
  incidents: { id: string; sessionId: string | null; kind: string; detail: string; createdAt: string };
}

export interface ProjectFoldersTable extends Omit<FolderRecord, "pk" | "isCurrent" | "isApart"> {
  pk: Generated<number>;
  isCurrent: Generated<number>;
  isApart: Generated<number>;
}

export interface SessionsTable {
  id: string;
  key: string;
  harness: string;
  agent: string | null;
  project: string | null;
  projectNormalized: string | null;
  /** The folder that was at that path when the session began. */
  folder: number | null;
  task: string | null;
  type: SessionType;
  state: SessionState;
  startedAt: string;
  lastActivityAt: string;
  endedAt: string | null;
  endReason: string | null;
  gate: string | null;
  checkpointCount: Generated<number>;
  checkpointHead: string | null;
  messageCount: Generated<number>;
  totalMessages: Generated<number>;
  messageHead: string | null;
  promptCount: Generated<number>;
  contextTokens: Generated<number>;
  lastInputTokens: Generated<number>;
  cumulativeTokens: Generated<number>;
  lastDistilledAt: string | null;
  parentId: string | null;
  lineage: string | null;
  model: string | null;
  runtime: string | null;
  clientPid: number | null;
  clientStartTime: string | null;
  transcriptPath: string | null;
  recoveryOwed: string | null;
  recoveryInContext: Generated<number>;
  horizonSeq: Generated<number>;
  horizonHash: string | null;
  threadTokens: Generated<number>;
  recalledTokens: Generated<number>;
  receiptId: string | null;
  receiptHead: string | null;
  primedId: string | null;
  primedServed: Generated<number>;
  refusedSeq: number | null;
  refreshedTokens: Generated<number>;
  budgetReached: Generated<number>;
}

export interface AgentsTable {
  agent: string;
  systemPrompt: Generated<string>;
  toolDefinitions: Generated<string>;
  model: string | null;
  profileTokens: Generated<number>;
  workingState: string | null;
  workingStateAt: string | null;
  relationship: string | null;
  relationshipAt: string | null;
  carriedTokens: Generated<number>;
  createdAt: string;
}

export interface ReceiptsTable {
  id: string;
  sessionId: string;
  agent: string | null;
  distilledAt: string;
  reason: string;
  messagesBefore: number;
  messagesAfter: number;
  tokensBefore: number;
  tokensAfter: number;
  factsExtracted: number;
  decisionsExtracted: number;
  openItemsExtracted: number;
  flushSucceeded: number;
  summary: string;
  items: string;
  errors: string;
  warnings: string;
  fromSeq: number;
  toSeq: number;
  rangeHash: string;
  anchors: number;
  continuityScore: number | null;
  summarizer: string;
  model: string | null;
  cost: number | null;
  hash: string;
  previousHash: string | null;
}

export interface MessagesTable {
  pk: Generated<number>;
  id: string;
  sessionId: string;
  seq: number;
  role: "user" | "assistant" | "system" | "tool";
  kind: string;
  channel: string | null;
  content: string | null;
  bodyHash: string | null;
  toolName: string | null;
  toolUseId: string | null;
  isError: number | null;
  turnId: string | null;
  createdAt: string;
  tokens: number;
  sourceId: string;
  hash: string;
}

export interface PassagesTable {
  pk: number;
  thread: number;
  place: number;
  at: number;
  start: number;
  size: number;
  traits: number;
  length: number;
  terms: Uint8Array;
  meaning: Uint8Array | null;
}

export interface CheckpointsTable {
  pk: Generated<number>;
  id: string;
  sessionId: string;
  sessionKey: string;
  harness: string;
  project: string | null;
  projectNormalized: string | null;
  trigger: string;
  digest: string;
  promptCount: number;
  memoryQueries: string;
  recentRemembers: string;
  messageSeq: number;
  structured: string | null;
  createdAt: string;
  hash: string;
  previousHash: string | null;
}

export interface MemoriesTable {
  pk: Generated<number>;
  id: string;
  agent: string | null;
  project: string | null;
  folder: number | null;
  content: string;
  contentHash: string;
  slotHash: string | null;
  kind: string;
  source: string;
  sessionId: string | null;
  createdAt: string;
  lastUsedAt: string | null;
  supersededBy: string | null;
  forgottenAt: string | null;
  supersededAt: string | null;
  supersededWhy: string | null;
  receiptId: string | null;
  weight: Generated<number>;
}
