import type { z } from "zod";
import { incidents, newIncident } from "../../../audit/index.ts";
import { actOf, callContent, waitingEntries } from "../../../capture/index.ts";
import { isoTime, newId, redact, refused, theOnly } from "../../../core/index.ts";
import type { HookEvent } from "../../../harnesses/index.ts";
import type { Services } from "../../../services.ts";
import type { SessionRecord } from "../../../store/index.ts";
import { fence } from "../../../text/index.ts";
import { hasFailed, type Run, runsOf, type Streak, stepOf, streaksIn } from "./failing-steps.ts";
import { closeFixer, type Fixer, fixers, OPEN, openFixer } from "./fixers.ts";
import type { failingShape } from "./retry-records.ts";
import {
  briefText,
  type FailureState,
  fixerNoticeOf,
  kindNow,
  MOST_ATTEMPTS,
  NOTICE_AFTER,
  noticeOf,
  strategyFor,
} from "./strategy.ts";

const MESSAGES_READ = 200;
const FIXER_MS = 10 * 60_000;
const CHECKPOINTS_READ = 50;

type Outcome = NonNullable<Fixer["outcome"]>;

/** A call of a tool that came to its end. */
type Ended = Pick<Extract<HookEvent, { event: "post-tool-use" }>, "tool" | "result" | "isError">;

/** A step that keeps failing, and what is to be done about it. */
type Failing = Readonly<z.output<typeof failingShape>>;

/** Enough to show that a part of an id is ambiguous. */
const MOST_CANDIDATES = 10;

/** Counts how often a step fails in a row, says what to do about it, and hands it on when it fails too often. */
export class Retries {
  readonly #services: Services;

  constructor(services: Services) {
    this.#services = services;
  }

  /**
   * A command ended in a session under a task: returns a notice for the agent, once at the second and once at the third
   * failure. It reads only captured messages, which include the call itself.
   */
  async after(session: SessionRecord, { tool, result, isError }: Ended): Promise<string | undefined> {
    if (session.task === null) return undefined;
    const act = actOf({ content: callContent(tool.name, tool.input) });
    if (act.kind !== "run") return undefined;
    const step = stepOf(act.command);
    if (!hasFailed(act.command, { content: result, isError })) {
      await this.#succeeded(session, step);
      return undefined;
    }
    const { runs, streaks, known } = await this.#look(session);
    // Stored commands are redacted.
    const streak = streaks.find((one) => one.step === step || one.step === stepOf(redact(act.command)));
    if (!streak) return undefined;
    const failure = await this.#failureState(session, streak, known);
    if (streak.failures >= MOST_ATTEMPTS && !known.some((one) => isOf(one, streak))) {
      const fixer = await this.#open(session, streak, failure, runs);
      return fixer && fence(fixerNoticeOf(failure, fixer.id, fixer.deadlineAt));
    }
    return streak.failures === NOTICE_AFTER ? fence(noticeOf(failure)) : undefined;
  }

  /** The steps of a session that fail now, the one that failed last at the end. */
  async failing(session: SessionRecord): Promise<Failing[]> {
    const { streaks, known } = await this.#look(session);
    const described = streaks.map(async (streak): Promise<Failing> => {
      const fixer = known.find((one) => isOf(one, streak));
      const fixerId = fixer?.closedAt === null ? fixer.id : undefined;
      const failure = { ...(await this.#failureState(session, streak, known)), fixerId };
      return {
        ...{ step: streak.step, kind: kindNow(failure), failures: streak.failures },
        ...{ firstFailedAt: streak.firstFailedAt, lastFailedAt: streak.last.at },
        ...{ strategy: strategyFor(failure), checkpointId: failure.checkpointId ?? null },
        fixerId: fixer?.id ?? null,
      };
    });
    return Promise.all(described);
  }

  /** Newest first. */
  fixers(sessionId: string): Promise<Fixer[]> {
    return fixers(this.#services.store).list({ sessionId }, { newestFirst: true });
  }

  /** By id, or a part of it that fits one fixer only. */
  async fixer(id: string): Promise<Fixer> {
    const hint = "`throughline sessions retries S` shows those of a session.";
    const found = await fixers(this.#services.store).list({ partOfId: id }, { limit: MOST_CANDIDATES });
    return theOnly("fixer", id, found, hint);
  }

  async close(id: string, outcome: Outcome, note: string): Promise<Fixer> {
    const fixer = await this.fixer(id);
    const closed = await this.#close(fixer, outcome, note);
    if (!closed) throw refused(`fixer ${fixer.id} was closed before`, "A step that fails again gets another one.");
    return closed;
  }

  /** Escalates fixers that were not closed within ten minutes. */
  async sweep(): Promise<void> {
    const { store, clock } = this.#services;
    const now = isoTime(clock.now());
    for (const fixer of await fixers(store).list({ states: [OPEN] }))
      if (fixer.deadlineAt <= now) await this.#close(fixer, "escalate", "ten minutes passed without an outcome");
  }

  async #close(fixer: Fixer, outcome: Outcome, note: string): Promise<Fixer | undefined> {
    const { store, clock } = this.#services;
    return store.transaction(async (tables) => {
      const changed = await closeFixer(tables, fixer.id, {
        closedAt: isoTime(clock.now()),
        outcome,
        note: redact(note),
      });
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

  async #look(session: SessionRecord): Promise<{ runs: Run[]; streaks: Streak[]; known: Fixer[] }> {
    const { store } = this.#services;
    const newest = { limit: MESSAGES_READ, fromEnd: true, kinds: ["tool_use", "tool_result"] } as const;
    const captured = await store.messages.list(session.id, newest);
    const runs = runsOf([...captured, ...(await waitingEntries(store, session.id))]);
    const known = await this.fixers(session.id);
    const fixed = known.filter(({ outcome }) => outcome === "fix").reverse();
    const since = new Map(fixed.map(({ step, closedAt }) => [step, closedAt ?? ""]));
    return { runs, known, streaks: streaksIn(runs, since) };
  }

  async #failureState(session: SessionRecord, streak: Streak, known: readonly Fixer[]): Promise<FailureState> {
    const checkpoints = await this.#services.store.checkpoints.list({ sessionId: session.id, limit: CHECKPOINTS_READ });
    const before = checkpoints.find(({ createdAt }) => createdAt < streak.firstFailedAt);
    const isGivenUp = known.some((one) => isOf(one, streak) && one.outcome === "escalate");
    return { streak, checkpointId: before?.id, isGivenUp };
  }

  async #open(session: SessionRecord, streak: Streak, failure: FailureState, runs: readonly Run[]) {
    const { store, clock } = this.#services;
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
