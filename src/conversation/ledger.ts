import { theOnly } from "../core/index.ts";
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

  /** One message, word for word: by id, or a part of it that fits one message only. */
  async expand(id: string): Promise<MessageRecord> {
    const found = await this.#store.messages.find(id);
    return theOnly("message", id, found, "`throughline recall` and `throughline sessions messages` show ids.");
  }
}
