import { collectionOf, type Tables } from "../../../store/index.ts";
import type { Entry } from "./trajectory-entries.ts";

/** An entry of a trajectory in the store. It outlives its session. */
export interface RecordedEntry {
  readonly id: string;
  readonly project: string;
  readonly agent: string;
  readonly sessionKey: string | null;
  readonly ts: string;
  readonly phase: string;
  /** The whole line. */
  readonly entry: Entry;
}

export const recordedEntries = collectionOf<RecordedEntry>("trajectory", ({ id, project, phase, ts }) => ({
  ...{ id, project, state: phase, at: ts },
}));

export interface TrajectoryFilter {
  readonly project: string;
  readonly phases: readonly string[];
  readonly sessionKey?: string | undefined;
  readonly limit?: number | undefined;
}

/** Oldest first; with a limit, the newest of them. */
export async function recordedEntriesOf(tables: Tables, { project, phases, sessionKey, limit }: TrajectoryFilter) {
  const filter = { projects: [project], states: phases, fields: { sessionKey } };
  return (await recordedEntries(tables).list(filter, { newestFirst: true, limit })).reverse();
}
