import { notFound } from "../core/index.ts";
import type { MessageKind, MessageRecord, Store } from "../store/index.ts";

/** The messages of all sessions, as they were captured. */
export class Ledger {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  /** Oldest first, from behind a place in the session's ledger. */
  messages(
    sessionId: string,
    filter: { after?: number; limit?: number; kinds?: readonly MessageKind[] } = {},
  ): Promise<MessageRecord[]> {
    return this.#store.messages.list(sessionId, filter);
  }

  /** One message, word for word. */
  async expand(id: string): Promise<MessageRecord> {
    const found = await this.#store.messages.get(id);
    if (found) return found;
    throw notFound(`there is no message ${id}`, "`recall` and a session's messages show ids.");
  }
}
