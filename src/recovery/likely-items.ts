import { RecentMap } from "../core/index.ts";
import type { SessionRecord, Store } from "../store/index.ts";
import { type Likely, likelyNext } from "./rescue/index.ts";

const KEPT = 16;
/** So many later messages change little, and a client adds a few of its own when it compacts. */
const FEW = 10;

/** The likely items of recent sessions, cached: a starting session should not wait for them to be read again. */
export class LikelyItems {
  readonly #store: Store;
  readonly #kept = new RecentMap<string, { readonly upTo: number; readonly items: Likely }>(KEPT);

  constructor(store: Store) {
    this.#store = store;
  }

  async of(session: SessionRecord): Promise<Likely> {
    const kept = this.#kept.get(session.id);
    if (kept && session.totalMessages - kept.upTo <= FEW) return kept.items;
    const items = await likelyNext(this.#store, session);
    this.#kept.set(session.id, { upTo: session.totalMessages, items });
    return items;
  }
}
