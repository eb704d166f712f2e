import { sha256 } from "../core/index.ts";
import { collectionOf, type MessageFilter, type MessageRecord, type Tables } from "../store/index.ts";
import type { Spoken } from "./activity.ts";
import { clean, injectedInto } from "./clean-entry.ts";
import type { Entry } from "./entry.ts";

/*
 * A client writes its transcript some time after its hooks fire, or never when it is killed. What a hook reports is
 * therefore stored at once, as provisional: the transcript's entry replaces it, and where that never comes the
 * provisional one becomes the message.
 */

/** What only a hook has reported so far. */
export interface ProvisionalEntry {
  readonly sessionId: string;
  readonly sourceId: string;
  readonly createdAt: string;
  readonly entry: Entry;
}

const provisional = collectionOf<ProvisionalEntry>("provisional-entries", ({ sessionId, sourceId, createdAt: at }) => ({
  id: `${sessionId} ${sourceId}`,
  sessionId,
  state: sourceId,
  at,
}));

type Stored = Pick<Tables, "documents">;

/** False if it exists. */
export const addProvisional = (tables: Stored, entry: ProvisionalEntry): Promise<boolean> =>
  provisional(tables).add(entry);

/** Oldest first. */
export const provisionalEntries = (tables: Stored, sessionId: string): Promise<ProvisionalEntry[]> =>
  provisional(tables).list({ sessionId });

/** Returns how many of these were provisional. */
export const confirm = async (tables: Stored, sessionId: string, sourceIds: readonly string[]): Promise<number> =>
  sourceIds.length === 0 ? 0 : provisional(tables).remove({ sessionId, states: sourceIds });

const FOLDED_UP_TO = 10_000;
/** Transcripts trim and fold white space, hooks do not. */
export const sameWords = (one: string, other: string): boolean =>
  one === other || (one.length < FOLDED_UP_TO && folded(one) === folded(other));
const folded = (text: string): string => text.replace(/\s+/g, " ").trim();

export const promptSourceId = (turnId: string | undefined, prompt: string): string =>
  `prompt:${turnId ?? ""}:${sha256(prompt).slice(0, 16)}`;

/** How the source ids of entries that a hook reported begin. */
export const REPORTED_IDS = ["prompt:", "reply:"];

/** Whether it is the id under which a prompt is shown until a transcript confirms it. */
export const isUnconfirmedId = (id: string): boolean => id.startsWith("prompt:");

/** More replies than a model writes between two prompts without calling a tool. */
const RECENT_MESSAGES = 20;

/** Whether the transcript was faster than the hook: then the reply follows the last prompt. */
async function isReplyRead(tables: Tables, sessionId: string, reply: string): Promise<boolean> {
  // The transcript has not been read as far as this turn while its prompt still waits.
  if ((await waitingEntries(tables, sessionId)).some(({ kind }) => kind === "prompt")) return false;
  const recent = await tables.messages.list(sessionId, {
    kinds: ["prompt", "text"],
    limit: RECENT_MESSAGES,
    fromEnd: true,
  });
  const sinceLastPrompt = recent.slice(recent.findLastIndex(({ kind }) => kind === "prompt") + 1);
  return sinceLastPrompt.some(({ content }) => sameWords(content, reply));
}

/** Prompts and replies are compared by their words: transcript and hook have different ids for them. */
async function isStored(tables: Tables, sessionId: string, entry: Entry): Promise<boolean> {
  const { sourceId, isPrompt, turnId, content } = entry;
  if (isPrompt && turnId) {
    const ofTurn = await tables.messages.list(sessionId, { kinds: ["prompt"], turnId });
    return ofTurn.some((prompt) => prompt.content === content);
  }
  if ((await tables.messages.count({ sessionId, sourceIds: [sourceId] })) > 0) return true;
  return entry.kind === "text" && isReplyRead(tables, sessionId, content);
}

/** Stores what a hook reported; true when it is new. */
export async function report(tables: Tables, sessionId: string, reported: Entry): Promise<boolean> {
  const entry = clean(reported, await injectedInto(tables, sessionId, [reported]));
  if (!entry || (await isStored(tables, sessionId, entry))) return false;
  const { sourceId, createdAt } = entry;
  return addProvisional(tables, { sessionId, sourceId, createdAt, entry });
}

/** A hook reports a call and its result at the same time: the call comes first. */
const inOrder = (one: Entry, other: Entry): number =>
  Date.parse(one.createdAt) - Date.parse(other.createdAt) ||
  Number(one.kind === "tool_result") - Number(other.kind === "tool_result");

/** What hooks reported and no transcript has confirmed yet, oldest first. */
export async function waitingEntries(tables: Tables, sessionId: string): Promise<Entry[]> {
  return (await provisionalEntries(tables, sessionId)).map(({ entry }) => entry).sort(inOrder);
}

/** Makes messages of everything still waiting: the session is over, or its client keeps no transcript. */
export async function settle(tables: Tables, sessionId: string): Promise<readonly MessageRecord[]> {
  const waiting = await waitingEntries(tables, sessionId);
  if (waiting.length === 0) return [];
  const added = await tables.messages.append(sessionId, waiting);
  await confirm(
    tables,
    sessionId,
    waiting.map(({ sourceId }) => sourceId),
  );
  return added;
}

const MOST_SPOKEN = 400;

/** The newest messages of a session in order, with what no transcript has confirmed yet. */
export async function newestSpoken(tables: Tables, sessionId: string, query: MessageFilter = {}): Promise<Spoken[]> {
  const messages = await tables.messages.list(sessionId, { ...query, limit: MOST_SPOKEN, fromEnd: true });
  return [...messages, ...(await waitingEntries(tables, sessionId))];
}
