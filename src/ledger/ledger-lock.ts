import { Turns } from "../core/index.ts";
import type { Br } from "./br/br.ts";
import type { Behind } from "./files/file-sync.ts";
import type { Ground } from "./ground.ts";
import type { AffectedFiles, LedgerSync } from "./ledger-sync.ts";

/** Something that was written into the ledgers, and the files that could not be written, with why. */
export type Entered<Thing> = Thing & { readonly behind: readonly Behind[] };

/**
 * The way into the ledgers: one after the other in a project, with the files and the store in agreement before and
 * after.
 */
export class LedgerLock {
  readonly #turns = new Turns();
  readonly #sync: LedgerSync;
  readonly #br: Br;

  constructor(sync: LedgerSync, br: Br) {
    this.#sync = sync;
    this.#br = br;
  }

  /** Does work while nobody else is at the project's ledgers. */
  exclusive<Thing>({ project }: Ground, work: () => Promise<Thing>): Promise<Thing> {
    return this.#turns.run(project, work);
  }

  /** Takes in what people wrote, does the work, and writes out what there is then. */
  update<Thing extends object>(
    ground: Ground,
    work: () => Promise<Thing>,
    concerns: (done: Thing) => AffectedFiles,
  ): Promise<Entered<Thing>> {
    return this.exclusive(ground, async () => {
      await this.#sync.healKnown(ground);
      await this.#sync.importFiles(ground);
      const done = await work();
      const behind = await this.#sync.writeFiles(ground, concerns(done));
      return { ...done, behind: [...behind, ...this.#br.behindAt(ground)] };
    });
  }

  /** Takes in what people wrote; looking at a ledger writes no file. */
  read<Thing>(ground: Ground, work: () => Promise<Thing>): Promise<Thing> {
    return this.exclusive(ground, async () => {
      await this.#sync.importFiles(ground);
      return work();
    });
  }
}
