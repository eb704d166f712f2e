import { isoTime, newId, redact } from "../core/index.ts";
import { collectionOf, type Tables } from "../store/index.ts";

/** Something that a person may want to see later. */
export interface Incident {
  readonly id: string;
  readonly sessionId: string | null;
  readonly kind: string;
  readonly detail: string;
  readonly createdAt: string;
}

/** Not placed in their session: an incident outlives it. */
export const incidents = collectionOf<Incident>("incidents", ({ id, createdAt: at }) => ({ id, at }));

/** The detail often quotes an error, so secrets are removed. */
export const newIncident = (at: number, kind: string, detail: string, sessionId: string | null = null): Incident => ({
  id: newId(),
  sessionId,
  kind,
  detail: redact(detail),
  createdAt: isoTime(at),
});

/** Newest first. */
export const lastIncidents = (tables: Pick<Tables, "documents">, limit: number): Promise<Incident[]> =>
  incidents(tables).list({}, { newestFirst: true, limit });
