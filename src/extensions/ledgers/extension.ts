import type { CheckpointDecision, TaskSource } from "../../checkpoints/index.ts";
import type { Component } from "../../core/index.ts";
import type { Engine } from "../../engine.ts";
import type { EngineExtension } from "../../engine-extension.ts";
import { type HookInterceptor, injectedText } from "../../harnesses/index.ts";
import type { RecoverySection } from "../../recovery/index.ts";
import { ConflictWatch } from "./decision-conflicts/conflict-watch.ts";
import { Delta } from "./delta-sync.ts";
import { Ledger } from "./ledger.ts";
import { logDistillations } from "./log-distillations.ts";

/** Tasks, decisions and the trajectory in files that people read and git merges. */
export class LedgersExtension implements EngineExtension {
  readonly name = "ledgers";
  readonly ledger: Ledger;
  readonly delta: Delta;
  readonly interceptors: readonly HookInterceptor[];
  readonly recoverySections: readonly RecoverySection[];
  readonly taskSource: TaskSource;
  readonly components: readonly Component[];

  constructor(engine: Engine) {
    const { services, memory } = engine;
    const ledger = new Ledger(services, memory);
    this.ledger = ledger;
    this.delta = new Delta(engine, ledger);
    const distillations = logDistillations(services, ledger);
    this.interceptors = [ledgerInterceptor(new ConflictWatch(services, ledger), this.delta)];
    this.recoverySections = [
      async (folder, session, heading, about) =>
        ledger.briefing.preserved(await ledger.at(folder), session, heading, about),
    ];
    this.taskSource = {
      tasks: (location) => ledger.tasks.list(location),
      decisions: (location): Promise<readonly CheckpointDecision[]> => ledger.decided(location),
    };
    this.components = [{ name: "trajectory", stop: () => distillations.idle() }];
  }
}

/** Warns of conflicts with decisions, and keeps the files close behind the session. */
const ledgerInterceptor = (forks: ConflictWatch, delta: Delta): HookInterceptor => ({
  name: "ledgers",
  order: 10,
  speakers: [
    { name: "decision conflict", speak: async (_call, { id }) => injectedText(forks.take(id), "fork from the ledger") },
  ],
  afterReading: (sessionId) => forks.look(sessionId),
  async after({ event }, session) {
    if (event === "session-start") await delta.atStart(session);
    if (event === "turn-end") await delta.atTurnEnd(session.id);
    if (event === "pre-compaction") await delta.atCompaction(session);
  },
  atEnd: (session) => delta.atEnd(session),
});

export const ledgerOf = (engine: Engine): Ledger => engine.extension(LedgersExtension).ledger;
