import { isAbsolute, join } from "node:path";
import { waitingEntries } from "../../capture/index.ts";
import { isInside } from "../../core/index.ts";
import type { Decision } from "../../ledger/index.ts";
import type { MessageKind, SessionRecord, Store } from "../../store/index.ts";
import { readBuffer } from "../autosave/buffer.ts";
import type { Sources } from "./filling.ts";
import { type OnDisk, textAt } from "./project-text.ts";
import { descends, nameOf, stateFor } from "./state-owner.ts";

/** What is read of a conversation, from its end. */
const MOST_MESSAGES = 400;
const KINDS: readonly MessageKind[] = ["prompt", "text", "tool_use", "tool_result"];

const MOST_DECISIONS = 8;

const sentence = (text: string): string => text.trim().replace(/(?<![.!?。！？])$/u, ".");

/** What was put on record in a session or for its task, with why; oldest first. */
const onRecord = ({ startedAt, task }: SessionRecord, decisions: readonly Decision[]): string[] =>
  decisions
    .filter((one) => one.ts >= startedAt || (task !== null && one.task === task))
    .slice(0, MOST_DECISIONS)
    .reverse()
    .map(({ decision, rationale, alternatives }) => {
      const why = rationale === "" ? [] : [`Why: ${rationale}`];
      const not = alternatives.length === 0 ? [] : [`Not chosen: ${alternatives.join("; ")}`];
      return [...[decision, ...why].map(sentence), ...not].join(" ");
    });

/** Of the working buffer, what this session's exchanges and unsigned entries say. */
async function bufferFor(store: Store, text: string, session: SessionRecord): Promise<string> {
  const own: string[] = [];
  for (const { session: owner, raw } of readBuffer(text))
    if (owner === undefined || owner === nameOf(session) || (await descends(store, session, owner))) own.push(raw);
  return own.join("");
}

/**
 * What there is to fill a checkpoint from, for the work of a session in a project; `decisions` are those of the ledger,
 * newest first.
 */
export async function sourcesOf(
  store: Store,
  place: OnDisk,
  session: SessionRecord | undefined,
  decisions: readonly Decision[] = [],
): Promise<Sources> {
  const { root, places } = place;
  const files = {
    sessionState: textAt(place, places.sessionState),
    workingBuffer: textAt(place, places.workingBuffer),
  };
  if (!session) return files;
  const { sessionState: state, workingBuffer: buffer } = files;
  const messages = await store.messages.list(session.id, { kinds: KINDS, limit: MOST_MESSAGES, fromEnd: true });
  const waiting = await waitingEntries(store, session.id);
  const textOf = (path: string) => {
    const whole = isAbsolute(path) ? path : join(root, path);
    return isInside(root, whole) ? textAt(place, whole) : undefined;
  };
  return {
    ...files,
    sessionState: state === undefined ? undefined : await stateFor(store, state, session),
    workingBuffer: buffer === undefined ? undefined : await bufferFor(store, buffer, session),
    decisions: onRecord(session, decisions),
    captured: { messages: [...messages, ...waiting], root, textOf },
  };
}
