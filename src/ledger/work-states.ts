import { canonicalJson, isoTime, redact } from "../core/index.ts";
import type { Services } from "../services.ts";
import type { Ground } from "./ground.ts";
import { type Standing, standingShape } from "./notes/notes-format.ts";

/** Where the work of projects stands, in the store. */
export class Standings {
  readonly #services: Services;

  constructor(services: Services) {
    this.#services = services;
  }

  async of({ project }: Ground): Promise<Standing> {
    return standingShape.parse(JSON.parse((await this.#services.store.ledgers.continuity(project)) ?? "{}"));
  }

  /** A person may have written a secret into the notes: it goes no further, and not back. */
  async put({ project }: Ground, given: Standing): Promise<Standing> {
    const standing = standingShape.parse(JSON.parse(redact(JSON.stringify(given))));
    const now = isoTime(this.#services.clock.now());
    await this.#services.store.ledgers.putContinuity(project, canonicalJson(standing), now);
    return standing;
  }
}
