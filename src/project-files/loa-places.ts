import { statSync } from "node:fs";
import { join, resolve } from "node:path";
import { filesInHead, repositoryRoot } from "./git.ts";

/** Where a Loa project keeps what this room works with. */
export interface LoaPlaces {
  readonly root: string;
  /** The ledger's folder as people write it: from the project's root, with forward slashes. */
  readonly ledgerName: string;
  readonly ledger: string;
  readonly notes: string;
  readonly trajectory: string;
  readonly beads: string;
  readonly config: string;
}

const LEDGERS = ["grimoires/loa", "loa-grimoire"] as const;

export function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/** The newer name is asked for first, on disk and in git. */
function ledgerName(root: string): string {
  return (
    LEDGERS.find((name) => isFolder(join(root, name))) ??
    LEDGERS.find((name) => filesInHead(root, name).length > 0) ??
    LEDGERS[0]
  );
}

export const projectRoot = (env: NodeJS.ProcessEnv, cwd: string): string =>
  env.PROJECT_ROOT ? resolve(cwd, env.PROJECT_ROOT) : (repositoryRoot(cwd) ?? cwd);

export function loaPlaces(root: string): LoaPlaces {
  const name = ledgerName(root);
  const ledger = join(root, name);
  return {
    root,
    ledgerName: name,
    ledger,
    notes: join(ledger, "NOTES.md"),
    trajectory: join(ledger, "a2a", "trajectory"),
    beads: join(root, ".beads"),
    config: join(root, ".loa.config.yaml"),
  };
}
