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
const isScenario = ({ type }: Entry): boolean => type === "test_scenario";

export function gather(root: string, trajectory: string): Found {
  try {
    const entries: Entry[] = [];
    // A trajectory may be long, and most of it is of no interest here.
    for (const entry of entriesOf(trajectory))
      if (isClaim(entry) || isGhost(entry) || isScenario(entry)) entries.push(entry);
    const ghosts = entries.filter(isGhost);
    return {
      claims: tally(root, entries),
      unverifiedGhosts: ghosts.filter(({ status }) => status === "unverified").length,
      ambiguousGhosts: ghosts.filter(({ status }) => status === "high_ambiguity").length,
      testScenarios: entries.filter(isScenario).length,
    };
  } catch (error) {
    return { unreadable: messageOf(error) };
  }
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
