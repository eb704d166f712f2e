import { activityOf, type Spoken, waitingEntries } from "../../capture/index.ts";
import type { Store } from "../../store/index.ts";
import { workIn } from "../named/draft-from-conversation.ts";

const MOST_MESSAGES = 400;

/** Whether the conversation since the last prompt edited a file, ran a command or decided something. */
export function turnChanged(messages: readonly Spoken[]): boolean {
  const turn = messages.slice(
    Math.max(
      0,
      messages.findLastIndex(({ kind }) => kind === "prompt"),
    ),
  );
  const { edited, runs } = workIn(turn);
  return edited.size + runs.length + activityOf(turn).decisions.length > 0;
}

export async function lastTurnChanged(store: Store, sessionId: string): Promise<boolean> {
  const messages = await store.messages.list(sessionId, { limit: MOST_MESSAGES, fromEnd: true });
  return turnChanged([...messages, ...(await waitingEntries(store, sessionId))]);
}
