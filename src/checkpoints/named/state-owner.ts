import { isCertain } from "../../sessions/index.ts";
import type { SessionRecord, Store } from "../../store/index.ts";

/* SESSION-STATE.md is one file, and sessions are many: whose work stands in the part that is written by rule. */

export const STATE_BLOCK = "session-state";

const BLOCK = new RegExp(`<!-- throughline:begin ${STATE_BLOCK} -->[\\s\\S]*?<!-- throughline:end ${STATE_BLOCK} -->`);
const OWNER = /^\*\*Session:\*\* (.*)$/m;
const LONGEST_CHAIN = 20;

/** How a session is called in a project's files. */
export const nameOf = ({ harness, key }: Pick<SessionRecord, "harness" | "key">): string => `${harness} ${key}`;

/** The session that is called so there. */
export function sessionNamed({ sessions }: Store, name: string): Promise<SessionRecord | undefined> {
  const [harness = "", ...key] = name.split(" ");
  return sessions.byKey(harness, key.join(" "));
}

/** Whether a session goes on from the one that is named: after `/clear`, a resume or a fork. */
export async function descends({ sessions }: Store, session: SessionRecord, from: string): Promise<boolean> {
  let child = session;
  for (let steps = 0; steps < LONGEST_CHAIN && child.parentId !== null && isCertain(child.lineage); steps++) {
    const parent = await sessions.get(child.parentId);
    if (!parent) return false;
    if (nameOf(parent) === from) return true;
    child = parent;
  }
  return false;
}

/** The file as far as it is about a session's work: what another one's user said is left out. */
export async function stateFor(store: Store, text: string, session: SessionRecord): Promise<string> {
  const owner = OWNER.exec(BLOCK.exec(text)?.[0] ?? "")?.[1]?.trim() ?? "";
  const isOwn = owner === "" || owner === nameOf(session) || (await descends(store, session, owner));
  return isOwn ? text : text.replace(BLOCK, "");
}
