import { z } from "zod";
import { namedCheckpointShape } from "../checkpoints/index.ts";
import type { Engine } from "../engine.ts";
import { wordsInput } from "../extensions/ledgers/operations/index.ts";
import { atLocation, callerLocation, defineOperation, served, where, yesOrNo } from "../operation/index.ts";
import { isOpen } from "../sessions/index.ts";
import type { SessionRecord } from "../store/index.ts";

/* Checkpoints that people and agents save under a name, as files in the project. */

const name = z.string().describe("The checkpoint's name");
/** `--session` selects checkpoints in the store, which are never deleted. */
const inProject = { project: where.project };

/** The session that is saved by default: the project's last with a prompt, open ones first. */
async function latestSession({ services }: Engine, project: string): Promise<SessionRecord | undefined> {
  const sessions = await services.store.sessions.list({ project, limit: 50 });
  const spokenIn = sessions
    .filter(({ lineage, promptCount, totalMessages }) => lineage !== "subagent" && promptCount + totalMessages > 0)
    .sort((a, b) => Date.parse(b.lastActivityAt) - Date.parse(a.lastActivityAt));
  return spokenIn.find(isOpen) ?? spokenIn[0];
}

/** After a mere question in between, the open work of the project is saved, unless a task was named. */
async function sessionToSave(
  engine: Engine,
  project: string,
  own: SessionRecord | undefined,
  task: string | undefined,
): Promise<SessionRecord | undefined> {
  const session = own ?? (await latestSession(engine, project));
  if (!session || task !== undefined) return session;
  await engine.bringUpToDate(session);
  await engine.work.catchUp(project);
  if ((await engine.work.threadOfSession(session.id)) !== undefined) return session;
  const { threads } = await engine.work.state(project);
  const [newest] = threads.find(({ state }) => state === "open")?.sessions ?? [];
  return (newest === undefined ? undefined : await engine.services.store.sessions.get(newest)) ?? session;
}

const save = defineOperation({
  name: "named-checkpoints.save",
  summary: "save the state of the work under a name, in a project file; with --session, in the store",
  http: { method: "post", path: "/api/named-checkpoints" },
  cli: { command: "checkpoint save", positional: ["name"], mayMiss: ["name"], inProject: true },
  input: z.strictObject({
    name: name.describe("A specific name in kebab-case, like build-login-page"),
    task: z.string().min(1).optional().describe("What is being done, in one line"),
    progress: wordsInput.optional().describe("What was done: exact files and lines, commands and their results"),
    nextAction: z.string().min(1).optional().describe("The exact next command or step, executable as written"),
    blockers: wordsInput.optional().describe("What blocks the work: file, error message, pending decision"),
    decisions: wordsInput.optional().describe("Key decisions, each with its reason"),
    context: wordsInput.optional().describe("What else is needed: paths, preferences, anything no file contains"),
    force: yesOrNo.describe("Save it even if something is missing, marked incomplete"),
    ...where,
  }),
  output: namedCheckpointShape.extend({
    missingPaths: z.array(z.string()).readonly().describe("Paths it names that do not exist"),
    replaced: z.boolean().describe("Whether it replaced one of the same name, which is in the trash now"),
    sessionId: z.string().nullable(),
  }),
  mcp: {
    tool: "checkpoint_save",
    description:
      "Saves the state of the work under a name, as a project file from which it can be resumed days later. Call it when the user asks to save their place, before a session with unfinished work is closed or cleared, after a milestone of work that spans sessions, and when the context is over 70 % full. Not for work that is done in a single reply. Fields you leave out are filled from SESSION-STATE.md and the captured session; set a field to correct it. Be exact: files with lines, commands with results, decisions with reasons, the real error text, and a next action that can be executed as written. A refusal says what is missing. Then tell the user the name, the task and the next action.",
  },
  async run(engine, { name: wanted, force, decisions, context, project, session: named, ...fields }, caller) {
    const { location, session: own } = await callerLocation(engine, caller, { project, session: named });
    const given = { ...fields, keyDecisions: decisions, relevantContext: context };
    const session = named === undefined ? await sessionToSave(engine, location.project, own, fields.task) : own;
    return (await engine.named()).save(location, { name: wanted, session, given, force });
  },
});

