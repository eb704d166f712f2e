import type { NewMessage } from "../store/index.ts";

/** What a client reports of its conversation, before it is in the ledger. */
export interface Entry extends NewMessage {
  /** Counted as something the user asked for. */
  readonly isPrompt?: boolean;
  /** What we ourselves had put into the context: noted, never stored. */
  readonly isEcho?: boolean;
  /** Of that, what a prompt brought to mind: no recovery. */
  readonly isReminder?: boolean;
  /** What the model's API reported for the request behind this entry. */
  readonly usage?: { readonly inputTokens: number; readonly model: string | undefined } | undefined;
}
