import { z } from "zod";
import type { Throughline } from "../engine.ts";
import { isOpen } from "../sessions/index.ts";
import type { SessionRecord } from "../store/index.ts";
import { callerGround, onGround } from "./binding.ts";
import { where, wordsInput } from "./ledger-shapes.ts";
import { defineOperation } from "./operation.ts";
import { served, yesOrNo } from "./shapes.ts";

/* Checkpoints that people and agents save under a name: files of the project. */

const name = z.string().describe("The checkpoint's name");
const entries = z.array(served).readonly();
/** `--session` means the checkpoints of the store, and of those none is ever deleted. */
const inProject = { project: where.project };

const namedShape = z.object({
  name: z.string(),
  path: z.string(),
  createdAt: z.string().describe("ISO 8601, UTC; from the file's Created, else its modification time"),
  ageSeconds: z.number(),
  task: served,
  progress: entries,
  nextAction: served,
  blockers: entries,
  keyDecisions: entries,
  relevantContext: entries,
  stale: entries.describe("What has changed since it was saved: files, lines, branch, commits"),
  incomplete: entries.describe("What it lacks, where it was saved in spite of that"),
  autosave: z.boolean(),
});

/**
 * Whose place is saved when nobody says: the session of the project that was last spoken in, one that is open before
 * one that is over.
 */
async function latestSession({ services }: Throughline, project: string): Promise<SessionRecord | undefined> {
  const sessions = await services.store.sessions.list({ project, limit: 50 });
  const spokenIn = sessions
    .filter(({ lineage, promptCount, totalMessages }) => lineage !== "subagent" && promptCount + totalMessages > 0)
    .sort((a, b) => Date.parse(b.lastActivityAt) - Date.parse(a.lastActivityAt));
  return spokenIn.find(isOpen) ?? spokenIn[0];
}

/**
 * The session whose place is saved where nobody named one. Who only asked something in between means the open work of
 * the project, unless they say what the task is.
 */
async function sessionToSave(
  engine: Throughline,
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
  summary: "save where the work stands under a name, in a file of the project; with --session, in the store",
  scope: "write",
  http: { method: "post", path: "/api/named-checkpoints" },
  cli: { command: "checkpoint save", positional: ["name"], mayMiss: ["name"], inProject: true },
  input: z.strictObject({
    name: name.describe("A specific name in kebab-case, like build-login-page"),
    task: z.string().min(1).optional().describe("What is being done, in one line"),
    progress: wordsInput.optional().describe("What was done: exact files and lines, commands and their results"),
    nextAction: z.string().min(1).optional().describe("The very next command or step, executable as it stands"),
    blockers: wordsInput.optional().describe("What stands in the way: file, error message, pending decision"),
    decisions: wordsInput.optional().describe("Key decisions, each with its reason"),
    context: wordsInput.optional().describe("What else is needed: paths, preferences, what no file tells"),
    force: yesOrNo.describe("Save it though something is missing, marked incomplete"),
    ...where,
  }),
  output: namedShape.extend({
    missingPaths: z.array(z.string()).readonly().describe("Paths that it names and that do not exist"),
    replaced: z.boolean().describe("One of that name was there before; it is in the trash now"),
    sessionId: z.string().nullable(),
  }),
  mcp: {
    tool: "checkpoint_save",
    description:
      "Saves where the work stands under a name, as a file of the project from which the exact next action can be taken days later. Call it when the user asks to save their place, before a session with unfinished work is closed or cleared, after a milestone of work that spans sessions, and when the context is over 70 % full. Not for what is done in a single reply. What you leave out is filled in from SESSION-STATE.md and from what was captured; give a field to correct it. Be exact: files with lines, commands with results, decisions with reasons, the real error text, and a next action that can be executed as it stands. A refusal says what is missing. Then tell the user the name, the task and the next action.",
  },
  async run(engine, { name: wanted, force, decisions, context, project, session: named, ...fields }, caller) {
    const { ground, session: own } = await callerGround(engine, caller, { project, session: named });
    const given = { ...fields, keyDecisions: decisions, relevantContext: context };
    const session = named === undefined ? await sessionToSave(engine, ground.project, own, fields.task) : own;
    return (await engine.named()).save(ground, { name: wanted, session, given, force });
  },
});

