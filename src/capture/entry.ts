import type { NewMessage } from "../store/index.ts";

/** What a client reports of its conversation, before it is in the ledger. */
export interface Entry extends NewMessage {
  /** Counted as something the user asked for. */
  readonly isPrompt?: boolean;
  /** Text that Throughline injected: noted, never stored. */
  readonly isEcho?: boolean;
  /** An echo of a reminder, not of a recovery. */
  readonly isReminder?: boolean;
  /** Not a message: it only carries metadata. */
  readonly isNote?: boolean;
  /** What the model's API reported for the request of this entry; clients report both fields, or one. */
  readonly usage?: { readonly inputTokens?: number | undefined; readonly model?: string | undefined } | undefined;
}

/** Whether it is a message for the ledger. */
export const isSpoken = (entry: Entry): boolean => !entry.isEcho && !entry.isNote;
