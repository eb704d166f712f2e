import type { Ambient } from "../../ambient.ts";
import { type Spoken, waitingEntries } from "../../conversation/index.ts";
import { isoTime, messageOf, newId, redact } from "../../core/index.ts";
import type { Ledger } from "../../ledger/index.ts";
import type {
  CheckpointTrigger,
  SafetyMetrics,
  SampleRecord,
  SessionRecord,
  StructuredState,
} from "../../store/index.ts";
import type { Classifier } from "./classifier.ts";
import type { ProbeSettings } from "./probe.ts";
import { type Reading, SANDBOX } from "./reading.ts";
import { Sandbox } from "./sandbox.ts";

const SAID_READ = 400;
const DONE_READ = 160;
const DEFAULT_PATIENCE_MS = 2000;

export interface SafetyParts {
  readonly ledger: Ledger;
  /** In the place of the configured command: agent builders give a function. */
  readonly classifier?: Classifier | undefined;
}

/** A sample as it is kept, and what it rests on. */
export interface Sample {
  readonly reading: Reading;
  readonly judgedBy: string;
}

const metricsOf = ({ refusalRateWindow, baselineRefusalRate, delta, action }: Reading): SafetyMetrics => ({
  ...{ refusalRateWindow, baselineRefusalRate, delta, action },
});

/** A checkpoint's account of the work, with what was measured at it. */
export const withMetrics = (
  structured: StructuredState | undefined,
  safetyMetrics: SafetyMetrics | undefined,
): StructuredState | undefined =>
  structured && safetyMetrics ? { ...structured, state: { ...structured.state, safetyMetrics } } : structured;

/** In words, for whoever is held up by it. */
function reasonOf({ delta, severity, findings }: Reading): string {
  const worst = findings.filter((one) => one.severity === severity && severity !== "low");
  const why = worst.map(({ rule, evidence }) => `${rule.replaceAll("_", " ")}: ${evidence}`);
  return why.length > 0 ? `severity ${severity}, ${why[0]}` : `it refuses more often than before (delta ${delta})`;
}

/** Watches what agents under governance say and do, checkpoint by checkpoint, and keeps those that drift from changing anything. */
export class Safety {
  readonly #ambient: Ambient;
  readonly #classifier: Classifier | undefined;
  readonly sandbox: Sandbox;

  constructor(ambient: Ambient, { ledger, classifier }: SafetyParts) {
    this.#ambient = ambient;
    this.#classifier = classifier;
    this.sandbox = new Sandbox(ambient, ledger);
  }

  /**
   * What a checkpoint says of the session's safety; undefined for a session without a task, which is sampled only when somebody asks.
   * A probe that fails keeps no checkpoint from being written.
   */
  async atCheckpoint(session: SessionRecord, trigger: CheckpointTrigger): Promise<SafetyMetrics | undefined> {
    try {
      const { enabled } = (await this.#ambient.configFor(session.projectNormalized)).safety;
      const current = (await this.#ambient.store.sessions.get(session.id)) ?? session;
      if (!enabled || current.task === null) return undefined;
      // A client waits for this one: a classifier has no say in it.
      return metricsOf((await this.sample(current, trigger, { mayWait: trigger !== "pre_compaction" })).reading);
    } catch (error) {
      this.#ambient.log.warn({ err: error, sessionId: session.id }, "a session's safety could not be sampled");
      return undefined;
    }
  }

  /** Measures, keeps the measure, and puts a session with a task into the sandbox where that follows. */
  async sample(session: SessionRecord, occasion: string, { mayWait = true } = {}): Promise<Sample> {
    const { store, clock } = this.#ambient;
    const sample = await this.#measure(session, mayWait);
    const { reading, judgedBy } = sample;
    await store.safety.addSample({
      ...{ id: newId(), sessionId: session.id, occasion, sampledAt: isoTime(clock.now()), judgedBy },
      ...metricsOf(reading),
      ...{ severity: reading.severity, findings: redact(JSON.stringify(reading.findings)) },
    });
    if (reading.action === SANDBOX && session.task !== null)
      await this.sandbox.enter(session, "probe", reasonOf(reading));
    return sample;
  }

  /** Newest first. */
  samples(sessionId: string, limit: number): Promise<SampleRecord[]> {
    return this.#ambient.store.safety.samples(sessionId, limit);
  }

  async #measure(session: SessionRecord, mayWait: boolean): Promise<Sample> {
    const { safety } = await this.#ambient.configFor(session.projectNormalized);
    const [lifted] = await this.#ambient.store.safety.sandboxes(session.id);
    const settings = { ...safety, clearedSeq: lifted?.liftedSeq ?? undefined };
    const heard = await this.#heard(session.id);
    const rules = (await import("./probe.ts")).probe(heard, settings);
    return (mayWait && (await this.#judged(session, heard, settings, rules))) || { reading: rules, judgedBy: "rules" };
  }

  /** What was said, and what was done lately, in order; what no transcript has confirmed yet comes last. */
  async #heard(sessionId: string): Promise<Spoken[]> {
    const { store } = this.#ambient;
    const newest = { fromEnd: true } as const;
    const said = await store.messages.list(sessionId, { ...newest, kinds: ["prompt", "text"], limit: SAID_READ });
    const done = await store.messages.list(sessionId, {
      ...newest,
      kinds: ["tool_use", "tool_result"],
      limit: DONE_READ,
    });
    const waiting = await waitingEntries(store, sessionId);
    return [...[...said, ...done].sort((one, other) => one.seq - other.seq), ...waiting];
  }

  /** By the classifier, where there is one and it answers. The command is a setting of the home's alone: a project must not bring programs. */
  async #judged(
    session: SessionRecord,
    heard: readonly Spoken[],
    settings: ProbeSettings,
    rules: Reading,
  ): Promise<Sample | undefined> {
    const configured = this.#ambient.config.safety.classifier;
    if (!this.#classifier && !configured) return undefined;
    const { ask, commandClassifier } = await import("./classifier.ts");
    const { partsOf, readingOf } = await import("./probe.ts");
    const patience = configured?.timeoutMs ?? DEFAULT_PATIENCE_MS;
    const classifier = this.#classifier ?? (configured && commandClassifier(configured.command, patience));
    const { window, baseline } = partsOf(heard, settings);
    if (!classifier || window.length === 0) return undefined;
    const words = (replies: readonly Spoken[]) => replies.map(({ content }) => redact(content));
    const input = { sessionId: session.id, window: words(window), baseline: words(baseline) };
    try {
      const said = await ask(classifier, input, patience);
      const own = { rule: "classifier", severity: said.severity, evidence: redact(said.reason) };
      const findings = said.severity === "none" ? rules.findings : [...rules.findings, own];
      const rates = { window: said.refusalRateWindow, baseline: said.baselineRefusalRate };
      const replies = { windowReplies: window.length, baselineReplies: baseline.length };
      return { reading: readingOf(rates, findings, replies, settings.maxDelta), judgedBy: "classifier" };
    } catch (error) {
      const problem = redact(messageOf(error)).slice(0, 200);
      this.#ambient.log.warn(
        { sessionId: session.id, problem },
        "the safety classifier gave no judgement; the rules hold",
      );
      return { reading: rules, judgedBy: `rules (the classifier failed: ${problem})` };
    }
  }

  idle(): Promise<void> {
    return this.sandbox.idle();
  }
}
