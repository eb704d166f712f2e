import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { badInput, startTimeOf } from "../core/index.ts";
import type { Throughline } from "../engine.ts";
import type { Ground } from "../ledger/index.ts";
import { isOpen } from "../sessions/index.ts";
import type { SessionRecord } from "../store/index.ts";
import type { Caller } from "./operation.ts";

/** Who says what is remembered: an agent in its session, an agent of which no more is known, or the user. */
export function sourceOf(session: SessionRecord | undefined, { isAgent }: Caller): string {
  if (session) return `session ${session.key}`;
  return isAgent ? "agent" : "user";
}

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
  const { store } = engine.services;
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

/** Programs with no folder of their own are started in the root: that is nobody's project. */
const isFolder = (folder: string | undefined): folder is string => folder !== undefined && dirname(folder) !== folder;

/**
 * The project that a call is about: the one that is named, else that of its session, else the folder that its client
 * works in. What is asked of an agent by name belongs to no folder.
 */
export async function callerProject(
  { projects }: Throughline,
  { folder }: Caller,
  session: SessionRecord | undefined,
  { project, agent }: { project?: string | undefined; agent?: string | undefined },
): Promise<string | undefined> {
  if (project !== undefined) return (await projects.at(project)).normalized;
  if (session) return session.projectNormalized ?? undefined;
  return agent === undefined && isFolder(folder) ? (await projects.at(folder)).normalized : undefined;
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

/**
 * The ledgers of the project that a call is about, by the path that is named, else its session's, else the client's
 * folder; and that session.
 */
export async function callerGround(
  engine: Throughline,
  caller: Caller,
  { project, session: named }: { project?: string | undefined; session?: string | undefined },
): Promise<{ readonly ground: Ground; readonly session: SessionRecord | undefined }> {
  if (project !== undefined && !existsSync(project))
    throw badInput(`project: there is no folder ${project}`, "Give a path in the project, from the root on.");
  const session = await callerSession(engine, caller, named);
  const path = project ?? session?.project ?? (isFolder(caller.folder) ? caller.folder : undefined);
  if (path !== undefined) {
    // So that what was decided in another clone is found, though nobody worked in this one yet.
    await engine.projects.at(path);
    return { ground: await engine.ledger.at(path), session };
  }
  throw badInput(
    "project: it is not clear which project this belongs to",
    "Give `project` a path in it, from the root on.",
  );
}

type Where = { readonly project?: string | undefined; readonly session?: string | undefined };

/**
 * The run of an operation that is about the ledgers of one project: with their place, the rest of the input, and the
 * caller's session.
 */
export const onGround =
  <Input extends Where, Answer>(
    work: (
      engine: Throughline,
      ground: Ground,
      input: Omit<Input, keyof Where>,
      session: SessionRecord | undefined,
    ) => Promise<Answer>,
  ) =>
  async (engine: Throughline, { project, session: named, ...rest }: Input, caller: Caller): Promise<Answer> => {
    const { ground, session } = await callerGround(engine, caller, { project, session: named });
    return work(engine, ground, rest, session);
  };
