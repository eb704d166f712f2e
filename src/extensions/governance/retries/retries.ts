import { incidents, newIncident } from "../../../audit/index.ts";
import { actOf, callContent, type Spoken, waitingEntries } from "../../../capture/index.ts";
import { isoTime, newId, redact, refused, theOnly } from "../../../core/index.ts";
import type { Services } from "../../../services.ts";
import type { SessionRecord } from "../../../store/index.ts";
import { fence } from "../../../text/index.ts";
import type { Run, Streak } from "./failing-steps.ts";
import type { FailureKind } from "./failure-kinds.ts";
import { closeFixer, type Fixer, type FixerOutcome, findFixers, fixersOf, openFixer, openFixers } from "./fixers.ts";
import type { FailureState } from "./strategy.ts";

const MESSAGES_READ = 200;
const FIXER_MS = 10 * 60_000;
const CHECKPOINTS_READ = 50;

/** A call of a tool that came to its end. */
export interface Ended {
  readonly tool: { readonly name: string; readonly input: unknown };
  readonly result: string;
  readonly isError: boolean;
}

/** A step that keeps failing, and what is to be done about it. */
export interface Failing {
  readonly step: string;
  readonly kind: FailureKind;
  readonly failures: number;
  readonly firstFailedAt: string;
  readonly lastFailedAt: string;
  readonly strategy: string;
  readonly checkpointId: string | null;
  readonly fixerId: string | null;
}

/** Counts how often a step fails in a row, says what to do about it, and hands it on when it fails too often. */
export class Retries {
  readonly #services: Services;

  constructor(services: Services) {
    this.#services = services;
  }

  #now(): string {
    return isoTime(this.#services.clock.now());
  }

  /**
   * A command ended in a session under a task: returns a notice for the agent, once at the second and once at the third
   * failure. It reads only captured messages, which include the call itself.
   */
  async after(session: SessionRecord, { tool, result, isError }: Ended): Promise<string | undefined> {
    if (session.task === null) return undefined;
    const act = actOf({ content: callContent(tool.name, tool.input) });
    if (act.kind !== "run") return undefined;
    const { hasFailed, stepOf } = await import("./failing-steps.ts");
    const step = stepOf(act.command);
    if (!hasFailed(act.command, { content: result, isError })) {
      await this.#succeeded(session, step);
      return undefined;
    }
    const { runs, streaks, fixers } = await this.#look(session);
    // Stored commands are redacted.
    const streak = streaks.find((one) => one.step === step || one.step === stepOf(redact(act.command)));
    if (!streak) return undefined;
    const { fixerNoticeOf, MOST_ATTEMPTS, noticeOf, NOTICE_AFTER } = await import("./strategy.ts");
    const failure = await this.#failureState(session, streak, fixers);
    if (streak.failures >= MOST_ATTEMPTS && !fixers.some((one) => isOf(one, streak))) {
      const fixer = await this.#open(session, streak, failure, runs);
      return fixer && fence(fixerNoticeOf(failure, fixer.id, fixer.deadlineAt));
    }
    return streak.failures === NOTICE_AFTER ? fence(noticeOf(failure)) : undefined;
  }

