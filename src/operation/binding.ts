import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { badInput, startTimeOf } from "../core/index.ts";
import type { Engine } from "../engine.ts";
import { toolCalls } from "../harnesses/index.ts";
import type { ProjectLocation } from "../project-files/index.ts";
import { isOpen } from "../sessions/index.ts";
import type { SessionRecord } from "../store/index.ts";
import type { Caller } from "./operation.ts";

/** What a call says that it is about. */
export interface Where {
  readonly project?: string | undefined;
  readonly session?: string | undefined;
  readonly agent?: string | undefined;
}

/** The source of a memory or decision: an agent in its session, an agent without a known session, or the user. */
export function sourceOf(session: SessionRecord | undefined, { isAgent }: Caller): string {
  if (session) return `session ${session.key}`;
  return isAgent ? "agent" : "user";
}

/**
 * The session of a call: by the tool call that the client's hook announced, else by the client's process, else by name.
 * A process can have several sessions (`/clear` starts another, `/resume` returns to an older one): the last active one
 * that is open counts.
 */
export async function callerSession(
  engine: Engine,
  caller: Caller,
  named: string | undefined,
): Promise<SessionRecord | undefined> {
  const { store } = engine.services;
  const announced = caller.toolUseId && (await toolCalls(store).get(caller.toolUseId));
  if (announced) return store.sessions.get(announced.sessionId);
  if (caller.clientPid !== undefined) {
    const ofProcess = await store.sessions.list({ clientPid: caller.clientPid, limit: 20 });
    const startTime = await startTimeOf(caller.clientPid);
    // Process ids are reused: an old session with this id may be another process's.
    const isSame = (session: SessionRecord) => !session.clientStartTime || session.clientStartTime === startTime;
    const own = ofProcess.filter((session) => session.lineage !== "subagent" && isSame(session));
    const current = own.find(isOpen) ?? own[0];
    if (current) return current;
  }
  return named === undefined ? undefined : engine.sessions.find(named);
}

/** Programs without a folder of their own are started in the root, which is no project. */
const isFolder = (folder: string | undefined): folder is string => folder !== undefined && dirname(folder) !== folder;

/** The project of a call: the named one, else its session's, else the client's folder. A named agent has none. */
export async function callerProject(
  { projects }: Engine,
  { folder }: Caller,
  session: SessionRecord | undefined,
  { project, agent }: Where,
): Promise<string | undefined> {
  if (project !== undefined) return (await projects.at(project)).normalized;
  if (session) return session.projectNormalized ?? undefined;
  return agent === undefined && isFolder(folder) ? (await projects.at(folder)).normalized : undefined;
}

/** The id of a session that a filter names. */
export const sessionIdOf = async ({ sessions }: Engine, named: string | undefined): Promise<string | undefined> =>
  named === undefined ? undefined : (await sessions.find(named)).id;

export async function requireSession(
  engine: Engine,
  caller: Caller,
  named: string | undefined,
): Promise<SessionRecord> {
  const session = await callerSession(engine, caller, named);
  if (session) return session;
  throw badInput(
    "session: cannot tell which session this belongs to",
    "Set `session` to its id or key; `throughline sessions list` shows them.",
  );
}

/** The session of a call and its project's ledgers: by the named path, else the session's, else the client's folder. */
export async function callerLocation(
  engine: Engine,
  caller: Caller,
  { project, session: named }: Where,
): Promise<{ readonly location: ProjectLocation; readonly session: SessionRecord | undefined }> {
  if (project !== undefined && !existsSync(project))
    throw badInput(`project: there is no folder ${project}`, "Give an absolute path in the project.");
  const session = await callerSession(engine, caller, named);
  const path = project ?? session?.project ?? (isFolder(caller.folder) ? caller.folder : undefined);
  if (path !== undefined) {
    // Finds what was decided in another clone, even before anybody worked in this one.
    await engine.projects.at(path);
    return { location: await engine.services.locationOf(path), session };
  }
  throw badInput("project: cannot tell which project this belongs to", "Set `project` to an absolute path in it.");
}

/** Runs a ledger operation with the location of the project's ledgers and the caller's session. */
export const atLocation =
  <Input extends Where, Answer>(
    work: (
      engine: Engine,
      location: ProjectLocation,
      input: Omit<Input, "project" | "session">,
      session: SessionRecord | undefined,
      caller: Caller,
    ) => Promise<Answer>,
  ) =>
  async (engine: Engine, { project, session: named, ...rest }: Input, caller: Caller): Promise<Answer> => {
    const { location, session } = await callerLocation(engine, caller, { project, session: named });
    return work(engine, location, rest, session, caller);
  };
