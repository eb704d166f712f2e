import type { ProcessIdentity, ProjectIdentity } from "../core/index.ts";

export const START_SOURCES = ["startup", "resume", "clear", "compact", "fork"] as const;
export type StartSource = (typeof START_SOURCES)[number];

export const isStartSource = (text: string): text is StartSource => START_SOURCES.some((source) => source === text);

/** A client reports that something happens in one of its sessions. */
export interface Arrival {
  readonly harness: string;
  /** The client's own session id. */
  readonly key: string;
  /** Resolved beforehand: a file system that hangs must not hold a transaction open. */
  readonly project: ProjectIdentity | undefined;
  readonly at: number;
  readonly source?: StartSource | undefined;
  readonly client?: ProcessIdentity | undefined;
  /** Which integration reports: hooks from the settings, a plugin, a legacy path. */
  readonly runtime: string;
  readonly transcriptPath?: string | undefined;
  readonly model?: string | undefined;
  readonly previousSessionKey?: string | undefined;
  readonly task?: string | undefined;
}
