import type { MessageKind, MessageRecord, SessionRecord, Store } from "../../store/index.ts";
import { relativeTo } from "./paths.ts";
import { type Likely, likelyOf, rank } from "./rank-items.ts";
import { type Trail, trailOf } from "./trail.ts";

/** What is read of a session to rank its items, from its end. */
const MOST_MESSAGES = 1500;
const MOST_CHARS = 3_000_000;
const PAGE = 100;
const READ_KINDS: readonly MessageKind[] = ["prompt", "text", "thinking", "tool_use", "tool_result"];

/** What the agent had in its context, up to a place in the ledger. */
export async function readTrail(store: Store, session: SessionRecord, upTo: number): Promise<Trail> {
  let messages: MessageRecord[] = [];
  let chars = 0;
  for (let before = upTo + 1; messages.length < MOST_MESSAGES && chars < MOST_CHARS; ) {
    const page = await store.messages.list(session.id, { kinds: READ_KINDS, before, limit: PAGE, fromEnd: true });
    const [first] = page;
    if (!first) break;
    messages = [...page, ...messages];
    chars += page.reduce((sum, { content }) => sum + content.length, 0);
    before = first.seq;
  }
  return trailOf(messages, relativeTo([session.project, session.projectNormalized]));
}

/** What a session that continues this one will probably need of it. */
export async function likelyNext(store: Store, session: SessionRecord): Promise<Likely> {
  const trail = await readTrail(store, session, session.totalMessages);
  return likelyOf(rank(trail), trail);
}
