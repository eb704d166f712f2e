import { z } from "zod";
import { refused, resolveProject } from "../../../core/index.ts";
import type { Engine } from "../../../engine.ts";
import {
  type Caller,
  callerLocation,
  callerSession,
  checkpointShape,
  checkpointView,
  defineOperation,
  projectPath,
  served,
  sessionRef,
  sessionShape,
} from "../../../operation/index.ts";
import { sessionView } from "../../../sessions/index.ts";
import type { SessionRecord } from "../../../store/index.ts";
import { ledgerOf } from "../../ledgers/index.ts";
import { governanceOf } from "../extension.ts";
import type { PassRequest } from "../gates/gate-checks.ts";
import { GATES, governedSessions, SMOKE_STATUSES } from "../index.ts";

/** A smoke command may take longer; then the answer is that it is still running. */
const WAIT_MS = 240_000;

const ruledShape = z.object({
  smoke: z.enum(SMOKE_STATUSES).describe("Result of the smoke command; `none` if none is configured"),
  smokeCommand: served.nullable(),
  smokeOutput: served.nullable().describe("The end of its output"),
  smokeAt: z.string().nullable(),
  overrideReason: served.nullable(),
  session: sessionShape,
  goal: served,
  resumedFrom: z.string().nullable().describe("The checkpoint it continues from"),
  steps: z.array(z.object({ step: z.string(), at: z.string(), detail: served })).describe("What the rituals did"),
});

async function ruledView({ services: { store } }: Engine, id: string): Promise<z.input<typeof ruledShape>> {
  const [session, record] = [await store.sessions.get(id), await governedSessions(store).get(id)];
  if (!session || !record) throw refused(`session ${id} has no task`, "throughline sessions start --task <slug>");
  return { ...record, steps: [...record.steps], session: await sessionView(store, session) };
}

const isUnhealthy = (ruled: z.output<typeof ruledShape>): boolean => ruled.smoke === "failed";

const why = z.string().min(1).optional();

const start = defineOperation({
  name: "sessions.startTask",
  summary: "start a session under a task, with the startup ritual",
  http: { method: "post", path: "/api/sessions-under-task" },
  cli: { command: "sessions start", insteadWhen: ["task"], inProject: true, fails: isUnhealthy },
  input: z.strictObject({
    task: z.string().min(1).describe("Start a session under this task"),
    goal: z.string().min(1).optional().describe("Its goal; by default the task's next step"),
    fromGate: z.enum(GATES).optional().describe("Continue at this gate, once the one before it is passed"),
    override: why.describe("Why it continues at that gate although earlier files are missing; kept for the record"),
    session: sessionRef.optional().describe("A running session; by default the only one in the project"),
    project: projectPath.describe("A path in the project"),
  }),
  output: ruledShape.extend({
    recalled: z.array(served).readonly(),
    progress: served.describe("The last entry of the implementation log"),
    status: served.describe("The previous task-status.json"),
    commits: z.array(served).readonly(),
  }),
  async run(engine, { session: named, ...input }) {
    const session = named === undefined ? undefined : await engine.sessions.find(named);
    const { governance } = governanceOf(engine);
    const { session: begun, content } = await governance.start({ ...input, session });
    await governance.waitForHealth(begun.id, WAIT_MS);
    const { recalled, progress, status, commits } = content;
    return { ...(await ruledView(engine, begun.id)), recalled, progress, status, commits };
  },
});

const smoke = defineOperation({
  name: "sessions.smoke",
  summary: "run a session's smoke command again, or skip it",
  http: { method: "post", path: "/api/sessions/:session/smoke" },
  cli: { command: "sessions smoke", positional: ["session"], fails: isUnhealthy },
  input: z.strictObject({
    session: sessionRef,
    override: why.describe("Why work continues although it fails; kept for the record"),
  }),
  output: ruledShape,
  async run(engine, { session, override }) {
    const found = await engine.sessions.find(session);
    await governanceOf(engine).governance.smoke(found, override, WAIT_MS);
    return ruledView(engine, found.id);
  },
});

const gateInput = {
  gate: z.enum(GATES).describe("The gate to pass: G0 to G10"),
  evidence: z
    .array(z.string().min(1))
    .default([])
    .describe('What the gate needs: "kind: content", such as "findings: …"'),
  note: z.string().min(1).optional().describe("What was done, in a sentence"),
};

const passedShape = checkpointShape.extend({
  content: z.array(z.object({ need: z.string(), found: served })).readonly(),
});

async function pass(engine: Engine, session: SessionRecord, request: PassRequest) {
  if (session.task === null || session.project === null)
    throw refused(
      `session ${session.id} has no task, and only tasks have gates`,
      `Assign one: throughline sessions start --task <slug> --session ${session.id}`,
    );
  const location = await ledgerOf(engine).at(session.project);
  const rules = await governanceOf(engine).governance.rules;
  const { checkpoint, content } = await rules.pass(session, location, request);
  await governanceOf(engine).governance.settled();
  return { ...checkpointView(checkpoint), content };
}

const gateOfSession = defineOperation({
  name: "sessions.gate",
  summary: "move a session to a gate, if the gate's requirements are met",
  http: { method: "post", path: "/api/sessions/:session/gate" },
  cli: { command: "gate", positional: ["gate"], insteadWhen: ["session"] },
  input: z.strictObject({ session: sessionRef, ...gateInput }),
  output: passedShape,
  run: async (engine, { session, ...request }) => pass(engine, await engine.sessions.find(session), request),
});

const gate = defineOperation({
  name: "gate",
  summary: "move the session working on a task to a gate, if the gate's requirements are met",
  http: { method: "post", path: "/api/gate" },
  cli: { command: "gate", positional: ["gate"], inProject: true },
  input: z.strictObject({
    ...gateInput,
    task: z.string().min(1).optional().describe("The task; by default the one of the project's session"),
    project: projectPath.optional().describe("A path in the project"),
  }),
  output: passedShape,
  run: async (engine, { task, project, ...request }, caller) =>
    pass(engine, await sessionAt(engine, caller, { task, project }), request),
});

/** The caller's session, else the last one that worked on the task. */
async function sessionAt(
  engine: Engine,
  caller: Caller,
  { task, project }: Partial<Record<"task" | "project", string>>,
) {
  const own = await callerSession(engine, caller, undefined);
  if (own?.task && (task === undefined || own.task === task)) return own;
  const { location } = await callerLocation(engine, caller, { project });
  const { normalized } = resolveProject(location.root);
  const open = await engine.services.store.sessions.list({ project: normalized, task, states: ["init", "active"] });
  const session = open.find((one) => one.task !== null && one.lineage !== "subagent");
  if (session) return session;
  throw refused(
    task === undefined ? "no session of this project has a task" : `no session is working on task "${task}"`,
    `Start one: throughline sessions start --task ${task ?? "<slug>"}`,
  );
}

export const governanceOperations = [start, smoke, gate, gateOfSession];
