import { sha256 } from "../../core/index.ts";
import type { Behind, Entry, Ground, Ledger } from "../../ledger/index.ts";
import type { SessionRecord } from "../../store/index.ts";

/** A promise that a person knows to be unkept, and lets stand. */
export interface Acceptance {
  readonly reason: string;
  readonly by: string;
  readonly at: string;
}

interface Named {
  readonly kind: string;
  readonly promise: string;
}

const ID_CHARS = 8;

/** The same promise has the same id wherever it stands; in other words it is another promise. */
export const ghostId = ({ kind, promise }: Named): string =>
  sha256(`${kind}\n${promise.replace(/\s+/gu, " ").trim().toLowerCase()}`).slice(0, ID_CHARS);

const ACCEPTED = "accepted";
const WITHDRAWN = "withdrawn";

const textIn = (entry: Entry, field: string): string => {
  const value = entry[field];
  return typeof value === "string" ? value : "";
};

/** Which ghosts are let stand, by whom and why: as the trajectory has it, where nothing is ever taken out. */
export class AcceptedGhosts {
  readonly #ledger: Ledger;

  constructor(ledger: Ledger) {
    this.#ledger = ledger;
  }

  async of({ project }: Ground): Promise<ReadonlyMap<string, Acceptance>> {
    const accepted = new Map<string, Acceptance>();
    for (const entry of await this.#ledger.trajectory.entries({ project, phases: ["negative_grounding"] })) {
      const id = textIn(entry, "ghost_id");
      const by = textIn(entry, "by");
      if (entry.status === ACCEPTED) accepted.set(id, { reason: textIn(entry, "reason"), by, at: textIn(entry, "ts") });
      else if (entry.status === WITHDRAWN) accepted.delete(id);
    }
    return accepted;
  }

  /** `reason`: why it may stand; without one, it no longer may. */
  async put(
    ground: Ground,
    ghost: Named,
    { reason, by, session }: { reason: string | undefined; by: string; session: SessionRecord | undefined },
  ): Promise<Behind | undefined> {
    const status = reason === undefined ? WITHDRAWN : ACCEPTED;
    const fields = { ghost_id: ghostId(ghost), promise: ghost.promise, kind: ghost.kind, status, reason, by };
    return this.#ledger.trajectory.add(ground, { phase: "negative_grounding", session, fields });
  }
}
