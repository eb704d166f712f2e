import { sha256 } from "../../../core/index.ts";
import type { Ground } from "../../../project-files/index.ts";
import type { SessionRecord } from "../../../store/index.ts";
import type { Behind, Entry, Ledger } from "../../ledgers/index.ts";

/** A ghost that a person has accepted. */
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

/** The same promise has the same id in every document; another wording is another promise. */
export const ghostId = ({ kind, promise }: Named): string =>
  sha256(`${kind}\n${promise.replace(/\s+/gu, " ").trim().toLowerCase()}`).slice(0, ID_CHARS);

const ACCEPTED = "accepted";
const WITHDRAWN = "withdrawn";

const textIn = (entry: Entry, field: string): string => {
  const value = entry[field];
  return typeof value === "string" ? value : "";
};

/** Accepted ghosts, by whom and why, read from the append-only trajectory. */
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

  /** `reason`: why it is accepted; without one, the acceptance is withdrawn. */
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
