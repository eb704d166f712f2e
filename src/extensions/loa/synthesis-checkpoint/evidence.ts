import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { messageOf } from "../../../core/index.ts";
import { type Entry, entriesOf } from "../../ledgers/index.ts";
import { isClaim, type Tally, tally } from "../tally-claims.ts";

/** What a day's trajectory holds that the checkpoint asks about. */
export interface Evidence {
  readonly claims: Tally;
  readonly unverifiedGhosts: number;
  readonly ambiguousGhosts: number;
  readonly testScenarios: number;
}

export type Found = Evidence | { readonly unreadable: string };

const isGhost = ({ phase }: Entry): boolean => phase === "negative_grounding" || phase === "ghost";

function isAskedAbout(entry: Entry): boolean {
  return isClaim(entry) || isGhost(entry) || entry.type === "test_scenario";
}

export function gather(root: string, trajectory: string): Found {
  try {
    const entries = [...asked(entriesOf(trajectory))];
    const ghosts = entries.filter(isGhost);
    return {
      claims: tally(root, entries),
      unverifiedGhosts: ghosts.filter(({ status }) => status === "unverified").length,
      ambiguousGhosts: ghosts.filter(({ status }) => status === "high_ambiguity").length,
      testScenarios: entries.filter(({ type }) => type === "test_scenario").length,
    };
  } catch (error) {
    return { unreadable: messageOf(error) };
  }
}

/** A trajectory may be long, and most of it is of no interest here. */
function* asked(entries: Iterable<Entry>): Generator<Entry> {
  for (const entry of entries) if (isAskedAbout(entry)) yield entry;
}

const EXECUTABLE = 0o111;

/**
 * A project that has the checkpoint's script has the other, too; one without it has lost a part of its installation.
 */
export function isInstallationBroken(root: string): boolean {
  const scripts = join(root, ".claude", "scripts");
  if (!existsSync(join(scripts, "synthesis-checkpoint.sh"))) return false;
  const other = statSync(join(scripts, "grounding-check.sh"), { throwIfNoEntry: false });
  return !other?.isFile() || (other.mode & EXECUTABLE) === 0;
}
