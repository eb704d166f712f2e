import { canonicalJson, isoTime, redact } from "../core/index.ts";
import type { Services } from "../services.ts";
import type { Ground } from "./ground.ts";
import { type WorkState, workStateShape } from "./notes/notes-format.ts";

/** The work states of projects, in the store. */
export class WorkStates {
  readonly #services: Services;

  constructor(services: Services) {
    this.#services = services;
  }

  async of({ project }: Ground): Promise<WorkState> {
    return workStateShape.parse(JSON.parse((await this.#services.store.ledgers.continuity(project)) ?? "{}"));
  }

  /** Redacted: a person may have written a secret into the notes. */
  async put({ project }: Ground, next: WorkState): Promise<WorkState> {
    const state = workStateShape.parse(JSON.parse(redact(JSON.stringify(next))));
    const now = isoTime(this.#services.clock.now());
    await this.#services.store.ledgers.putContinuity(project, canonicalJson(state), now);
    return state;
  }
}
