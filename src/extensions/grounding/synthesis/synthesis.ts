import type { z } from "zod";
import { isoTime, messageOf } from "../../../core/index.ts";
import type { ProjectLocation } from "../../../project-files/index.ts";
import type { Services } from "../../../services.ts";
import type { SessionRecord } from "../../../store/index.ts";
import type { Ledger, Task } from "../../ledgers/index.ts";
import { acceptedGhosts, ghostId } from "../ghosts/accepted-ghosts.ts";
import type { GhostScanner } from "../ghosts/ghost-scan.ts";
import type { Grounding, GroundingReport } from "../grounding.ts";
import type { stepShape, synthesisShape } from "../report-shapes.ts";
import { recentFiles } from "./recent-files.ts";

export interface SynthesisParts {
  readonly ledger: Ledger;
  readonly grounding: Grounding;
  readonly ghosts: Pick<GhostScanner, "find">;
}

type Step = Readonly<z.output<typeof stepShape>>;
export type SynthesisReport = Readonly<z.output<typeof synthesisShape>>;
type StepResult = Omit<Step, "title">;

/** A step that cannot be taken has failed: nobody is let through because a check broke. */
async function step(title: string, take: () => Promise<StepResult>): Promise<Step> {
  try {
    return { title, ...(await take()) };
  } catch (error) {
    const detail = `could not be done: ${messageOf(error)}`;
    return { title, state: "failed", detail, missing: `${title}: ${detail}` };
  }
}

/** What a check that did not pass means: by how strictly the project is kept. */
const unmet = (enforcement: SynthesisReport["enforcement"], detail: string, missing: string): StepResult => ({
  state: enforcement === "strict" ? "failed" : "warning",
  detail,
  missing,
});

interface Occasion {
  readonly location: ProjectLocation;
  readonly session: SessionRecord | undefined;
  readonly task: Task | undefined;
}

const FEW = 5;
const some = (names: readonly string[]): string =>
  names.slice(0, FEW).join(", ") + (names.length > FEW ? ` and ${names.length - FEW} more` : "");

/**
 * The checkpoint before a context is thrown away: what is not in the ledgers by then is lost, so all of it is done, not
 * announced.
 */
export class Synthesis {
  readonly #services: Services;
  readonly #parts: SynthesisParts;

  constructor(services: Services, parts: SynthesisParts) {
    this.#services = services;
    this.#parts = parts;
  }

  async run(location: ProjectLocation, mode: SynthesisReport["mode"], session?: SessionRecord) {
    const { grounding } = await this.#services.configFor(location.project);
    const occasion = { location, session, task: await this.#activeTask(location, session) };
    const steps = mode === "clear" ? await this.#beforeClearing(occasion) : await this.#beforeCompacting(occasion);
    return {
      ...{ mode, enforcement: grounding.enforcement, steps },
      permitted: steps.every(({ state }) => state !== "failed"),
      missing: steps.flatMap(({ missing }) => missing ?? []),
    };
  }

  /**
   * Runs the short form automatically before a client compacts, in projects with ledgers. It never holds up the
   * compaction.
   */
  async atCompaction({ id, project }: SessionRecord, trigger: string): Promise<void> {
    if (project === null) return;
    const { ledger } = this.#parts;
    const location = await ledger.at(project);
    const session = await this.#services.store.sessions.get(id);
    if (!(await ledger.isKept(location))) return;
    await this.#beforeCompacting({ location, session, task: await this.#activeTask(location, session) }, trigger);
  }

  /** Why not to compact now: the project is strict, and the session's claims are not grounded. */
  async objection(session: SessionRecord): Promise<string | undefined> {
    if (session.project === null) return undefined;
    const { grounding: rules } = await this.#services.configFor(session.projectNormalized);
    if (rules.enforcement !== "strict") return undefined;
    const location = await this.#parts.ledger.at(session.project);
    const { title, state, detail, missing } = await step("Grounding Verification", async () =>
      this.#grounded(await this.#parts.grounding.check(location, session)),
    );
    if (state !== "failed") return undefined;
    const fields = { steps: [`${title}: ${state}`], trigger: "manual", checkpoint_status: "failed", detail };
    await this.#parts.ledger.trajectory.add(location, { phase: "compaction", session, fields });
    return `Throughline: ${detail}. ${missing ?? ""} Then compact again; or set grounding.enforcement to warn.`;
  }

  /** The one that the session is about, else the one that is being worked on. */
  async #activeTask(location: ProjectLocation, session: SessionRecord | undefined): Promise<Task | undefined> {
    const tasks = await this.#parts.ledger.tasks.list(location);
    const named = session?.task ?? undefined;
    return tasks.find(({ slug }) => slug === named) ?? tasks.find(({ status }) => status === "in_progress");
  }