const list = defineOperation({
  name: "named-checkpoints.list",
  summary: "list a project's named checkpoints, newest first; with --session, those of a session in the store",
  scope: "read",
  http: { method: "get", path: "/api/named-checkpoints" },
  cli: { command: "checkpoint list", inProject: true },
  input: z.strictObject({
    trash: yesOrNo.describe("Those that were deleted or rejected, and can be restored"),
    ...where,
  }),
  output: z.array(namedShape.extend({ trashedAt: z.string().optional() })),
  mcp: {
    tool: "checkpoint_list",
    description:
      "Lists the checkpoints that were saved under a name in this project, newest first, each with its age, task, next action and what has changed since. Call it when a session starts, when the user asks what they were working on or where they stopped, and before you begin work that may have been begun before.",
  },
  run: onGround(async (engine, ground, { trash }) => {
    const named = await engine.named();
    return trash ? named.trashed(ground) : named.list(ground);
  }),
});

const show = defineOperation({
  name: "named-checkpoints.show",
  summary: "show a named checkpoint; with --session, one of the store by its id",
  scope: "read",
  http: { method: "get", path: "/api/named-checkpoints/:name" },
  cli: { command: "checkpoint show", positional: ["name"], inProject: true },
  input: z.strictObject({ name, ...where }),
  output: namedShape,
  run: onGround(async (engine, ground, { name: wanted }) => (await engine.named()).show(ground, wanted)),
});

const resume = defineOperation({
  name: "named-checkpoints.resume",
  summary:
    "show what a named checkpoint restores and what has changed since, and ask whether to continue; with --session, one of the store",
  scope: "write",
  http: { method: "post", path: "/api/named-checkpoints/resume" },
  cli: { command: "checkpoint resume", positional: ["name"], mayMiss: ["name"], inProject: true, asks: "confirmed" },
  input: z.strictObject({
    name: name.optional().describe("The checkpoint's name; the newest where none is given"),
    confirmed: z
      .union([z.boolean(), z.stringbool()], { error: "give true or false" })
      .optional()
      .describe(
        "The user's own answer to the briefing: true for yes, false for no. Leave it out to get the briefing; an answer to what was not shown first is refused",
      ),
    ...where,
  }),
  output: namedShape.extend({
    briefing: served,
    question: served,
    ifNo: served.describe('What the answer "no" does; say it to the user before they answer'),
    confirmed: z.boolean().nullable().describe("Null as long as nobody has answered"),
    trashedTo: z.string().nullable(),
  }),
  mcp: {
    tool: "checkpoint_resume",
    description:
      "Reads a named checkpoint and gives the briefing from which the work is resumed: task, progress, exact next action, and what has changed since. Call it when the user wants to continue where they left off or names a task to resume, and when a session starts behind a recent checkpoint. First call it without `confirmed`, present the briefing with its stale warnings to the user, say what no does (`ifNo`), and wait for their answer. Never answer for them. Then call it again with `confirmed` true or false as they said; an answer without a briefing before it is refused. After a yes, check the paths that are flagged as stale, then carry out the next action; after a no the checkpoint goes to the trash (`throughline checkpoint restore <name>` brings it back), and you start fresh. Who only wants to look gives no answer: then nothing changes.",
  },
  run: onGround(async (engine, ground, { name: wanted, confirmed }, session) =>
    (await engine.named()).resume(ground, wanted, { confirmed, session }),
  ),
});

const remove = defineOperation({
  name: "named-checkpoints.delete",
  summary: "move a named checkpoint to the trash, once its task is done",
  scope: "write",
  http: { method: "delete", path: "/api/named-checkpoints/:name" },
  cli: { command: "checkpoint delete", positional: ["name"], inProject: true },
  input: z.strictObject({ name, force: yesOrNo.describe("Also while its task is active"), ...inProject }),
  output: namedShape.extend({ trashedTo: z.string() }),
  mcp: {
    tool: "checkpoint_delete",
    description:
      "Puts a named checkpoint into the trash. Call it when its task is truly done or the user asks for it; it is refused while the task is active. Not for archiving: named checkpoints never expire.",
  },
  run: onGround(async (engine, ground, { name: wanted, force }) =>
    (await engine.named()).delete(ground, wanted, force),
  ),
});

const restore = defineOperation({
  name: "named-checkpoints.restore",
  summary: "restore a named checkpoint from the trash, the last one deleted",
  scope: "write",
  http: { method: "post", path: "/api/named-checkpoints/:name/restore" },
  cli: { command: "checkpoint restore", positional: ["name"], inProject: true },
  input: z.strictObject({
    name,
    as: name.optional().describe("Another name for it, where its own is taken"),
    force: yesOrNo.describe("Put the one that has the name now into the trash"),
    ...inProject,
  }),
  output: namedShape,
  run: onGround(async (engine, ground, { name: wanted, as, force }) =>
    (await engine.named()).restore(ground, wanted, { as, force }),
  ),
});

export const namedCheckpointOperations = [save, list, show, resume, remove, restore];
