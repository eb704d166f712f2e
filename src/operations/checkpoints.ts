import { z } from "zod";
import { badInput, notFound } from "../core/index.ts";
import type { Engine } from "../engine.ts";
import { filesOfTask, verdictsOfFiles } from "../extensions/governance/index.ts";
import {
  checkpointShape,
  checkpointView,
  defineOperation,
  idOf,
  isRefuted,
  limit,
  projectPath,
  requireSession,
  served,
  sessionRef,
} from "../operation/index.ts";
import { CHECKPOINT_TRIGGERS, type CheckpointRecord } from "../store/index.ts";

const itsSession = sessionRef.optional().describe("The session it must belong to");

/** A checkpoint of the store, and of the given session, if any. */
async function found(engine: Engine, id: string, session: string | undefined): Promise<CheckpointRecord> {
  const checkpoint = await engine.checkpoints.find(id);
  if (session !== undefined && (await engine.sessions.find(session)).id !== checkpoint.sessionId)
    throw badInput(
      `session: checkpoint ${checkpoint.id} belongs to another session`,
      `Its session is ${checkpoint.sessionId}.`,
    );
  return checkpoint;
}

const list = defineOperation({
  name: "checkpoints.list",
  summary: "list checkpoints, newest first",
  http: { method: "get", path: "/api/checkpoints" },
  input: z.strictObject({
    project: projectPath.optional().describe("A path in the project"),
    limit: limit.default(10),
  }),
  output: z.array(checkpointShape),
  async run({ services: { store }, projects }, { project: path, limit: most }) {
    const project = path === undefined ? undefined : (await projects.at(path)).normalized;
    return (await store.checkpoints.list({ project, limit: most })).map(checkpointView);
  },
});

const ofSession = defineOperation({
  name: "checkpoints.of-session",
  summary: "list the checkpoints of a session, newest first",
  http: { method: "get", path: "/api/checkpoints/:session" },
  cli: { command: "checkpoint list", insteadWhen: ["session"] },
  input: z.strictObject({ session: sessionRef, limit: limit.optional() }),
  output: z.array(checkpointShape),
  async run(engine, input) {
    const session = await engine.sessions.find(input.session);
    const listed = await engine.services.store.checkpoints.list({ sessionId: session.id, limit: input.limit });
    return listed.map(checkpointView);
  },
});

const show = defineOperation({
  name: "checkpoints.show",
  summary: "show a checkpoint",
  http: { method: "get", path: "/api/checkpoint/:id" },
  cli: { command: "checkpoint show", alias: { id: "name" }, insteadWhen: ["session"] },
  input: z.strictObject({ id: idOf("A checkpoint"), session: itsSession }),
  output: checkpointShape,
  run: async (engine, { id, session }) => checkpointView(await found(engine, id, session)),
});

const save = defineOperation({
  name: "checkpoints.save",
  summary: "write a checkpoint of a session now",
  http: { method: "post", path: "/api/checkpoints" },
  cli: { command: "checkpoint save", insteadWhen: ["session", "sessionKey"] },
  input: z.strictObject({
    session: sessionRef.optional(),
    sessionKey: sessionRef.optional().describe("The same as `session`"),
    digest: z.string().min(1).optional().describe("Stored verbatim; by default generated from the captured session"),
    trigger: z.enum(CHECKPOINT_TRIGGERS).default("explicit").describe("Why it is written"),
  }),
  output: checkpointShape,
  async run(engine, { session, sessionKey, digest, trigger }, caller) {
    const own = await requireSession(engine, caller, session ?? sessionKey);
    return checkpointView(await engine.checkpoints.write({ session: own, trigger, digest }));
  },
});

const diff = defineOperation({
  name: "checkpoints.diff",
  summary: "compare two checkpoints, the older one first",
  http: { method: "get", path: "/api/checkpoint/:one/diff/:other" },
  cli: { command: "checkpoint diff", positional: ["one", "other"] },
  input: z.strictObject({ one: idOf("A checkpoint"), other: idOf("Another checkpoint") }),
  output: z.object({
    from: z.string(),
    to: z.string(),
    elapsedMs: z.number(),
    prompts: z.number(),
    removed: z.array(served).readonly(),
    added: z.array(served).readonly(),
  }),
  run: (engine, { one, other }) => engine.checkpoints.compare(one, other),
});

