import type { CheckpointEnricher } from "../../checkpoints/index.ts";
import type { Component } from "../../core/index.ts";
import type { Engine } from "../../engine.ts";
import type { EngineExtension } from "../../engine-extension.ts";
import { at, type ContextSource, type HookInterceptor, injectedText } from "../../harnesses/index.ts";
import type { Services } from "../../services.ts";
import { LedgersExtension } from "../ledgers/index.ts";
import { Governance } from "./governance.ts";
import { Retries } from "./retries/retries.ts";
import { Safety } from "./safety/safety.ts";
import type { Sandbox } from "./safety/sandbox.ts";

/** Sessions under a task: gates, rituals, retries, safety and the sandbox. */
export class GovernanceExtension implements EngineExtension {
  readonly name = "governance";
  readonly governance: Governance;
  readonly safety: Safety;
  readonly retries: Retries;
  readonly interceptors: readonly HookInterceptor[];
  readonly checkpointEnrichers: readonly CheckpointEnricher[];
  readonly components: readonly Component[];

  constructor(engine: Engine) {
    const { services, sessions, liveness, checkpoints, memory } = engine;
    const { ledger } = engine.extension(LedgersExtension);
    this.safety = new Safety(services, ledger);
    this.retries = new Retries(services);
    this.governance = new Governance({ services, sessions, liveness, checkpoints, ledger, memory });
    const { safety, retries, governance } = this;
    this.interceptors = [
      taskInterceptor(governance),
      sandboxInterceptor(services, safety.sandbox),
      { name: "retries", order: 50, speakers: [failingStep(retries)] },
    ];
    this.checkpointEnrichers = [
      async (session, trigger, known, because) => known ?? governance.structure(session, trigger, because),
      (session, trigger, known) => safety.atCheckpoint(session, trigger, known),
    ];
    this.components = [
      { name: "safety", stop: () => safety.idle() },
      { name: "governance", sweep: () => governance.runDueWork(), stop: () => governance.idle() },
      { name: "retries", sweep: () => retries.sweep() },
    ];
  }
}

/** What governance requires of a session under a task. */
const taskInterceptor = (governance: Governance): HookInterceptor => ({
  name: "sessions under a task",
  order: 30,
  speakers: [
    {
      name: "task",
      speak: async ({ event }, session) =>
        injectedText(await governance.atEvent(event, session, true), "session under a task"),
    },
  ],
  unanswered: ({ event }, session) => governance.atEvent(event, session, false),
  after: async ({ event }, session) => (event === "turn-end" ? governance.atTurnEnd(session.id) : undefined),
  close: (session, outcome) => governance.close(session.id, { outcome }),
});

/** Denies calls that may change something, in a session that is read-only. */
const sandboxInterceptor = ({ store, log }: Services, sandbox: Sandbox): HookInterceptor => ({
  name: "sandbox",
  order: 40,
  speakers: [
    {
      name: "sandbox",
      speak: async (_call, { id }) => {
        const session = await store.sessions.get(id);
        return session && injectedText(await sandbox.notice(session), "in a sandbox");
      },
    },
  ],
  objection: async ({ event }, session) =>
    event.event === "pre-tool-use" ? sandbox.objection(session, event.tool, event.agentId) : undefined,
  /** What the answer would have blocked went through. */
  async unanswered({ event, request: { spooledAt } }, session) {
    if (event.event !== "pre-tool-use" || spooledAt === undefined) return;
    await sandbox
      .unanswered(session, event.tool, event.agentId, spooledAt)
      .catch((error) => log.warn({ err: error, sessionId: session.id }, "an unblocked call could not be recorded"));
  },
});

/** What to do about a step that keeps failing. */
const failingStep = (retries: Retries): ContextSource => ({
  name: "failing step",
  speak: at("post-tool-use", async (ended, session) =>
    injectedText(await retries.after(session, ended), "a step that keeps failing"),
  ),
});

export const governanceOf = (engine: Engine): GovernanceExtension => engine.extension(GovernanceExtension);