const list = defineOperation({
  name: "named-checkpoints.list",
  summary: "list a project's named checkpoints, newest first; with --session, those of a session in the store",
  http: { method: "get", path: "/api/named-checkpoints" },
  cli: { command: "checkpoint list", inProject: true },
  input: z.strictObject({
    trash: yesOrNo.describe("List those in the trash, which can be restored"),
    ...where,
  }),
  output: z.array(namedCheckpointShape.extend({ trashedAt: z.string().optional() })),
  mcp: {
    tool: "checkpoint_list",
    description:
      "Lists the named checkpoints of this project, newest first, each with its age, task, next action and what has changed since. Call it when a session starts, when the user asks what they were working on or where they stopped, and before you begin work that may already have been started.",
  },
  run: atLocation(async (engine, location, { trash }) => {
    const named = await engine.named();
    return trash ? named.trashed(location) : named.list(location);
  }),
});

const show = defineOperation({
  name: "named-checkpoints.show",
  summary: "show a named checkpoint; with --session, one of the store by its id",
  http: { method: "get", path: "/api/named-checkpoints/:name" },
  cli: { command: "checkpoint show", positional: ["name"], inProject: true },
  input: z.strictObject({ name, ...where }),
  output: namedCheckpointShape,
  run: atLocation(async (engine, location, { name: wanted }) => (await engine.named()).show(location, wanted)),
});

const resume = defineOperation({
  name: "named-checkpoints.resume",
  summary:
    "show what a named checkpoint restores and what has changed since, and ask whether to continue; with --session, one of the store",
  http: { method: "post", path: "/api/named-checkpoints/resume" },
  cli: { command: "checkpoint resume", positional: ["name"], mayMiss: ["name"], inProject: true, asks: "confirmed" },
  input: z.strictObject({
    name: name.optional().describe("The checkpoint's name; by default the newest"),
    confirmed: z
      .union([z.boolean(), z.stringbool()], { error: "give true or false" })
      .optional()
      .describe(
        "The user's own answer to the briefing: true for yes, false for no. Leave it out to get the briefing; an answer before the briefing is refused",
      ),
    ...where,
  }),
  output: namedCheckpointShape.extend({
    briefing: served,
    question: served,
    ifNo: served.describe('What the answer "no" does; say it to the user before they answer'),
    confirmed: z.boolean().nullable().describe("Null until there is an answer"),
    trashedTo: z.string().nullable(),
  }),
  mcp: {
    tool: "checkpoint_resume",
    description:
      "Reads a named checkpoint and returns the briefing to resume from: task, progress, exact next action, and what has changed since. Call it when the user wants to continue where they left off or names a task to resume, and when a session starts soon after a checkpoint. First call it without `confirmed`, present the briefing with its stale warnings to the user, say what no does (`ifNo`), and wait for their answer. Never answer for them. Then call it again with `confirmed` true or false; an answer without a briefing before it is refused. After a yes, check the paths flagged as stale, then carry out the next action; after a no the checkpoint goes to the trash (`throughline checkpoint restore <name>` brings it back), and you start fresh. If the user only wants to look, give no answer: nothing changes.",
  },
  run: atLocation(async (engine, location, { name: wanted, confirmed }, session) =>
    (await engine.named()).resume(location, wanted, { confirmed, session }),
  ),
});

const remove = defineOperation({
  name: "named-checkpoints.delete",
  summary: "move a named checkpoint to the trash, once its task is done",
  http: { method: "delete", path: "/api/named-checkpoints/:name" },
  cli: { command: "checkpoint delete", positional: ["name"], inProject: true },
  input: z.strictObject({ name, force: yesOrNo.describe("Delete it even while its task is active"), ...inProject }),
  output: namedCheckpointShape.extend({ trashedTo: z.string() }),
  mcp: {
    tool: "checkpoint_delete",
    description:
      "Moves a named checkpoint to the trash. Call it when its task is done or the user asks for it; it is refused while the task is active. Not for archiving: named checkpoints never expire.",
  },
  run: atLocation(async (engine, location, { name: wanted, force }) =>
    (await engine.named()).delete(location, wanted, force),
  ),
});

const restore = defineOperation({
  name: "named-checkpoints.restore",
  summary: "restore a named checkpoint from the trash, the last one deleted",
  http: { method: "post", path: "/api/named-checkpoints/:name/restore" },
  cli: { command: "checkpoint restore", positional: ["name"], inProject: true },
  input: z.strictObject({
    name,
    as: name.optional().describe("Restore it under another name"),
    force: yesOrNo.describe("Move the one that has the name now to the trash"),
    ...inProject,
  }),
  output: namedCheckpointShape,
  run: atLocation(async (engine, location, { name: wanted, as, force }) =>
    (await engine.named()).restore(location, wanted, { as, force }),
  ),
});

export const namedCheckpointOperations = [save, list, show, resume, remove, restore];
