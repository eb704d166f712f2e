import { waitingEntries } from "../../capture/index.ts";
import type { SessionRecord, Store } from "../../store/index.ts";
import { foldSpace } from "../../text/index.ts";

const MOST_SESSIONS = 100;

const folded = (text: string): string => foldSpace(text).toLowerCase();

/** The prompts of a subagent come from an agent: the user wrote in its parent session. */
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

/** Also those that no transcript has confirmed yet. */
async function prompts(store: Store, { id }: SessionRecord): Promise<string[]> {
  const confirmed = await store.messages.list(id, { kinds: ["prompt"] });
  const waiting = (await waitingEntries(store, id)).filter(({ kind }) => kind === "prompt");
  return [...confirmed, ...waiting].filter(({ role }) => role === "user").map(({ content }) => folded(content));
}

/**
 * Why these quotes are not the user's, or null where they are: from the named session, else from any of the project.
 * White space and case are ignored.
 */
export async function whyNotQuoted(
  store: Store,
  quotes: readonly string[],
  { project, sessionKey }: { readonly project: string; readonly sessionKey: string | undefined },
): Promise<string | null> {
  const wanted = quotes.map(folded).filter((quote) => quote !== "");
  if (wanted.length === 0) return "the user's words are not quoted";
  const sessions = await sessionsFor(store, project, sessionKey);
  if (sessions.length === 0) return "no conversation with the user is on record";
  for (const session of sessions) {
    const spoken = await prompts(store, session);
    if (wanted.every((quote) => spoken.some((words) => words.includes(quote)))) return null;
  }
  return sessionKey === undefined
    ? "the user did not say so in any session of this project"
    : "the user did not say so in this session";
}
