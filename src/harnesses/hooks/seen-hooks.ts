import { type Clock, isoTime } from "../../core/index.ts";
import { collectionOf, type Tables } from "../../store/index.ts";

const KEPT_MS = 7 * 86_400_000;

/** Hook events that were processed: one that is delivered twice counts once. */
export const seenHooks = collectionOf<{ readonly id: string; readonly at: string }>("seen-hooks", (hook) => hook);

/** Which session announced a call of one of our own tools. */
interface ToolCall {
  readonly toolUseId: string;
  readonly sessionId: string;
  readonly at: string;
}

export const toolCalls = collectionOf<ToolCall>("tool-calls", ({ toolUseId: id, sessionId, at }) => ({
  ...{ id, sessionId, at },
}));

/** Deletes old bookkeeping. */
export async function forgetHooks({
  store,
  clock,
}: {
  readonly store: Pick<Tables, "documents">;
  readonly clock: Clock;
}): Promise<void> {
  const before = isoTime(clock.now() - KEPT_MS);
  await seenHooks(store).remove({ before });
  await toolCalls(store).remove({ before });
}
