import type { NewMessage } from "../store/index.ts";

/** What a client reports of its conversation, before it is in the ledger. */
export interface Entry extends NewMessage {
  /** Counted as something the user asked for. */
  readonly isPrompt?: boolean;
  /** What we ourselves had put into the context: noted, never stored. */
  readonly isEcho?: boolean;
  /** Of that, what a prompt brought to mind: no recovery. */
  readonly isReminder?: boolean;
  /** Nobody said it: it only brings what is noted beside the words. */
  readonly isNote?: boolean;
  /** What the model's API reported for the request behind this entry; clients tell both at once, or one of them. */
  readonly usage?: { readonly inputTokens?: number | undefined; readonly model?: string | undefined } | undefined;
}

/** Whether it belongs into the ledger: somebody, or something, said it. */
export const isSpoken = (entry: Entry): boolean => !entry.isEcho && !entry.isNote;
