export * from "./checkpoints.ts";
export * from "./documents.ts";
export * from "./memories.ts";
export * from "./messages.ts";
export * from "./passages.ts";
export * from "./projects.ts";
export * from "./sessions.ts";
export * from "./work.ts";

import type { CheckpointRows } from "./checkpoints.ts";
import type { DocumentRows } from "./documents.ts";
import type { MemoryRows } from "./memories.ts";
import type { MessageRows } from "./messages.ts";
import type { PassageRows } from "./passages.ts";
import type { ProjectRows } from "./projects.ts";
import type { SessionRows } from "./sessions.ts";
import type { WorkRows } from "./work.ts";

/** How many there are. */
export interface Totals {
  readonly sessions: number;
  readonly messages: number;
  /** Current ones. */
  readonly memories: number;
  readonly checkpoints: number;
}

/** Everything that other folders need of a database. */
export interface Tables {
  readonly projects: ProjectRows;
  readonly sessions: SessionRows;
  readonly messages: MessageRows;
  readonly checkpoints: CheckpointRows;
  readonly memories: MemoryRows;
  readonly passages: PassageRows;
  readonly work: WorkRows;
  readonly documents: DocumentRows;
  totals(): Promise<Totals>;
}

export interface Store extends Tables {
  /**
   * All of `work` or none of it; other readers see the state before it until then. `work` uses the tables that it is
   * given: a call to the store itself, or another transaction, is an error there.
   */
  transaction<Result>(work: (tables: Tables) => Promise<Result>): Promise<Result>;
  readonly schemaVersion: number;
  close(): Promise<void>;
}
