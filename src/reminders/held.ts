import { waitingEntries } from "../conversation/index.ts";
import { contentTerms, type RecalledMemory } from "../memory/index.ts";
import type { SessionRecord, Store } from "../store/index.ts";

/** What an agent's context holds already. */
export interface Held {
  readonly sessionId: string;
  /** When the context began: what was said in the session before is no more in it. */
  readonly since: string;
  /** What was said and given since then. */
  readonly texts: readonly string[];
}

/** So far back, and of that so many: an agent reads for pages between two words that it says. */
const FARTHEST = 200;
const MESSAGES_READ = 30;
const CHARS_READ = 2000;
/** What was given longer ago was given again, or has been used. */
const GIVEN_READ = 20;
/** Who has so much of the words has the meaning. */
const SAME = 0.8;

export async function readHeld(store: Store, session: SessionRecord): Promise<Held> {
  const boundary = await store.messages.lastBoundary(session.id);
  const since = boundary?.createdAt ?? "";
  const said = await store.messages.list(session.id, {
    kinds: ["prompt", "text", "summary"],
    after: Math.max(boundary?.seq ?? 0, session.totalMessages - FARTHEST),
    limit: MESSAGES_READ,
    fromEnd: true,
  });
  const given = (await store.accounts.lastInjections(session.id, GIVEN_READ)).filter(
    ({ createdAt }) => createdAt >= since,
  );
  const waiting = await waitingEntries(store, session.id);
  return {
    sessionId: session.id,
    since,
    texts: [
      ...[...said, ...waiting].map(({ content }) => content.slice(0, CHARS_READ)),
      ...given.map(({ text }) => text),
    ],
  };
}

/** Tells what the context holds: `shown` is what would be given of it. */
export function holder({ sessionId, since, texts }: Held): (item: RecalledMemory, shown: string) => boolean {
  const folded = texts.map((text) => text.toLowerCase());
  return (item, shown) => {
    if (item.sessionId === sessionId && item.createdAt >= since) return true;
    if (texts.some((text) => text.includes(item.id))) return true;
    const terms = [...new Set(contentTerms(shown))];
    // A term is mostly the beginning of its word: whether it stands in a text is seen without taking the text apart.
    return folded.some((text) => terms.filter((term) => text.includes(term)).length >= SAME * terms.length);
  };
}
