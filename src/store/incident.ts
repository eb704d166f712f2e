import { isoTime, newId, redact } from "../core/index.ts";
import type { IncidentRecord } from "./records/accounts.ts";

/** Something that a person may want to see later. The detail often quotes an error, so secrets are removed. */
export const newIncident = (
  at: number,
  kind: string,
  detail: string,
  sessionId: string | null = null,
): IncidentRecord => ({ id: newId(), sessionId, kind, detail: redact(detail), createdAt: isoTime(at) });
