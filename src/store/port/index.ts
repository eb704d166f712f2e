export * from "./checkpoints.ts";
export * from "./documents.ts";
export * from "./memories.ts";
export * from "./messages.ts";
export * from "./passages.ts";
export * from "./sessions.ts";

import type { ProjectRows } from "../queries/projects.ts";
import type { WorkRows } from "../queries/work.ts";
import type { CheckpointRows } from "./checkpoints.ts";
import type { DocumentRows } from "./documents.ts";
import type { MemoryRows } from "./memories.ts";
import type { MessageRows } from "./messages.ts";
import type { PassageRows } from "./passages.ts";
import type { SessionRows } from "./sessions.ts";

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
