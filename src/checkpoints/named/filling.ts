import { type Captured, draftFrom, draftFromBuffer } from "./captured.ts";
import { type Draft, EMPTY_DRAFT, filledFrom, isThin } from "./draft.ts";
import { stateIn } from "./session-state.ts";

/** Where a checkpoint's content comes from. */
export interface Sources {
  /** SESSION-STATE.md: what it says counts before everything else. */
  readonly sessionState?: string | undefined;
  /** What the ledger has on record of the work, with why. */
  readonly decisions?: readonly string[] | undefined;
  readonly captured?: Captured | undefined;
  /** Asked only where the others say too little. */
  readonly workingBuffer?: string | undefined;
}

export function draftOf({ sessionState, decisions = [], captured, workingBuffer }: Sources): Draft {
  const written = sessionState === undefined ? EMPTY_DRAFT : stateIn(sessionState);
  const stated = filledFrom(written, { ...EMPTY_DRAFT, keyDecisions: decisions });
  const draft = captured ? filledFrom(stated, draftFrom(captured)) : stated;
  return isThin(draft) && workingBuffer !== undefined ? filledFrom(draft, draftFromBuffer(workingBuffer)) : draft;
}
