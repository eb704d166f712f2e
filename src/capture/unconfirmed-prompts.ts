import { estimateTokens } from "../core/index.ts";
import type { MessageRecord, SessionRecord, Tables } from "../store/index.ts";
import { waitingEntries } from "./provisional.ts";

/**
 * A prompt that a hook reported and no transcript has confirmed yet. It is read in addition to the ledger and not
 * counted: its message replaces it when the transcript comes. Its `seq` is that of the message before it.
 */
export type UnconfirmedPrompt = MessageRecord & { readonly confirmed: false };

/**
 * Oldest first. Call it in the transaction that reads the ledger: else a prompt could appear in both, or in neither.
 */
export async function unconfirmedPrompts(
  tables: Tables,
  { id: sessionId }: Pick<SessionRecord, "id">,
): Promise<UnconfirmedPrompt[]> {
  const waiting = (await waitingEntries(tables, sessionId)).filter(({ kind }) => kind === "prompt");
  if (waiting.length === 0) return [];
  const seq = (await tables.sessions.get(sessionId))?.totalMessages ?? 0;
  return waiting.map(({ sourceId, role, kind, content, createdAt, turnId }) => ({
    ...{ id: sourceId, sessionId, sourceId, seq, role, kind, content, createdAt, turnId: turnId ?? null },
    ...{ channel: null, toolName: null, toolUseId: null, isError: null },
    ...{ tokens: estimateTokens(content), hash: "", confirmed: false },
  }));
}
