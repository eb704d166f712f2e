export const SESSION_STATES = ["init", "active", "complete", "suspended", "terminated"] as const;
export type SessionState = (typeof SESSION_STATES)[number];

export const SESSION_TYPES = ["coding", "primary", "background", "ephemeral"] as const;
export type SessionType = (typeof SESSION_TYPES)[number];

export interface SessionRecord {
  readonly id: string;
  readonly key: string;
  readonly harness: string;
  readonly agent: string | null;
  readonly project: string | null;
  readonly projectNormalized: string | null;
  readonly task: string | null;
  readonly type: SessionType;
  readonly state: SessionState;
  readonly startedAt: string;
  readonly lastActivityAt: string;
  readonly endedAt: string | null;
  readonly endReason: string | null;
  readonly gate: string | null;
  readonly checkpointCount: number;
  readonly checkpointHead: string | null;
  readonly messageCount: number;
  readonly totalMessages: number;
  readonly messageHead: string | null;
  readonly promptCount: number;
  readonly contextTokens: number;
  readonly lastInputTokens: number;
  readonly cumulativeTokens: number;
  readonly lastDistilledAt: string | null;
  readonly parentId: string | null;
  readonly lineage: string | null;
  readonly model: string | null;
  readonly runtime: string | null;
  readonly clientPid: number | null;
  readonly clientStartTime: string | null;
  readonly transcriptPath: string | null;
  readonly recoveryOwed: string | null;
  /** 1 while the client's own transcript, behind its last compaction, holds a recovery that we gave. */
  readonly recoveryInContext: number;
  /** The last message that a distillation has taken out of the thread; what follows it is sent to the model. */
  readonly horizonSeq: number;
  /** The hash of that message: where the chain goes on when what lies before was discarded. */
  readonly horizonHash: string | null;
  /** The estimated size of the thread's messages, before it is calibrated. */
  readonly threadTokens: number;
  /** What the last context had beyond profile, thread and what is carried (recalled memories, headings), or lacked. */
  readonly recalledTokens: number;
  /** The receipt whose summary leads the thread. */
  readonly receiptId: string | null;
  readonly receiptHead: string | null;
  /** The receipt whose extractions the next turn is given whatever it asks; and whether they were given once. */
  readonly primedId: string | null;
  readonly primedServed: number;
  /** How many messages there were when a distillation was refused: it is not tried again before there are more. */
  readonly refusedSeq: number | null;
  /** How much of `cumulativeTokens` the last refresh of a governed session's context had seen. */
  readonly refreshedTokens: number;
  /** 1 while the context fills more of its model's window than it should. */
  readonly budgetReached: number;
}

/** A session went from one state to another. */
export interface TransitionRecord {
  readonly id: string;
  readonly sessionId: string;
  readonly fromState: SessionState;
  readonly toState: SessionState;
  readonly reason: string | null;
  readonly createdAt: string;
}

export type MessageRole = "user" | "assistant" | "system" | "tool";

/** What a message is, beyond who said it. */
export const MESSAGE_KINDS = [
  "prompt",
  "text",
  "thinking",
  "tool_use",
  "tool_result",
  "summary",
  "boundary",
  "command",
  "attachment",
  "other",
] as const;
export type MessageKind = (typeof MESSAGE_KINDS)[number];

/** A message before it has its place in the ledger. */
export interface NewMessage {
  readonly sourceId: string;
  readonly role: MessageRole;
  readonly kind: MessageKind;
  readonly content: string;
  readonly createdAt: string;
  readonly channel?: string | null | undefined;
  readonly toolName?: string | null | undefined;
  readonly toolUseId?: string | null | undefined;
  readonly isError?: boolean | null | undefined;
  readonly turnId?: string | null | undefined;
  readonly prepared?: Prepared | undefined;
}

/** What takes time to work out about a message's content, worked out beforehand. */
export interface Prepared {
  readonly tokens: number;
  /** The content as it is kept where it is long. */
  readonly body: Body | undefined;
}