  async #beforeClearing(occasion: Occasion): Promise<Step[]> {
    const { location, session, task } = occasion;
    let ratio = 0;
    const checks = [
      await step("Grounding Verification", async () => {
        const report = await this.#parts.grounding.check(location, session);
        ratio = report.ratio;
        const fields = {
          ...{ total_claims: report.total, grounded_claims: report.grounded, assumptions: report.assumptions },
          ...{ grounding_ratio: ratio, threshold: report.threshold, status: report.status },
        };
        await this.#parts.ledger.trajectory.add(location, { phase: "grounding_check", session, fields });
        return this.#grounded(report);
      }),
      await step("Negative Grounding", () => this.#withoutGhosts(occasion)),
    ];
    const failed = checks.some(({ state }) => state === "failed");
    return [
      ...checks,
      await step("Update Decision Log", () => this.#decisionLog(occasion)),
      await step("Update Task", async () =>
        failed ? { state: "skipped", detail: "not handed off: a check failed" } : this.#updateTask(occasion, ratio),
      ),
      await step("Log Session Handoff", async () => {
        if (task && !failed) return { state: "done", detail: `handed off with task ${task.slug}` };
        const fields = { grounding_ratio: ratio, checkpoint_status: failed ? "failed" : "complete" };
        const behind = await this.#parts.ledger.trajectory.add(location, { phase: "session_handoff", session, fields });
        const detail = failed ? "logged as failed" : "logged";
        if (!behind) return { state: "done", detail };
        return { state: "warning", detail: `${detail} in the store`, missing: `${behind.path}: ${behind.problem}` };
      }),
      await step("Decay Raw Output", () => this.#decay(occasion)),
      await step("Verify Test Scenarios", () => this.#scenarios(occasion)),
    ];
  }

  /** `trigger`: the user, or the client automatically; none where a command runs it. */
  async #beforeCompacting(occasion: Occasion, trigger?: string): Promise<Step[]> {
    const { location, session, task } = occasion;
    const steps = [
      await step("Update Decision Log", () => this.#decisionLog(occasion)),
      await step("Update Task", async () => ({
        state: task ? "done" : "skipped",
        detail: task ? `${task.slug}: ${task.decisions.length} decisions` : "no active task",
      })),
      await step("Verify Test Scenarios", () => this.#scenarios(occasion)),
    ];
    const { alwaysPreserve, compactable } = (await this.#services.configFor(location.project)).preservation;
    const fields = {
      steps: steps.map(({ title, state }) => `${title}: ${state}`),
      ...{ trigger, preserved: alwaysPreserve, compacted: compactable },
    };
    await this.#parts.ledger.trajectory.add(location, { phase: "compaction", session, fields });
    return steps;
  }

  #grounded({ status, message, ratio, threshold, enforcement, ungrounded }: GroundingReport): StepResult {
    if (status === "skipped") return { state: "skipped", detail: message };
    const detail = `${message}; ${ratio.toFixed(2)} of ${threshold.toFixed(2)}`;
    if (status === "pass") return { state: "passed", detail };
    const claims = some(ungrounded.map(({ claim, why }) => `"${claim}" (${why})`));
    return unmet(
      enforcement,
      detail,
      `Ground these claims, or retract them (throughline cite "…" --retract; a decision in its own words): ${claims}`,
    );
  }

  async #withoutGhosts({ location, session }: Occasion): Promise<StepResult> {
    const { grounding: rules } = await this.#services.rulesFor(location.project);
    if (rules.enforcement === "disabled" || !rules.ghosts)
      return { state: "skipped", detail: "ghost detection is off" };
    const accepted = await acceptedGhosts(this.#parts.ledger, location);
    const { ghosts } = await this.#parts.ghosts.find(location.root);
    const all = ghosts.map((ghost) => ({ ...ghost, ghost_id: ghostId(ghost) }));
    const found = all.filter(({ ghost_id }) => !accepted.has(ghost_id));
    for (const { promise, kind, verdict, ghost_id } of found) {
      const status = verdict === "high_ambiguity" ? verdict : "unverified";
      const fields = { promise, kind, ghost_id, status };
      await this.#parts.ledger.trajectory.add(location, { phase: "negative_grounding", session, fields });
    }
    const ambiguous = found.filter(({ verdict }) => verdict === "high_ambiguity").length;
    const detail = `unverified ghosts: ${found.length - ambiguous}, high ambiguity: ${ambiguous}, accepted: ${all.length - found.length}`;
    if (found.length === 0) return { state: "passed", detail };
    // An ambiguous ghost may exist after all: only a person can decide, and nothing waits for that.
    const certain = found.filter(({ verdict }) => verdict === "confirmed");
    const names = some(
      (certain.length > 0 ? certain : found).map(({ promise, ghost_id }) => `"${promise}" (${ghost_id})`),
    );
    const ways = 'Build what is promised, remove the promise, or accept it (throughline ghosts accept ID --reason "…")';
    return unmet(certain.length > 0 ? rules.enforcement : "warn", detail, `${ways}: ${names}`);
  }

  async #decisionLog({ location, session }: Occasion): Promise<StepResult> {
    const { ledger } = this.#parts;
    const checkpoint = isoTime(this.#services.clock.now());
    const { behind } = await ledger.changeWorkState(location, { checkpoint });
    const decisions = await ledger.decided(location);
    const own = session ? decisions.filter(({ ts }) => ts >= session.startedAt).length : decisions.length;
    if (behind.length === 0)
      return { state: "done", detail: `${decisions.length} decisions, ${own} of them of this session` };
    const problem = behind.map(({ path, problem: why }) => `${path}: ${why}`).join("; ");
    return { state: "warning", detail: "the store has them, a file does not", missing: problem };
  }

  async #updateTask({ location, session, task }: Occasion, groundingRatio: number): Promise<StepResult> {
    if (!task) return { state: "skipped", detail: "no active task" };
    const ended = isoTime(this.#services.clock.now());
    const { decisions, nextSteps } = await this.#parts.ledger.handoffs.handOff(location, task.slug, {
      ...{ session, ended, groundingRatio },
    });
    const detail = `${task.slug}: ${decisions.length} decisions, ${nextSteps.length} next steps`;
    if (task.warnings?.length) return { state: "warning", detail, missing: task.warnings.join("; ") };
    if (nextSteps.length > 0) return { state: "done", detail };
    return {
      state: "warning",
      detail,
      missing: `Say what comes next: throughline task ${task.keeper === "br" ? "handoff" : "update"} ${task.slug} --next-steps "…"`,
    };
  }

  async #decay({ location, session, task }: Occasion): Promise<StepResult> {
    const now = isoTime(this.#services.clock.now());
    const places = session ? await recentFiles(location, this.#services.store, session, now) : [];
    const current = task && { task: `${task.slug} (${task.title})` };
    await this.#parts.ledger.changeWorkState(location, { ...(places.length > 0 && { places }), ...current });
    return { state: "done", detail: `${places.length} places noted instead of raw output` };
  }

  async #scenarios({ location, task }: Occasion): Promise<StepResult> {
    const { minTestScenarios, enforcement } = (await this.#services.rulesFor(location.project)).grounding;
    if (!task) return { state: "skipped", detail: "no active task" };
    const count = task.testScenarios.length + task.decisions.flatMap(({ testScenarios }) => testScenarios).length;
    const detail = `test scenarios documented: ${count}`;
    if (count >= minTestScenarios || enforcement === "disabled") return { state: "passed", detail };
    const way =
      task.keeper === "br"
        ? `throughline decide "…" --rationale "…" --task ${task.slug} --test-scenarios "…"`
        : `throughline task update ${task.slug} --test-scenarios "…"`;
    const missing = `${minTestScenarios - count} more test scenarios: ${way}`;
    return { state: "warning", detail, missing };
  }
}
