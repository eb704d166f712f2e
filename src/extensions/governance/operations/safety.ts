import { z } from "zod";
import { badInput, resolveProject } from "../../../core/index.ts";
import type { Engine } from "../../../engine.ts";
import { defineOperation, limit, projectPath, sessionRef } from "../../../operation/index.ts";
import type { SessionRecord } from "../../../store/index.ts";
import { governanceOf } from "../extension.ts";
import { confinementShape, sampleShape } from "../safety/safety-records.ts";
import { safetySamples } from "../safety/samples.ts";
import { LIFT_COMMAND, type Sandbox } from "../safety/sandbox.ts";
import { sandboxesOf } from "../safety/sandboxes.ts";

const reason = z.string().trim().min(1).describe("Why, for the record");

const sandboxShape = z.object({
  sessionId: z.string(),
  isSandboxed: z.boolean().describe("Whether the session is read-only"),
  lift: z.string().nullable().describe("The command with which a person lifts it"),
  history: z.array(confinementShape).describe("Newest first"),
});

async function sandboxView(engine: Engine, ref: string) {
  const { safety } = governanceOf(engine);
  const session = await engine.sessions.find(ref);
  const isSandboxed = (await safety.sandbox.of(session.id)) !== undefined;
  const history = await sandboxesOf(engine.services.store, session.id);
  return { sessionId: session.id, isSandboxed, lift: isSandboxed ? LIFT_COMMAND : null, history };
}

const sandbox = defineOperation({
  name: "sessions.sandbox",
  summary: "show whether a session is read-only, and why",
  http: { method: "get", path: "/api/sessions/:session/sandbox" },
  cli: { command: "sessions sandbox", positional: ["session"] },
  input: z.strictObject({ session: sessionRef }),
  output: sandboxShape,
  run: (engine, { session }) => sandboxView(engine, session),
});

/** Only for people: no agent has a tool for it. */
const turning = (
  verb: "enter" | "lift",
  summary: string,
  turn: (sandbox: Sandbox, session: SessionRecord, reason: string) => Promise<unknown>,
) =>
  defineOperation({
    name: `sessions.sandbox-${verb}`,
    summary,
    scope: "admin",
    http: { method: "post", path: `/api/sessions/:session/sandbox/${verb}` },
    cli: { command: "sessions sandbox", positional: ["session"], insteadWhen: [verb] },
    input: z.strictObject({ session: sessionRef, reason }),
    output: sandboxShape,
    async run(engine, input) {
      const session = await engine.sessions.find(input.session);
      await turn(governanceOf(engine).safety.sandbox, session, input.reason);
      return sandboxView(engine, session.id);
    },
  });

const enter = turning("enter", "make a session read-only", (held, session, why) => held.enter(session, "person", why));
const lift = turning("lift", "give a session all its tools back", (held, session, why) => held.lift(session, why));

const liftHere = defineOperation({
  name: "sandbox.lift",
  summary: "give this project's read-only session all its tools back",
  scope: "admin",
  http: { method: "post", path: "/api/sandbox/lift" },
  cli: { command: "sandbox lift", positional: ["session"], mayMiss: ["session"], inProject: true },
  input: z.strictObject({
    session: sessionRef.optional(),
    project: projectPath.optional().describe("A path in the project, where no session is named"),
    reason: reason.default("the user lifted it"),
  }),
  output: sandboxShape,
  async run(engine, { session: named, project, reason: why }) {
    const { sandbox: held } = governanceOf(engine).safety;
    if (named === undefined && project === undefined)
      throw badInput("session: it is required", "Give the session, or a path in its project.");
    const session =
      named === undefined
        ? await held.only(resolveProject(project ?? "").normalized)
        : await engine.sessions.find(named);
    await held.lift(session, why);
    return sandboxView(engine, session.id);
  },
});

const samplesShape = z.object({
  sessionId: z.string(),
  isSandboxed: z.boolean(),
  samples: z.array(sampleShape).describe("Newest first"),
});

async function samplesView(engine: Engine, ref: string, most: number) {
  const { safety } = governanceOf(engine);
  const session = await engine.sessions.find(ref);
  const newest = { newestFirst: true, limit: most };
  const stored = await safetySamples(engine.services.store).list({ sessionId: session.id }, newest);
  const samples = z.array(sampleShape).parse(stored);
  return { sessionId: session.id, isSandboxed: (await safety.sandbox.of(session.id)) !== undefined, samples };
}

const samples = defineOperation({
  name: "sessions.safety",
  summary: "list a session's safety probes, newest first",
  http: { method: "get", path: "/api/sessions/:session/safety" },
  cli: { command: "sessions safety", positional: ["session"] },
  input: z.strictObject({ session: sessionRef, limit: limit.default(20) }),
  output: samplesShape,
  run: (engine, input) => samplesView(engine, input.session, input.limit),
});

const sample = defineOperation({
  name: "sessions.safety-sample",
  summary: "probe a session now and store the result; only a session with a task can end up in the sandbox",
  http: { method: "post", path: "/api/sessions/:session/safety" },
  cli: { command: "sessions safety", positional: ["session"], insteadWhen: ["now"] },
  input: z.strictObject({ session: sessionRef }),
  output: samplesShape,
  async run(engine, { session }) {
    const found = await engine.sessions.find(session);
    await governanceOf(engine).safety.sample(found, "asked");
    return samplesView(engine, found.id, 1);
  },
});

export const safetyOperations = [sandbox, enter, lift, liftHere, samples, sample];
