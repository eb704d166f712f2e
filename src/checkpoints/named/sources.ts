import { isAbsolute, join } from "node:path";
import { newestSpoken } from "../../capture/index.ts";
import { isInside } from "../../core/index.ts";
import type { MessageKind, SessionRecord, Store } from "../../store/index.ts";
import { readBuffer } from "../autosave/working-buffer.ts";
import type { CheckpointDecision } from "../task-source.ts";
import { type Draft, EMPTY_DRAFT, filledFrom, isThin } from "./draft.ts";
import { type Captured, draftFrom, draftFromBuffer } from "./draft-from-conversation.ts";
import { draftFromState } from "./draft-from-state.ts";
import { type ProjectFolder, readText } from "./project-folder.ts";
import { isContinuationOf, sessionLabel, stateForSession } from "./session-state-owner.ts";

/** Where a checkpoint's content comes from. */
export interface Sources {
  /** SESSION-STATE.md takes precedence over everything else. */
  readonly sessionState?: string | undefined;
  /** From the ledger, with their reasons. */
  readonly decisions?: readonly string[] | undefined;
  readonly captured?: Captured | undefined;
  /** Used only where the others say too little. */
  readonly workingBuffer?: string | undefined;
}

export function buildDraft({ sessionState, decisions = [], captured, workingBuffer }: Sources): Draft {
  const written = sessionState === undefined ? EMPTY_DRAFT : draftFromState(sessionState);
  const stated = filledFrom(written, { ...EMPTY_DRAFT, keyDecisions: decisions });
  const draft = captured ? filledFrom(stated, draftFrom(captured)) : stated;
  return isThin(draft) && workingBuffer !== undefined ? filledFrom(draft, draftFromBuffer(workingBuffer)) : draft;
}

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
  const textOf = (path: string) => {
    const whole = isAbsolute(path) ? path : join(root, path);
    return isInside(root, whole) ? readText(place, whole) : undefined;
  };
  return {
    ...files,
    sessionState: state === undefined ? undefined : await stateForSession(store, state, session),
    workingBuffer: buffer === undefined ? undefined : await bufferFor(store, buffer, session),
    decisions: recordedDecisions(session, decisions),
    captured: { messages: await newestSpoken(store, session.id, { kinds: KINDS }), root, textOf },
  };
}
