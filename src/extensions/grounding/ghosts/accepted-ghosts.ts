import { z } from "zod";
import { sha256 } from "../../../core/index.ts";
import type { ProjectLocation } from "../../../project-files/index.ts";
import type { SessionRecord } from "../../../store/index.ts";
import { foldSpace } from "../../../text/index.ts";
import type { Behind, Ledger } from "../../ledgers/index.ts";

/** A ghost that a person has accepted. */
export interface Acceptance {
  readonly reason: string;
  readonly by: string;
  readonly at: string;
}

type Named = Readonly<Record<"kind" | "promise", string>>;

const ID_CHARS = 8;

/** The same promise has the same id in every document; another wording is another promise. */
export const ghostId = ({ kind, promise }: Named): string =>
  sha256(`${kind}\n${foldSpace(promise).toLowerCase()}`).slice(0, ID_CHARS);

const PHASE = "negative_grounding";
const text = z.string().catch("");
const accepted = z.looseObject({ ghost_id: text, status: z.unknown(), reason: text, by: text, ts: text });

/** Accepted ghosts by their ids, with whom and why, read from the append-only trajectory. */
export async function acceptedGhosts(ledger: Ledger, { project }: ProjectLocation) {
  const found = new Map<string, Acceptance>();
  for (const entry of await ledger.trajectory.entries({ project, phases: [PHASE] })) {
    const { ghost_id: id, status, reason, by, ts: at } = accepted.parse(entry);
    if (status === "accepted") found.set(id, { reason, by, at });
    else if (status === "withdrawn") found.delete(id);
  }
  return found;
}

/** `reason`: why it is accepted; without one, the acceptance is withdrawn. */
export function acceptGhost(
  ledger: Ledger,
  location: ProjectLocation,
  { kind, promise }: Named,
  { session, ...how }: { reason: string | undefined; by: string; session: SessionRecord | undefined },
): Promise<Behind | undefined> {
  const status = how.reason === undefined ? "withdrawn" : "accepted";
  const fields = { ghost_id: ghostId({ kind, promise }), promise, kind, status, ...how };
  return ledger.trajectory.add(location, { phase: PHASE, session, fields });
}