const verdict = z.object({
  sessionId: z.string(),
  ok: z.boolean(),
  checked: z.number(),
  pruned: z.number(),
  problem: z.object({ checkpointId: z.string(), reason: z.string() }).nullable(),
  unseen: z.string().nullable().describe("Why the files of its task were not checked, for a session under a task"),
});

const verify = defineOperation({
  name: "checkpoints.verify",
  summary: "verify that no checkpoint was altered, dropped or reordered",
  http: { method: "get", path: "/api/checkpoints-verify" },
  cli: { command: "checkpoint verify", inProject: true, fails: isRefuted },
  input: z.strictObject({
    session: sessionRef.optional(),
    task: z.string().optional().describe("Only sessions of this task"),
    project: projectPath.optional().describe("The project with the task's files, which may come from another machine"),
  }),
  output: z.array(verdict),
  async run(engine, { session, task, project }) {
    const sessions = session
      ? [await engine.sessions.find(session)]
      : await engine.services.store.sessions.list({ task });
    const brought = session ? [] : await verdictsOfFiles(engine, sessions, { task, project });
    if (task !== undefined && sessions.length + brought.length === 0)
      throw notFound(
        `there is no session of task "${task}"`,
        "`throughline sessions list` shows them with their tasks.",
      );
    const verdicts = sessions.map(async (one) => {
      const { problem, ok, ...rest } = await engine.checkpoints.verify(one);
      if (!ok) return { sessionId: one.id, ...rest, ok, problem: problem ?? null, unseen: null };
      const files = await filesOfTask(engine, one, task !== undefined);
      return { sessionId: one.id, ...rest, ok: files.problem === null, ...files };
    });
    return [...(await Promise.all(verdicts)), ...brought];
  },
});

const resume = defineOperation({
  name: "checkpoints.resume",
  summary: "show what a checkpoint restores; with `pin`, give it to the project's next session",
  http: { method: "post", path: "/api/checkpoint/:id/resume" },
  cli: { command: "checkpoint resume", alias: { id: "name" }, insteadWhen: ["session", "pin"] },
  input: z.strictObject({
    id: idOf("A checkpoint"),
    session: itsSession,
    pin: z.boolean().default(false).describe("Give it to the project's next session"),
  }),
  output: z.object({ text: served, sessionId: z.string(), project: z.string().nullable(), pinned: z.boolean() }),
  async run(engine, { id, session: named, pin }) {
    const checkpoint = await found(engine, id, named);
    const session = await engine.sessions.find(checkpoint.sessionId);
    const { text } = await engine.recovery.ofSession(session, checkpoint);
    if (pin) await engine.recovery.pin(checkpoint);
    return { text, sessionId: session.id, project: checkpoint.projectNormalized, pinned: pin };
  },
});

/** A list, or a single item without a list: agents write both. */
const items = z.union([z.array(z.string()), z.string().transform((item) => [item])], {
  error: "give a list of texts, or one text",
});

const lines = (title: string, listed: readonly string[] | undefined): string[] =>
  listed && listed.length > 0 ? [`${title}:`, ...listed.map((item) => `- ${item}`)] : [];

const sessionDigest = defineOperation({
  name: "session.digest",
  summary: "store the agent's own digest of the work",
  http: { method: "post", path: "/api/session-digest" },
  input: z.strictObject({
    summary: z.string().min(1).describe("The state of the work, in your own words: what was done, what is half done"),
    decisions: items.optional().describe("Each decision with its reason"),
    state: z.string().optional().describe("The exact state: files, branch, failing tests, running processes"),
    blockers: items.optional().describe("What blocks the work"),
    next_steps: items.optional().describe("The next concrete steps, in order"),
    session: sessionRef.optional(),
  }),
  output: checkpointShape,
  mcp: {
    tool: "session_digest",
    description:
      "Saves your own account of the work so that it survives when this context is compacted, cleared or killed; the next session gets it first. Call it after each significant decision, when you finish or pause a piece of work, before a long or risky operation, and whenever the context grows long. Be specific: exact paths, commands, names and the reason behind each decision.",
  },
  async run(engine, { summary, decisions, state, blockers, next_steps, session }, caller) {
    const own = await requireSession(engine, caller, session);
    const digest = [
      summary,
      ...lines("Decisions", decisions),
      ...(state ? [`State: ${state}`] : []),
      ...lines("Blockers", blockers),
      ...lines("Next steps", next_steps),
    ].join("\n");
    return checkpointView(await engine.checkpoints.write({ session: own, trigger: "agent", digest }));
  },
});

export const checkpointOperations = [list, show, diff, verify, ofSession, save, resume, sessionDigest];
