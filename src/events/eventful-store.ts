import type { PublicEvent } from "../core/index.ts";
import type { EventfulStore } from "../services.ts";
import type { Store, Tables } from "../store/index.ts";

export interface Outbox<Recorded> {
  /** Inside the transaction, after its work. */
  record(tables: Tables, events: readonly PublicEvent[]): Promise<Recorded>;
  /** After the commit. */
  publish(recorded: Recorded): void;
}

/** The store, with transactions that emit events. */
export const eventfulStore = <Recorded>(store: Store, outbox: Outbox<Recorded>): EventfulStore => ({
  ...store,
  schemaVersion: store.schemaVersion,
  close: () => store.close(),
  async transaction(work) {
    const { result, recorded, after } = await store.transaction(async (tables) => {
      const events: PublicEvent[] = [];
      const todo: (() => void)[] = [];
      const done = await work({
        ...tables,
        emit: (event) => void events.push(event),
        afterCommit: (one) => void todo.push(one),
      });
      return { result: done, recorded: await outbox.record(tables, events), after: todo };
    });
    for (const one of after) one();
    outbox.publish(recorded);
    return result;
  },
});
