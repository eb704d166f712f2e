import { z } from "zod";
import { badInput } from "../../core/index.ts";
import type { Engine } from "../../engine.ts";
import { type Caller, callerProject, callerSession, served, time, type Where } from "../../operation/index.ts";
import type { SessionRecord } from "../../store/index.ts";
import { type Entry, shortIds, type Thread, threadCalled, type WorkState } from "../../work/index.ts";

/** A rule or next step. Every later session is given it, so it has to be short. */
export const statementInput = z.string().trim().min(1).max(2000);

const by = z.enum(["user", "agent"]);
const quoteShape = z.object({ text: served, at: time, by });

export const entryShape = z.object({
  id: z.string().describe("Short id, accepted by commands and tools"),
  fullId: z.string(),
  kind: z.enum(["rule", "decision"]),
  text: served,
  at: time,
  by,
  recorded: z.boolean().describe("Recorded by the agent or the user; false: only said in conversation"),
  reason: served.nullable(),
  rejected: z.array(served).readonly(),
  sessionId: z.string().nullable(),
  supersededBy: z.string().nullable().describe("The entry that replaced it"),
});

export const threadShape = z.object({
  id: z.string().describe("Short id, accepted by commands and tools"),
  fullId: z.string(),
  state: z.enum(["open", "finished", "dropped", "dormant"]),
  goal: quoteShape.nullable(),
  request: quoteShape.nullable().describe("The last request"),
  nextStep: quoteShape.extend({ recorded: z.boolean() }).nullable(),
  failures: z.array(z.object({ command: served, error: served, at: time })).readonly(),
  files: z.array(served).readonly(),
  sessions: z.array(z.string()).readonly(),
  lastAt: time,
});

export const workShape = z.object({
  project: z.string(),
  rules: z.array(entryShape).readonly(),
  decisions: z.array(entryShape).readonly(),
  threads: z.array(threadShape).readonly(),
});

type Names = ReadonlyMap<string, string>;

export const entryView = ({ id, isRecorded, supersededBy, ...entry }: Entry, names: Names) => ({
  ...entry,
  id: names.get(id) ?? id,
  fullId: id,
  recorded: isRecorded,
  supersededBy: supersededBy === null ? null : (names.get(supersededBy) ?? supersededBy),
});

export const threadView = ({ id, goal, request, nextStep, ...thread }: Thread, names: Names) => ({
  ...thread,
  id: names.get(id) ?? id,
  fullId: id,
  goal: goal ?? null,
  request: request ?? null,
  nextStep: nextStep ? { ...nextStep, recorded: nextStep.isRecorded } : null,
});

/** A call about the work of a project: the current work, and the caller's session if it belongs to that project. */
export interface Call {
  readonly state: WorkState;
  readonly engine: Engine;
  readonly caller: Caller;
  readonly where: Where;
  readonly project: string;
  readonly session: SessionRecord | undefined;
  /** Where a note about the work comes from. */
  readonly origin: { readonly project: string; readonly sessionId: string | null; readonly by: "user" | "agent" };
}

async function callAbout(engine: Engine, caller: Caller, where: Where): Promise<Call> {
  if (where.project !== undefined) await engine.projects.named(where.project);
  const found = await callerSession(engine, caller, where.session);
  const project = await callerProject(engine, caller, found, where);
  if (project === undefined)
    throw badInput("project: cannot tell which project this belongs to", "Set `project` to an absolute path in it.");
  const session = found?.projectNormalized === project ? found : undefined;
  if (session) await engine.bringUpToDate(session);
  await engine.work.catchUp(project);
  const origin = { project, sessionId: session?.id ?? null, by: caller.isAgent ? "agent" : "user" } as const;
  return { engine, caller, where, project, session, state: await engine.work.state(project), origin };
}

/** Runs an operation on the work of one project. */
export const atWork =
  <Input extends Where, Answer>(work: (call: Call, input: Omit<Input, "project" | "session">) => Promise<Answer>) =>
  async (engine: Engine, { project, session, ...rest }: Input, caller: Caller): Promise<Answer> =>
    work(await callAbout(engine, caller, { project, session }), rest);

export const threadRef = z.string().min(1).describe("A thread: its id, short or full");

export async function threadNow({ engine, project }: Call, id: string) {
  const state = await engine.work.state(project);
  return threadView(threadCalled(state, id), shortIds(state));
}
