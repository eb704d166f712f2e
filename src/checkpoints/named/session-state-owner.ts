import { isCertain } from "../../sessions/index.ts";
import type { SessionRecord, Store } from "../../store/index.ts";

/* SESSION-STATE.md is one file for many sessions: which of them its generated part belongs to. */

export const STATE_BLOCK = "session-state";

const BLOCK = new RegExp(`<!-- throughline:begin ${STATE_BLOCK} -->[\\s\\S]*?<!-- throughline:end ${STATE_BLOCK} -->`);
const OWNER = /^\*\*Session:\*\* (.*)$/m;
const LONGEST_CHAIN = 20;

/** How a project's files name a session. */
export const sessionLabel = ({ harness, key }: Pick<SessionRecord, "harness" | "key">): string => `${harness} ${key}`;

export function findSessionByLabel({ sessions }: Store, name: string): Promise<SessionRecord | undefined> {
  const [harness = "", ...key] = name.split(" ");
  return sessions.byKey(harness, key.join(" "));
}

/** Whether a session continues the one with this label: after `/clear`, a resume or a fork. */
export async function isContinuationOf({ sessions }: Store, session: SessionRecord, from: string): Promise<boolean> {
  let child = session;
  for (let steps = 0; steps < LONGEST_CHAIN && child.parentId !== null && isCertain(child.lineage); steps++) {
    const parent = await sessions.get(child.parentId);
    if (!parent) return false;
    if (sessionLabel(parent) === from) return true;
    child = parent;
  }
  return false;
}

/** The file without the generated part of another session. */
export async function stateForSession(store: Store, text: string, session: SessionRecord): Promise<string> {
  const owner = OWNER.exec(BLOCK.exec(text)?.[0] ?? "")?.[1]?.trim() ?? "";
  const isOwn = owner === "" || owner === sessionLabel(session) || (await isContinuationOf(store, session, owner));
  return isOwn ? text : text.replace(BLOCK, "");
}
