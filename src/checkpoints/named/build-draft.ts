import { type Draft, EMPTY_DRAFT, filledFrom, isThin } from "./draft.ts";
import { type Captured, draftFrom, draftFromBuffer } from "./draft-from-conversation.ts";
import { draftFromState } from "./draft-from-state.ts";

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
