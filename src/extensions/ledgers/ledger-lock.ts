import { KeyedMutex } from "../../core/index.ts";
import type { Ground } from "../../project-files/index.ts";
import type { Br } from "./br/br.ts";
import type { Behind } from "./files/file-sync.ts";
import type { AffectedFiles, LedgerSync } from "./ledger-sync.ts";

/** A written entry, with the files that could not be written and why. */
export type Entered<Thing> = Thing & { readonly behind: readonly Behind[] };

/** Serializes access to the ledgers of a project, and syncs files and store around every change. */
export class LedgerLock {
  readonly #turns = new KeyedMutex();
  readonly #sync: LedgerSync;
  readonly #br: Br;

  constructor(sync: LedgerSync, br: Br) {
    this.#sync = sync;
    this.#br = br;
  }

  /** Runs work while nobody else uses the project's ledgers. */
  exclusive<Thing>({ project }: Ground, work: () => Promise<Thing>): Promise<Thing> {
    return this.#turns.run(project, work);
  }

  /** Imports people's edits, does the work, and writes the files. */
  update<Thing extends object>(
    ground: Ground,
    work: () => Promise<Thing>,
    affected: (done: Thing) => AffectedFiles,
  ): Promise<Entered<Thing>> {
    return this.exclusive(ground, async () => {
      await this.#sync.healKnown(ground);
      await this.#sync.importFiles(ground);
      const done = await work();
      const behind = await this.#sync.writeFiles(ground, affected(done));
      return { ...done, behind: [...behind, ...this.#br.behindAt(ground)] };
    });
  }

  /** Imports people's edits; reading a ledger writes no file. */
  read<Thing>(ground: Ground, work: () => Promise<Thing>): Promise<Thing> {
    return this.exclusive(ground, async () => {
      await this.#sync.importFiles(ground);
      return work();
    });
  }
}
