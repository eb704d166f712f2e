import { badInput, startTimeOf } from "../core/index.ts";
import type { Throughline } from "../engine.ts";
import { isOpen } from "../sessions/index.ts";
import type { SessionRecord } from "../store/index.ts";
import type { Caller } from "./operation.ts";

/**
 * The session that a call belongs to: by the tool call that the client's hook announced, else by the client's process,
 * else by name. Of a process's sessions the open one counts that was last active: `/clear` begins another in the same
 * process, and `/resume` goes back to an older one.
 */
export async function callerSession(
  engine: Throughline,
  caller: Caller,
  named: string | undefined,
): Promise<SessionRecord | undefined> {
  const { store } = engine.ambient;
  const announced = caller.toolUseId && (await store.capture.sessionOfToolCall(caller.toolUseId));
  if (announced) return store.sessions.get(announced);
  if (caller.clientPid !== undefined) {
    const ofProcess = await store.sessions.list({ clientPid: caller.clientPid, limit: 20 });
    const startTime = await startTimeOf(caller.clientPid);
    // An id that was another process's before says nothing about this one.
    const isSame = (session: SessionRecord) => !session.clientStartTime || session.clientStartTime === startTime;
    const own = ofProcess.filter((session) => session.lineage !== "subagent" && isSame(session));
    const current = own.find(isOpen) ?? own[0];
    if (current) return current;
  }
  return named === undefined ? undefined : engine.sessions.find(named);
}

export async function requireSession(
  engine: Throughline,
  caller: Caller,
  named: string | undefined,
): Promise<SessionRecord> {
  const session = await callerSession(engine, caller, named);
  if (session) return session;
  throw badInput(
    "session: it is not clear which session this belongs to",
    "Give `session` its id or key; `throughline sessions list` shows them.",
  );
}
