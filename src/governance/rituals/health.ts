import type { Ambient } from "../../ambient.ts";
import { type Config, isoTime, messageOf, redact } from "../../core/index.ts";
import { type GovernedRecord, newIncident, type SessionRecord } from "../../store/index.ts";
import { type EvidenceLog, evidenceLine } from "../account/evidence.ts";
import { runSmoke, type SmokeRun, type SmokeVerdict, smokeSettingOf, unreadableText } from "./smoke.ts";
import { isHeld, leaveTrace } from "./steps.ts";

type Runnable = { readonly command: string; readonly limitMs: number };
type Setting = Runnable | { readonly problem: string } | undefined;

/** What stands in place of a command that nobody can tell. */
const NO_COMMAND = "(cannot be read)";
const GONE =
  "there is no smoke command any more, and it failed when it was last run: put back one that passes, or let a person override it";

/** Runs the smoke commands of sessions under a task, and keeps the verdict for the hooks to ask. */
export class Health {
  readonly #ambient: Ambient;
  readonly #evidence: EvidenceLog;
  readonly #runs = new Set<SmokeRun>();
  #isClosing = false;

  constructor(ambient: Ambient, evidence: EvidenceLog) {
    this.#ambient = ambient;
    this.#evidence = evidence;
  }

  /** Resolves when the run is over. */
  async check(session: SessionRecord): Promise<void> {
    const { store } = this.#ambient;
    const record = await store.governed.get(session.id);
    if (!record || this.#isClosing) return;
    const setting = await this.#settingOf(record);
    if (setting !== undefined && "command" in setting) return this.#run(session, record, setting);
    if (setting !== undefined) return this.#tell(session, NO_COMMAND, { passed: false, output: setting.problem });
    // Whoever takes the command away has not mended what it found.
    if (isHeld(record)) return this.#tell(session, record.smokeCommand ?? NO_COMMAND, { passed: false, output: GONE });
    await store.governed.change(session.id, { smoke: "none", smokeCommand: null });
    await this.#evidence.say(session, evidenceLine.noSmoke());
    await this.#evidence.say(session, evidenceLine.health(true));
    await leaveTrace(this.#ambient, session.id, "health_check", "no smoke command is configured");
  }

  /** A configuration that is refused may hold the command: what cannot be read is not healthy. */
  async #settingOf({ project, root }: GovernedRecord): Promise<Setting> {
    let config: Config;
    try {
      config = await this.#ambient.rulesFor(project);
    } catch (error) {
      // The refusal begins with file and line.
      return { problem: unreadableText(messageOf(error)) };
    }
    const found = await smokeSettingOf(root, config);
    const limitMs = config.governance.smokeTimeoutSeconds * 1000;
    return found && "command" in found ? { ...found, limitMs } : found;
  }

  async #run(session: SessionRecord, { root }: GovernedRecord, { command, limitMs }: Runnable): Promise<void> {
    const { store, clock } = this.#ambient;
    const run = runSmoke(command, root, limitMs, clock);
    this.#runs.add(run);
    try {
      await store.governed.change(session.id, { smoke: "running", smokeCommand: redact(command) });
      const verdict = await run.verdict;
      // Ended with the daemon: it stands as running, and the next daemon runs it again.
      if (!this.#isClosing) await this.#tell(session, redact(command), verdict);
    } finally {
      this.#runs.delete(run);
    }
  }

  async #tell(session: SessionRecord, command: string, verdict: SmokeVerdict): Promise<void> {
    const { store, clock, events } = this.#ambient;
    const { id } = session;
    const { passed } = verdict;
    const output = redact(verdict.output);
    await store.governed.change(id, {
      ...{ smoke: passed ? "passed" : "failed", smokeCommand: command, smokeOutput: output, overrideReason: null },
      smokeAt: isoTime(clock.now()),
    });
    await this.#evidence.say(session, evidenceLine.health(passed));
    const end = output.split("\n").slice(-3).join(" ");
    await leaveTrace(this.#ambient, id, "health_check", `${passed ? "pass" : "fail"}: ${command}: ${end}`);
    if (!passed) {
      const detail = `P0: the smoke command of task ${session.task} fails: ${command}: ${output.slice(-600)}`;
      await store.accounts.addIncident(newIncident(clock.now(), "smoke_failed", detail, id));
    }
    events.emit({ type: passed ? "smoke.passed" : "smoke.failed", sessionId: id, command });
  }

  /** Somebody takes it on themselves to go on all the same. */
  async override(session: SessionRecord, given: string): Promise<void> {
    const { store, clock } = this.#ambient;
    const reason = redact(given);
    await store.governed.change(session.id, { smoke: "overridden", overrideReason: reason });
    const detail = `the smoke command of task ${session.task} fails, and work goes on all the same: ${reason}`;
    await store.accounts.addIncident(newIncident(clock.now(), "smoke_overridden", detail, session.id));
    await leaveTrace(this.#ambient, session.id, "health_check", `overridden: ${reason}`);
  }

  /** Ends what runs; whoever waits for it is told so. */
  close(): void {
    this.#isClosing = true;
    for (const run of this.#runs) run.stop();
  }
}