  /** The steps of a session that fail now, the one that failed last at the end. */
  async failing(session: SessionRecord): Promise<Failing[]> {
    const { kindNow, strategyFor } = await import("./strategy.ts");
    const { streaks, fixers } = await this.#look(session);
    const described = streaks.map(async (streak): Promise<Failing> => {
      const fixer = fixers.find((one) => isOf(one, streak));
      const fixerId = fixer?.closedAt === null ? fixer.id : undefined;
      const failure = { ...(await this.#failureState(session, streak, fixers)), fixerId };
      return {
        ...{ step: streak.step, kind: kindNow(failure), failures: streak.failures },
        ...{ firstFailedAt: streak.firstFailedAt, lastFailedAt: streak.last.at },
        ...{ strategy: strategyFor(failure), checkpointId: failure.checkpointId ?? null },
        fixerId: fixer?.id ?? null,
      };
    });
    return Promise.all(described);
  }

  fixers(sessionId: string): Promise<Fixer[]> {
    return fixersOf(this.#services.store, sessionId);
  }

  /** By id, or a part of it that fits one fixer only. */
  async fixer(id: string): Promise<Fixer> {
    const hint = "`throughline sessions retries S` shows those of a session.";
    return theOnly("fixer", id, await findFixers(this.#services.store, id), hint);
  }

  async close(fixer: Fixer, outcome: FixerOutcome, note: string): Promise<Fixer> {
    const closed = await this.#close(fixer, outcome, note);
    if (!closed) throw refused(`fixer ${fixer.id} was closed before`, "A step that fails again gets another one.");
    return closed;
  }

  /** Escalates fixers that were not closed within ten minutes. */
  async sweep(): Promise<void> {
    const now = this.#now();
    for (const fixer of await openFixers(this.#services.store))
      if (fixer.deadlineAt <= now) await this.#close(fixer, "escalate", "ten minutes passed without an outcome");
  }

  async #close(fixer: Fixer, outcome: FixerOutcome, note: string): Promise<Fixer | undefined> {
    const { store, clock } = this.#services;
    return store.transaction(async (tables) => {
      const changed = await closeFixer(tables, fixer.id, { closedAt: this.#now(), outcome, note: redact(note) });
      if (!changed) return undefined;
      const [kind, what] =
        outcome === "fix" ? ["fixer_fixed", "found a fix for"] : ["fixer_escalated", "hands to a person:"];
      const detail = `fixer ${fixer.id} ${what} “${fixer.step}”: ${note}`;
      await incidents(tables).add(newIncident(clock.now(), kind, detail, fixer.sessionId));
      tables.emit({ type: "fixer.closed", sessionId: fixer.sessionId, fixerId: fixer.id, outcome, note });
      return changed;
    });
  }

  /** The step works again: its fixer is closed. */
  async #succeeded(session: SessionRecord, step: string): Promise<void> {
    for (const fixer of await this.fixers(session.id))
      if (fixer.closedAt === null && fixer.step === redact(step)) await this.#close(fixer, "fix", "the step succeeded");
  }

  async #look(session: SessionRecord): Promise<{ runs: Run[]; streaks: Streak[]; fixers: Fixer[] }> {
    const { runsOf, streaksIn } = await import("./failing-steps.ts");
    const fixers = await this.fixers(session.id);
    const runs = runsOf(await this.#captured(session.id));
    const fixed = fixers.filter(({ outcome }) => outcome === "fix").reverse();
    const since = new Map(fixed.map(({ step, closedAt }) => [step, closedAt ?? ""]));
    return { runs, fixers, streaks: streaksIn(runs, since) };
  }

  async #captured(sessionId: string): Promise<Spoken[]> {
    const { store } = this.#services;
    const newest = { limit: MESSAGES_READ, fromEnd: true, kinds: ["tool_use", "tool_result"] } as const;
    return [...(await store.messages.list(sessionId, newest)), ...(await waitingEntries(store, sessionId))];
  }

  async #failureState(session: SessionRecord, streak: Streak, fixers: readonly Fixer[]): Promise<FailureState> {
    const checkpoints = await this.#services.store.checkpoints.list({ sessionId: session.id, limit: CHECKPOINTS_READ });
    const before = checkpoints.find(({ createdAt }) => createdAt < streak.firstFailedAt);
    const isGivenUp = fixers.some((one) => isOf(one, streak) && one.outcome === "escalate");
    return { streak, checkpointId: before?.id, isGivenUp };
  }

  async #open(
    session: SessionRecord,
    streak: Streak,
    failure: FailureState,
    runs: readonly Run[],
  ): Promise<Fixer | undefined> {
    const { store, clock } = this.#services;
    const { briefText } = await import("./fixer-brief.ts");
    const now = clock.now();
    const [id, openedAt, deadlineAt] = [newId(), isoTime(now), isoTime(now + FIXER_MS)];
    const attempts = runs.filter(({ step, at }) => step === streak.step && at >= streak.firstFailedAt);
    const brief = redact(briefText({ id, session, streak, attempts, failure, openedAt, deadlineAt }));
    const { kind, failures } = streak;
    const fixer: Fixer = {
      ...{ id, sessionId: session.id, step: redact(streak.step), kind, failures, brief, openedAt, deadlineAt },
      ...{ closedAt: null, outcome: null, note: null },
    };
    const opened = await store.transaction(async (tables) => {
      if (!(await openFixer(tables, fixer))) return false;
      const detail = `“${streak.step}” failed ${failures} times in a row (${kind}): fixer ${id}, until ${deadlineAt}`;
      await incidents(tables).add(newIncident(now, "fixer_opened", detail, session.id));
      tables.emit({ type: "fixer.opened", sessionId: session.id, fixerId: id, step: fixer.step });
      return true;
    });
    return opened ? fixer : undefined;
  }
}

/** Whether a fixer was asked for by these very failures. */
const isOf = (fixer: Fixer, streak: Streak): boolean =>
  fixer.step === redact(streak.step) && fixer.openedAt >= streak.firstFailedAt;
