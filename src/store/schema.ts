import type { Generated } from "kysely";
import type { SessionState, SessionType } from "./records.ts";

/** The tables as the query builder sees them; names are folded to snake_case on their way to SQL. */
export interface Schema {
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
  messagesFts: { rowid: number; content: string };
  checkpoints: CheckpointsTable;
  checkpointTombstones: {
    id: string;
    sessionId: string;
    hash: string;
    previousHash: string | null;
    createdAt: string;
    prunedAt: string;
  };
  resumePoints: { projectNormalized: string; checkpointId: string; createdAt: string };
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
  memoriesFts: { rowid: number; content: string };
  transcripts: {
    path: string;
    sessionId: string;
    byteOffset: number;
    fileId: string | null;
    brokenLines: Generated<number>;
    updatedAt: string;
  };
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
  incidents: { id: string; sessionId: string | null; kind: string; detail: string; createdAt: string };
}

export interface SessionsTable {
  id: string;
  key: string;
  harness: string;
  agent: string | null;
  project: string | null;
  projectNormalized: string | null;
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

export interface CheckpointsTable {
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
  content: string;
  contentHash: string;
  kind: string;
  source: string;
  sessionId: string | null;
  createdAt: string;
  lastUsedAt: string | null;
  supersededBy: string | null;
  forgottenAt: string | null;
}
