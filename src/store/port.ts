import type { AccountRows } from "./queries/accounts.ts";
import type { AgentRows } from "./queries/agents.ts";
import type { CaptureRows } from "./queries/capture.ts";
import type { CheckpointRows } from "./queries/checkpoints.ts";
import type { CompactionRows } from "./queries/compactions.ts";
import type { FixerRows } from "./queries/fixers.ts";
import type { GovernedRows } from "./queries/governed.ts";
import type { LedgerRows } from "./queries/ledgers.ts";
import type { MemoryRows } from "./queries/memories.ts";
import type { MessageRows } from "./queries/messages.ts";
import type { ModelRows } from "./queries/models.ts";
import type { PassageRows } from "./queries/passages.ts";
import type { ProjectRows } from "./queries/projects.ts";
import type { ReceiptRows } from "./queries/receipts.ts";
import type { SafetyRows } from "./queries/safety.ts";
import type { SessionRows } from "./queries/sessions.ts";
import type { SignalRows } from "./queries/signals.ts";
import type { WebhookRows } from "./queries/webhooks.ts";
import type { WorkRows } from "./queries/work.ts";

/** Everything that other folders need of a database. */
export interface Tables {
  readonly projects: ProjectRows;
  readonly sessions: SessionRows;
  readonly messages: MessageRows;
  readonly checkpoints: CheckpointRows;
  readonly memories: MemoryRows;
  readonly capture: CaptureRows;
  readonly accounts: AccountRows;
  readonly agents: AgentRows;
  readonly receipts: ReceiptRows;
  readonly passages: PassageRows;
  readonly models: ModelRows;
  readonly signals: SignalRows;
  readonly compactions: CompactionRows;
  readonly ledgers: LedgerRows;
  readonly governed: GovernedRows;
  readonly webhooks: WebhookRows;
  readonly safety: SafetyRows;
  readonly fixers: FixerRows;
  readonly work: WorkRows;
}

export interface Store extends Tables {
  /** All of `work` or none of it; other readers see the state before it until then. */
  transaction<Result>(work: (tables: Tables) => Promise<Result>): Promise<Result>;
  readonly schemaVersion: number;
  close(): Promise<void>;
}
