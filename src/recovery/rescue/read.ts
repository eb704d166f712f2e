import type { MessageKind, MessageRecord, SessionRecord, Store } from "../../store/index.ts";
import { predict } from "./prediction.ts";
import { situationOf } from "./situation.ts";
import { type Trail, trailOf } from "./steps.ts";
import { relativeTo } from "./things.ts";
import { type Likely, likely } from "./wording.ts";

/** What is read of a session for a guess, from its end: whoever wants more has it in the ledger. */
const MOST_MESSAGES = 1500;
const MOST_CHARS = 3_000_000;
const PAGE = 100;
const READ_KINDS: readonly MessageKind[] = ["prompt", "text", "thinking", "tool_use", "tool_result"];

export interface ReadTrail {
  readonly trail: Trail;
  readonly messages: readonly MessageRecord[];
}

/** What the agent had before it, up to a place in the ledger. */
export async function readTrail(store: Store, session: SessionRecord, upTo: number): Promise<ReadTrail> {
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
  const roots = [session.project, session.projectNormalized];
  return { trail: await trailOf(messages, relativeTo(roots)), messages };
}

/** What a session that goes on from this one will need of it. */
export async function likelyNext(store: Store, session: SessionRecord): Promise<Likely> {
  const { trail, messages } = await readTrail(store, session, session.totalMessages);
  const situation = situationOf(trail, { messages, summary: undefined, given: "", showsFilesAgain: false });
  return likely(predict(trail, situation), trail.steps);
}