/** A long text, kept once by its hash. */
export interface Body {
  readonly hash: string;
  /** Of the text, in bytes. */
  readonly size: number;
  readonly brotli: Uint8Array;
}

export interface MessageRecord {
  readonly id: string;
  readonly sessionId: string;
  readonly seq: number;
  readonly role: MessageRole;
  readonly kind: MessageKind;
  readonly channel: string | null;
  readonly content: string;
  readonly toolName: string | null;
  readonly toolUseId: string | null;
  readonly isError: boolean | null;
  readonly turnId: string | null;
  readonly createdAt: string;
  readonly tokens: number;
  readonly sourceId: string;
  readonly hash: string;
}

export const CHECKPOINT_TRIGGERS = [
  "periodic",
  "pre_compaction",
  "agent",
  "explicit",
  "gate_transition",
  "decision",
  "file_edit",
  "error_recovery",
  "session_end",
  "interrupted",
  "delta_sync",
  "context_refresh",
] as const;
export type CheckpointTrigger = (typeof CHECKPOINT_TRIGGERS)[number];

/** What a safety probe measured at a checkpoint. */
export interface SafetyMetrics {
  readonly refusalRateWindow: number;
  readonly baselineRefusalRate: number;
  readonly delta: number;
  readonly action: string;
}

/** Where the work of a task stood: what a program, not only a reader, can go on from. */
export interface StructuredState {
  readonly gate: string | null;
  readonly step: number | null;
  readonly type: string;
  readonly summary: string;
  readonly state: {
    readonly filesChanged: readonly { readonly path: string; readonly action: string }[];
    readonly tests: { readonly passing: number; readonly failing: number; readonly pending: number };
    readonly decisions: readonly {
      readonly decision: string;
      readonly rationale: string;
      readonly alternatives: readonly string[];
    }[];
    readonly safetyMetrics?: SafetyMetrics | undefined;
  };
  readonly nextSteps: readonly string[];
  readonly canResume: boolean;
  readonly resumeInstructions: string;
}

export interface CheckpointRecord {
  readonly id: string;
  readonly sessionId: string;
  readonly sessionKey: string;
  readonly harness: string;
  readonly project: string | null;
  readonly projectNormalized: string | null;
  readonly trigger: CheckpointTrigger;
  readonly digest: string;
  readonly promptCount: number;
  readonly memoryQueries: readonly string[];
  readonly recentRemembers: readonly string[];
  /** The last message of the ledger that this checkpoint covers. */
  readonly messageSeq: number;
  /** Null on those of sessions without a task. */
  readonly structured: StructuredState | null;
  readonly createdAt: string;
  readonly hash: string;
  readonly previousHash: string | null;
}

export type NewCheckpoint = Omit<CheckpointRecord, "hash" | "previousHash">;

export interface TombstoneRecord {
  readonly id: string;
  readonly sessionId: string;
  readonly hash: string;
  readonly previousHash: string | null;
  readonly createdAt: string;
  readonly prunedAt: string;
}

/** What gathered in a session since its last checkpoint. */
export interface AccumulatorRecord {
  readonly sessionId: string;
  readonly promptsSince: number;
  readonly queries: readonly string[];
  readonly remembers: readonly string[];
  readonly memoriesAccessed: readonly string[];
  readonly lastCheckpointAt: string;
  readonly messageSeq: number;
}

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

/** A memory with what became of it. Of one that was forgotten the words are gone. */
export interface KeptMemory extends MemoryRecord {
  readonly supersededAt: string | null;
  readonly supersededWhy: string | null;
  readonly forgottenAt: string | null;
}

export interface AgentRecord {
  readonly agent: string;
  readonly systemPrompt: string;
  readonly toolDefinitions: readonly unknown[];
  readonly model: string | null;
  /** The estimated size of system prompt and tool definitions. */
  readonly profileTokens: number;
  readonly workingState: string | null;
  readonly workingStateAt: string | null;
  readonly relationship: string | null;
  readonly relationshipAt: string | null;
  /** The estimated size of what goes along with every context: working state, notes and relationship. */
  readonly carriedTokens: number;
  readonly createdAt: string;
}

