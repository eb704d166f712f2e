import { injections } from "../audit/index.ts";
import { waitingEntries } from "../capture/index.ts";
import { denials } from "../core/index.ts";
import type { RecalledMemory } from "../memory/index.ts";
import type { SessionRecord, Store } from "../store/index.ts";
import { contentTerms } from "../text/index.ts";

/** What an agent's context already contains. */
export interface ContextContents {
  readonly sessionId: string;
  /** When the context began: earlier messages are no longer in it. */
  readonly since: string;
  /** Messages and injected texts since then. */
  readonly texts: readonly string[];
}

/** How far back to look, and how many texts to read: tool output is long. */
const FARTHEST = 200;
const MESSAGES_READ = 30;
const CHARS_READ = 2000;
const SAID = ["prompt", "text", "summary"] as const;
const LAST_BOUNDARY = { kinds: ["boundary"], limit: 1, fromEnd: true } as const;
/** Older injections were repeated or used since. */
const GIVEN_READ = 20;
/** Texts that share this much of the terms mean the same. */
const SAME = 0.8;

/** Where an agent's context began. */
interface Context {
  readonly seq: number;
  readonly since: string;
}

export async function contextOf(store: Store, session: SessionRecord): Promise<Context> {
  const boundary = (await store.messages.list(session.id, LAST_BOUNDARY))[0];
  return { seq: boundary?.seq ?? 0, since: boundary?.createdAt ?? "" };
}

export async function readContextContents(
  store: Store,
  session: SessionRecord,
  { seq, since }: Context,
): Promise<ContextContents> {
  const after = Math.max(seq, session.totalMessages - FARTHEST);
  const said = await store.messages.list(session.id, { after, kinds: SAID, limit: MESSAGES_READ, fromEnd: true });
  const given = (
    await injections(store).list({ sessionId: session.id }, { newestFirst: true, limit: GIVEN_READ })
  ).filter(({ createdAt }) => createdAt >= since);
  const waiting = await waitingEntries(store, session.id);
  return {
    sessionId: session.id,
    since,
    texts: [
      ...[...said.reverse(), ...waiting].map(({ content }) => content.slice(0, CHARS_READ)),
      ...given.map(({ text }) => text),
    ],
  };
}

interface ContextChecker {
  /** Whether it was said in this context, or injected with its id. */
  isInContext(item: RecalledMemory): boolean;
  /** Whether the context already contains these words. */
  isAlreadySaid(words: string): boolean;
}

/** Checks items against the context. */
export function contextChecker({ sessionId, since, texts }: ContextContents): ContextChecker {
  let folded: readonly string[] | undefined;
  return {
    isInContext: (item) =>
      (item.sessionId === sessionId && item.createdAt >= since) || texts.some((text) => text.includes(item.id)),
    isAlreadySaid(words) {
      folded ??= texts.map((text) => text.toLowerCase());
      const terms = [...new Set(contentTerms(words))];
      // Terms are mostly beginnings of words, so a substring search is enough.
      return folded.some((text) => terms.filter((term) => text.includes(term)).length >= SAME * terms.length);
    },
  };
}

/** Whether one text repeats the other: a rule and its confirmation. */
export function saySame(one: string, other: string): boolean {
  const [fewer = new Set(), more = new Set()] = [one, other]
    .map((text) => new Set(contentTerms(text)))
    .sort((a, b) => a.size - b.size);
  const shared = [...fewer].filter((term) => more.has(term)).length;
  return shared >= SAME * fewer.size && denials(one) === denials(other);
}
