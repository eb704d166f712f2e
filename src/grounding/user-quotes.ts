import { waitingEntries } from "../capture/index.ts";
import type { SessionRecord, Store } from "../store/index.ts";

/** More sessions than anybody remembers what was said in. */
const MOST_SESSIONS = 100;

const folded = (text: string): string => text.replace(/\s+/gu, " ").trim().toLowerCase();

/** What a subagent is told comes from an agent: the user spoke in the session that it belongs to. */
async function sessionWithUser({ sessions }: Store, session: SessionRecord): Promise<SessionRecord | undefined> {
  if (session.lineage !== "subagent") return session;
  return session.parentId === null ? undefined : sessions.get(session.parentId);
}

async function sessionsFor(store: Store, project: string, key: string | undefined): Promise<SessionRecord[]> {
  const found =
    key === undefined
      ? await store.sessions.list({ project, limit: MOST_SESSIONS })
      : (await store.sessions.find(key)).filter((session) => session.key === key);
  const spoken = await Promise.all(found.map((session) => sessionWithUser(store, session)));
  return spoken.filter((session) => session !== undefined);
}

/** In the user's words, also those that no transcript has confirmed yet. */
async function prompts(store: Store, { id }: SessionRecord): Promise<string[]> {
  const confirmed = await store.messages.list(id, { kinds: ["prompt"] });
  const waiting = (await waitingEntries(store, id)).filter(({ kind }) => kind === "prompt");
  return [...confirmed, ...waiting].filter(({ role }) => role === "user").map(({ content }) => folded(content));
}

/**
 * Why these words are not the user's, or null where they are: said in the session that is named, else in any of the
 * project's, white space and case aside.
 */
export async function whyNotQuoted(
  store: Store,
  quotes: readonly string[],
  { project, sessionKey }: { readonly project: string; readonly sessionKey: string | undefined },
): Promise<string | null> {
  const wanted = quotes.map(folded).filter((quote) => quote !== "");
  if (wanted.length === 0) return "the user's words are not quoted";
  const sessions = await sessionsFor(store, project, sessionKey);
  if (sessions.length === 0) return "no conversation is on record in which the user could have said so";
  for (const session of sessions) {
    const spoken = await prompts(store, session);
    if (wanted.every((quote) => spoken.some((words) => words.includes(quote)))) return null;
  }
  return sessionKey === undefined
    ? "the user did not say so in any session of this project"
    : "the user did not say so in this session";
}