export interface NoteRecord {
  readonly id: string;
  readonly agent: string;
  readonly category: string;
  readonly content: string;
  readonly createdAt: string;
}

/** What a distillation did. */
export interface ReceiptRecord {
  readonly id: string;
  readonly sessionId: string;
  readonly agent: string | null;
  readonly distilledAt: string;
  /** Which signal set it off. */
  readonly reason: string;
  readonly messagesBefore: number;
  readonly messagesAfter: number;
  readonly tokensBefore: number;
  readonly tokensAfter: number;
  readonly factsExtracted: number;
  readonly decisionsExtracted: number;
  readonly openItemsExtracted: number;
  readonly flushSucceeded: boolean;
  readonly summary: string;
  /** The lines of the summary in the form that the next distillation goes on from. */
  readonly items: readonly unknown[];
  readonly errors: readonly string[];
  readonly warnings: readonly string[];
  readonly fromSeq: number;
  readonly toSeq: number;
  /** Of every message between the two, as it was stored. */
  readonly rangeHash: string;
  readonly anchors: number;
  readonly continuityScore: number | null;
  readonly summarizer: string;
  readonly model: string | null;
  readonly cost: number | null;
  readonly hash: string;
  readonly previousHash: string | null;
}

export type NewReceipt = Omit<ReceiptRecord, "hash" | "previousHash">;

/** An exact string of the conversation and the message that holds it. */
export interface AnchorRecord {
  readonly receiptId: string;
  readonly sessionId: string;
  readonly kind: string;
  readonly value: string;
  readonly messageId: string;
  readonly seq: number;
}

/** How much a model's own count differs from the estimate. */
export interface CalibrationRecord {
  readonly model: string;
  readonly factor: number;
  readonly samples: number;
}

/** One paid or local call of a model. */
export interface ModelCallRecord {
  readonly id: string;
  readonly createdAt: string;
  readonly purpose: string;
  readonly provider: string;
  readonly model: string;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cost: number | null;
  /** `ok`, or what went wrong; `unanswered` as long as nothing came of it. */
  readonly outcome: string;
  readonly durationMs: number;
}

export type ModelCallOutcome = Pick<
  ModelCallRecord,
  "inputTokens" | "outputTokens" | "cost" | "outcome" | "durationMs"
>;

/** Where a client's histories lie, and when they were looked at last. */
export interface FollowedPlace {
  readonly harness: string;
  readonly userHome: string;
  readonly env: Readonly<Record<string, string>>;
  readonly lookedAt: string;
}

export interface TranscriptCursor {
  readonly path: string;
  readonly sessionId: string;
  readonly byteOffset: number;
  readonly fileId: string | null;
  /** A hash of what stands just before the offset. */
  readonly tail: string | null;
  readonly brokenLines: number;
}

export interface InjectionRecord {
  readonly id: string;
  readonly sessionId: string;
  readonly event: string;
  readonly hookId: string | null;
  readonly reason: string;
  readonly text: string;
  readonly createdAt: string;
}

/** A client put a summary in the place of a session's context. */
export interface CompactionRecord {
  readonly id: string;
  readonly sessionId: string;
  readonly trigger: string;
  /** The place of the last message before it. */
  readonly upTo: number;
  readonly announcedAt: string;
  /** Null until it is known to have happened. */
  readonly happenedAt: string | null;
  readonly summary: string | null;
  /** Things by what became of them, as JSON. */
  readonly things: string | null;
  readonly given: string | null;
  readonly givenAt: string | null;
  /** What the agent needed afterwards, as JSON. */
  readonly needed: string | null;
  /** How much of what it needed and no longer had it was told, 0 to 1. */
  readonly score: number | null;
}
export type NewCompaction = Pick<CompactionRecord, "id" | "sessionId" | "trigger" | "upTo" | "announcedAt">;

