import type { Ambient } from "../ambient.ts";
import { canonicalJson, isoTime, redact } from "../core/index.ts";
import type { Ground } from "./ground.ts";
import { type Standing, standingShape } from "./notes/form.ts";

/** Where the work of projects stands, in the store. */
export class Standings {
  readonly #ambient: Ambient;

  constructor(ambient: Ambient) {
    this.#ambient = ambient;
  }

  async of({ project }: Ground): Promise<Standing> {
    return standingShape.parse(JSON.parse((await this.#ambient.store.ledgers.continuity(project)) ?? "{}"));
  }

  /** A person may have written a secret into the notes: it goes no further, and not back. */
  async put({ project }: Ground, given: Standing): Promise<Standing> {
    const standing = standingShape.parse(JSON.parse(redact(JSON.stringify(given))));
    const now = isoTime(this.#ambient.clock.now());
    await this.#ambient.store.ledgers.putContinuity(project, canonicalJson(standing), now);
    return standing;
  }
}
