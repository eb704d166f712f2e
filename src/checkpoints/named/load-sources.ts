import { isAbsolute, join } from "node:path";
import { waitingEntries } from "../../capture/index.ts";
import { isInside } from "../../core/index.ts";
import type { MessageKind, SessionRecord, Store } from "../../store/index.ts";
import { readBuffer } from "../autosave/working-buffer.ts";
import type { CheckpointDecision } from "../task-source.ts";
import type { Sources } from "./build-draft.ts";
import { type ProjectFolder, readText } from "./project-folder.ts";
import { isContinuationOf, sessionLabel, stateForSession } from "./session-state-owner.ts";

/** Read from the end of a conversation. */
const MOST_MESSAGES = 400;
const KINDS: readonly MessageKind[] = ["prompt", "text", "tool_use", "tool_result"];

const MOST_DECISIONS = 8;

const sentence = (text: string): string => text.trim().replace(/(?<![.!?。！？])$/u, ".");

/** The decisions of a session or its task with their reasons, oldest first. */
const recordedDecisions = ({ startedAt, task }: SessionRecord, decisions: readonly CheckpointDecision[]): string[] =>
  decisions
    .filter((one) => one.ts >= startedAt || (task !== null && one.task === task))
    .slice(0, MOST_DECISIONS)
    .reverse()
    .map(({ decision, rationale, alternatives }) => {
      const why = rationale === "" ? [] : [`Why: ${rationale}`];
      const not = alternatives.length === 0 ? [] : [`Not chosen: ${alternatives.join("; ")}`];
      return [...[decision, ...why].map(sentence), ...not].join(" ");
    });

/** The entries of the working buffer that are this session's, or nobody's. */
async function bufferFor(store: Store, text: string, session: SessionRecord): Promise<string> {
  const own: string[] = [];
  for (const { session: owner, raw } of readBuffer(text))
    if (owner === undefined || owner === sessionLabel(session) || (await isContinuationOf(store, session, owner)))
      own.push(raw);
  return own.join("");
}

/**
 * Loads everything that a checkpoint of this session can be built from; `decisions` are the ledger's, newest first.
 */
export async function loadSources(
  store: Store,
  place: ProjectFolder,
  session: SessionRecord | undefined,
  decisions: readonly CheckpointDecision[] = [],
): Promise<Sources> {
  const { root, places } = place;
  const files = {
    sessionState: readText(place, places.sessionState),
    workingBuffer: readText(place, places.workingBuffer),
  };
  if (!session) return files;
  const { sessionState: state, workingBuffer: buffer } = files;
  const messages = await store.messages.list(session.id, { kinds: KINDS, limit: MOST_MESSAGES, fromEnd: true });
  const waiting = await waitingEntries(store, session.id);
  const textOf = (path: string) => {
    const whole = isAbsolute(path) ? path : join(root, path);
    return isInside(root, whole) ? readText(place, whole) : undefined;
  };
  return {
    ...files,
    sessionState: state === undefined ? undefined : await stateForSession(store, state, session),
    workingBuffer: buffer === undefined ? undefined : await bufferFor(store, buffer, session),
    decisions: recordedDecisions(session, decisions),
    captured: { messages: [...messages, ...waiting], root, textOf },
  };
}