/** Whether the code was healthy when a session under a task began, as its smoke command told. */
export const SMOKE_STATUSES = ["none", "running", "passed", "failed", "overridden"] as const;
export type SmokeStatus = (typeof SMOKE_STATUSES)[number];

export const OUTCOMES = ["success", "partial", "failed"] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** A session under a task. */
export interface GovernedRecord {
  readonly sessionId: string;
  readonly project: string;
  /** The folder that is worked in. */
  readonly root: string;
  readonly task: string;
  readonly goal: string;
  readonly begunAt: string;
  /** The checkpoint that it went on from. */
  readonly resumedFrom: string | null;
  /** The gate that it was sent back to. */
  readonly fromGate: string | null;
  /** How the work tree was when it began, as JSON. */
  readonly base: string | null;
  /** 1 while it was begun by command and no client has taken it up. */
  readonly isWaiting: number;
  /** What the rituals did, as JSON. */
  readonly steps: string;
  readonly smoke: SmokeStatus;
  readonly smokeCommand: string | null;
  readonly smokeOutput: string | null;
  readonly smokeAt: string | null;
  readonly overrideReason: string | null;
  readonly outcome: Outcome | null;
  readonly nextHint: string | null;
  readonly closedAt: string | null;
  /** How many messages there were when it was closed. */
  readonly closedSeq: number | null;
  /** How far its shutdown ritual is, as JSON; null where none is under way. */
  readonly closing: string | null;
}

export interface IncidentRecord {
  readonly id: string;
  readonly sessionId: string | null;
  readonly kind: string;
  readonly detail: string;
  readonly createdAt: string;
}

/** How something came to an agent: it asked, a prompt brought it up, its next context has it, or it started with it. */
export const SERVED_WAYS = ["recall", "prompt", "context", "recovery"] as const;
export type ServedWay = (typeof SERVED_WAYS)[number];

/** Something that was served to a session, and whether the agent was seen using it. */
export interface ServedRecord {
  readonly pk: number;
  /** A memory, message or checkpoint. */
  readonly itemId: string;
  readonly itemKind: string;
  readonly sessionId: string;
  readonly servedAt: string;
  readonly way: ServedWay;
  /** Its place among what was served with it, from 1. */
  readonly rank: number;
  readonly score: number | null;
  /** What spoke for it, as JSON. */
  readonly features: string;
  /** What would show that it was used, as JSON. */
  readonly marks: string;
  readonly usedAt: string | null;
}
export type NewServed = Omit<ServedRecord, "pk">;

/** Whether a session in a project with a history was told of it when it began. */
export const START_KINDS = ["recovered", "cold"] as const;
export type StartKind = (typeof START_KINDS)[number];

export interface SessionSignals {
  readonly sessionId: string;
  readonly start: StartKind | null;
  /** How many things came up in it that nothing served to it had named. */
  readonly novel: number;
  readonly named: string;
  /** How far its ledger was looked through. */
  readonly lookedSeq: number;
  readonly updatedAt: string;
}

export interface WayTotals {
  readonly way: ServedWay;
  readonly served: number;
  readonly used: number;
}

export interface SignalTotals {
  readonly served: number;
  readonly used: number;
  readonly ways: readonly WayTotals[];
  readonly recovered: { readonly sessions: number; readonly novel: number };
  readonly cold: { readonly sessions: number; readonly novel: number };
}

/** An event on its way to a webhook. */
export interface NewWebhookDelivery {
  readonly id: string;
  /** Which webhook, by a hash of its address. */
  readonly hook: string;
  readonly type: string;
  readonly sessionId: string | null;
  readonly body: string;
  readonly createdAt: string;
}

export interface WebhookDelivery extends NewWebhookDelivery {
  readonly pk: number;
}

/** How a webhook fares. */
export interface WebhookState {
  readonly hook: string;
  /** Attempts in a row that failed. */
  readonly failures: number;
  readonly failingSince: string | null;
  readonly lastDeliveryAt: string | null;
  readonly lastFailureAt: string | null;
  readonly lastError: string | null;
  readonly delivered: number;
  readonly givenUp: number;
}
