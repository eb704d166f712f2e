import { Turns } from "../core/index.ts";
import type { Br } from "./br/br.ts";
import type { Behind } from "./files/file-sync.ts";
import type { Ground } from "./ground.ts";
import type { Concern, Keeping } from "./ledger-sync.ts";

/** Something that was written into the ledgers, and the files that could not be written, with why. */
export type Entered<Thing> = Thing & { readonly behind: readonly Behind[] };

/**
 * The way into the ledgers: one after the other in a project, with the files and the store in agreement before and
 * after.
 */
export class Entering {
  readonly #turns = new Turns();
  readonly #keeping: Keeping;
  readonly #br: Br;

  constructor(keeping: Keeping, br: Br) {
    this.#keeping = keeping;
    this.#br = br;
  }

  /** Does work while nobody else is at the project's ledgers. */
  alone<Thing>({ project }: Ground, work: () => Promise<Thing>): Promise<Thing> {
    return this.#turns.run(project, work);
  }

  /** Takes in what people wrote, does the work, and writes out what there is then. */
  enter<Thing extends object>(
    ground: Ground,
    work: () => Promise<Thing>,
    concerns: (done: Thing) => Concern,
  ): Promise<Entered<Thing>> {
    return this.alone(ground, async () => {
      await this.#keeping.healKnown(ground);
      await this.#keeping.takeIn(ground);
      const done = await work();
      const behind = await this.#keeping.writeOut(ground, concerns(done));
      return { ...done, behind: [...behind, ...this.#br.behindAt(ground)] };
    });
  }

  /** Takes in what people wrote; looking at a ledger writes no file. */
  look<Thing>(ground: Ground, work: () => Promise<Thing>): Promise<Thing> {
    return this.alone(ground, async () => {
      await this.#keeping.takeIn(ground);
      return work();
    });
  }
}
