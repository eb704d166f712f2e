import { waitingEntries } from "../capture/index.ts";
import { denials } from "../core/index.ts";
import type { RecalledMemory } from "../memory/index.ts";
import type { SessionRecord, Store } from "../store/index.ts";
import { contentTerms } from "../text/index.ts";

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

/** Where an agent's context began. */
interface Context {
  readonly seq: number;
  readonly since: string;
}

export async function contextOf(store: Store, session: SessionRecord): Promise<Context> {
  const boundary = await store.messages.lastBoundary(session.id);
  return { seq: boundary?.seq ?? 0, since: boundary?.createdAt ?? "" };
}

export async function readHeld(store: Store, session: SessionRecord, { seq, since }: Context): Promise<Held> {
  const after = Math.max(seq, session.totalMessages - FARTHEST);
  const said = await store.messages.lastSaid(session.id, after, MESSAGES_READ, CHARS_READ);
  const given = (await store.accounts.lastInjections(session.id, GIVEN_READ)).filter(
    ({ createdAt }) => createdAt >= since,
  );
  const waiting = await waitingEntries(store, session.id);
  return {
    sessionId: session.id,
    since,
    texts: [...said, ...waiting.map(({ content }) => content.slice(0, CHARS_READ)), ...given.map(({ text }) => text)],
  };
}

interface Holder {
  /** Whether it was said here, or given by its id. */
  isHere(item: RecalledMemory): boolean;
  /** Whether the words that would be given are there already. */
  isTold(words: string): boolean;
}

/** Tells what the context holds. */
export function holder({ sessionId, since, texts }: Held): Holder {
  let folded: readonly string[] | undefined;
  return {
    isHere: (item) =>
      (item.sessionId === sessionId && item.createdAt >= since) || texts.some((text) => text.includes(item.id)),
    isTold(words) {
      folded ??= texts.map((text) => text.toLowerCase());
      const terms = [...new Set(contentTerms(words))];
      // A term is mostly the beginning of its word: whether it stands in a text is seen without taking the text apart.
      return folded.some((text) => terms.filter((term) => text.includes(term)).length >= SAME * terms.length);
    },
  };
}

/** Whether one of two texts has what the other says: a rule, and that it was understood. */
export function saySame(one: string, other: string): boolean {
  const [fewer = new Set(), more = new Set()] = [one, other]
    .map((text) => new Set(contentTerms(text)))
    .sort((a, b) => a.size - b.size);
  const shared = [...fewer].filter((term) => more.has(term)).length;
  return shared >= SAME * fewer.size && denials(one) === denials(other);
}
