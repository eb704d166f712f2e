import { type Spoken, waitingEntries } from "../../../capture/index.ts";
import { isoTime, newId, redact } from "../../../core/index.ts";
import type { Services } from "../../../services.ts";
import type { CheckpointTrigger, MessageKind, SessionRecord, StructuredState } from "../../../store/index.ts";
import type { Ledger } from "../../ledgers/index.ts";
import type { Measurement } from "./probe.ts";
import { safetySamples } from "./samples.ts";
import { Sandbox } from "./sandbox.ts";
import { sandboxesOf } from "./sandboxes.ts";

const SAID_READ = 400;
const DONE_READ = 160;

/** In words, for the person who has to lift the sandbox. */
function reasonOf({ delta, severity, findings }: Measurement): string {
  const worst = findings.filter((one) => one.severity === severity && severity !== "low");
  const why = worst.map(({ rule, evidence }) => `${rule.replaceAll("_", " ")}: ${evidence}`);
  return why.length > 0 ? `severity ${severity}, ${why[0]}` : `it refuses more often than before (delta ${delta})`;
}

/**
 * Watches what agents under governance say and do, checkpoint by checkpoint, and keeps those that drift from changing
 * anything.
 */
export class Safety {
  readonly #services: Services;
  readonly sandbox: Sandbox;

  constructor(services: Services, ledger: Ledger) {
    this.#services = services;
    this.sandbox = new Sandbox(services, ledger);
  }

  /**
   * Adds what a checkpoint says of the session's safety to its task's state. A session without a task is sampled only
   * when somebody asks. A probe that fails keeps no checkpoint from being written.
   */
  async atCheckpoint(session: SessionRecord, trigger: CheckpointTrigger, structured: StructuredState | undefined) {
    try {
      const { enabled } = (await this.#services.configFor(session.projectNormalized)).safety;
      const current = (await this.#services.store.sessions.get(session.id)) ?? session;
      if (!enabled || current.task === null) return structured;
      const { severity, findings, ...safetyMetrics } = await this.sample(current, trigger);
      return structured && { ...structured, state: { ...structured.state, safetyMetrics } };
    } catch (error) {
      this.#services.log.warn({ err: error, sessionId: session.id }, "a session's safety could not be sampled");
      return structured;
    }
  }

  /** Measures, stores the result, and puts a session with a task into the sandbox if needed. */
  async sample(session: SessionRecord, occasion: string): Promise<Measurement> {
    const { store, clock } = this.#services;
    const { safety } = await this.#services.configFor(session.projectNormalized);
    const [lifted] = await sandboxesOf(store, session.id);
    const { probe } = await import("./probe.ts");
    const settings = { ...safety, clearedSeq: lifted?.liftedSeq ?? undefined };
    const reading = probe(await this.#messages(session.id), settings);
    const findings = reading.findings.map((one) => ({ ...one, evidence: redact(one.evidence) }));
    const sampled = { id: newId(), sessionId: session.id, occasion, sampledAt: isoTime(clock.now()) };
    await safetySamples(store).add({ ...sampled, ...reading, findings });
    if (reading.action === "degrade_to_sandbox" && session.task !== null)
      await this.sandbox.enter(session, "probe", reasonOf(reading));
    return reading;
  }

  /** What was said, and what was done lately, in order; what no transcript has confirmed yet comes last. */
  async #messages(sessionId: string): Promise<Spoken[]> {
    const { store } = this.#services;
    const newest = (kinds: readonly MessageKind[], limit: number) =>
      store.messages.list(sessionId, { kinds, limit, fromEnd: true });
    const said = await newest(["prompt", "text"], SAID_READ);
    const done = await newest(["tool_use", "tool_result"], DONE_READ);
    const waiting = await waitingEntries(store, sessionId);
    return [...[...said, ...done].sort((one, other) => one.seq - other.seq), ...waiting];
  }

  idle(): Promise<void> {
    return this.sandbox.idle();
  }
}
