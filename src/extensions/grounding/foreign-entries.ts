import { dirname } from "node:path";
import { canonicalJson } from "../../core/index.ts";
import type { Ground } from "../../project-files/index.ts";
import { type Entry, entriesOf, trajectoriesIn } from "../ledgers/index.ts";

/** A line of a trajectory's file that another program, or another machine, wrote. */
export interface ForeignEntry {
  readonly entry: Entry;
  /** When it was written, at the latest: without a time of its own by the day of its file, else any time. */
  readonly at: number;
  /** Whether a handoff follows further down in the same file. */
  readonly isHandedOn: boolean;
}

const DAY = /(\d{4}-\d{2}-\d{2})\.jsonl$/;

/** A failed handoff does not count: its claims are still to be checked. */
export const isHandoff = ({ phase, checkpoint_status }: Entry): boolean =>
  phase === "session_handoff" && checkpoint_status !== "failed" && checkpoint_status !== "blocked";

export function timeOf({ ts, timestamp }: Entry): number | undefined {
  const at = Date.parse(String(ts ?? timestamp));
  return Number.isNaN(at) ? undefined : at;
}

function latestOf(path: string, entry: Entry): number {
  const day = DAY.exec(path)?.[1];
  return timeOf(entry) ?? (day === undefined ? Number.POSITIVE_INFINITY : Date.parse(`${day}T23:59:59.999`));
}

function entriesIn(path: string, known: ReadonlySet<string>, phases: ReadonlySet<unknown>): ForeignEntry[] {
  const entries = [...entriesOf(path)].filter(({ phase }) => phases.has(phase));
  const last = entries.findLastIndex(isHandoff);
  return entries.flatMap((entry, line) =>
    known.has(canonicalJson(entry)) ? [] : [{ entry, at: latestOf(path, entry), isHandedOn: line < last }],
  );
}

/** The lines of the layout's trajectory files, of these phases, that are not among the known ones. */
export function foreignEntries(
  { places }: Ground,
  known: readonly Entry[],
  phases: ReadonlySet<unknown>,
): ForeignEntry[] {
  if (!places) return [];
  // All of a layout's trajectories are in one folder.
  const folder = dirname(places.trajectory("any", undefined, "any"));
  const lines = new Set(known.map(canonicalJson));
  return trajectoriesIn(folder).flatMap((path) => entriesIn(path, lines, phases));
}
