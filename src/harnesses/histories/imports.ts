import { refused } from "../../core/index.ts";
import type { Services } from "../../services.ts";
import { readersFor } from "../registry.ts";
import { HistoryWatcher } from "./history-watcher.ts";
import { type ImportAccount, type ImportSurvey, NO_IMPORT, titleOf } from "./import-account.ts";
import { ImportJob } from "./import-job.ts";
import { type Found, type ImportRequest, type Plan, type Planned, planOf } from "./import-plan.ts";
import { type OpenReaders, openReaders } from "./reader-thread.ts";

/** A session can be in several files: moved, copied, or continued in another. */
const sessionsIn = (found: readonly Found[]): number => new Set(found.map(({ history }) => history.key)).size;

function surveyed({ sessions, passedOver, purged }: Plan): ImportSurvey[] {
  const harnesses = [...new Set([...sessions, ...passedOver, ...purged].map(({ harness }) => harness))];
  return harnesses.map((harness) => {
    const own = sessions.filter((one) => one.harness === harness);
    const times = own.flatMap(({ history }) => history.startedAt ?? []).sort();
    return {
      harness,
      title: titleOf(harness),
      sessions: sessionsIn(own),
      newSessions: sessionsIn(own.filter(({ isKnown }) => !isKnown)),
      bytes: own.reduce((sum, { history }) => sum + history.bytes, 0),
      unread: own.reduce((sum, { left }) => sum + left, 0),
      oldest: times[0] ?? null,
      newest: times.at(-1) ?? null,
      purgedSessions: sessionsIn(purged.filter((one) => one.harness === harness)),
      passedOver: passedOver.filter((one) => one.harness === harness).map(({ path, why }) => ({ path, why })),
    };
  });
}

/** Whether a history holds more than was read of it. */
async function hasMore({ history, unmeasured }: Planned): Promise<boolean> {
  for await (const { bytes, entries } of history.read(unmeasured)) if (bytes > 0 || entries.length > 0) return true;
  return false;
}

/** The plan with nothing left for histories that only their readers can measure, and that have no more. */
async function measured(plan: Plan): Promise<Plan> {
  const sessions: Planned[] = [];
  for (const one of plan.sessions) {
    const isRead = one.unmeasured !== undefined && !(await hasMore(one).catch(() => true));
    sessions.push(isRead ? { ...one, left: 0 } : one);
  }
  return { ...plan, sessions };
}

/** Imports the histories that clients have on disk, one import at a time. */
export class Imports {
  readonly #watcher: HistoryWatcher;
  #planning: Promise<ImportJob> | undefined;
  #job: ImportJob | undefined;

  /** `ended` is called when an import is over: its messages can be indexed. */
  readonly #services: Services;
  readonly #ended: () => void;

  constructor(services: Services, ended: () => void) {
    this.#services = services;
    this.#ended = ended;
    this.#watcher = new HistoryWatcher(services, ended);
  }

  /** The clients whose histories are followed. */
  async followed(): Promise<string[]> {
    return (await this.#watcher.places()).map(({ harness }) => harness);
  }

  /** To be called about every minute: imports what clients wrote since, in places that an import has read. */
  async follow(): Promise<void> {
    if (!this.#planning && this.account.state !== "running") await this.#watcher.look();
  }

  /** What an import would find. Changes nothing. */
  async survey(request: ImportRequest): Promise<ImportSurvey[]> {
    return surveyed(await measured(await planOf(this.#services.store, request, readersFor(request.harness))));
  }

  /** Starts an import and returns once it is planned; the rest runs in the background. */
  async start(request: ImportRequest): Promise<ImportAccount> {
    if (this.#planning || this.account.state === "running")
      throw refused(
        "an import is already running",
        "`throughline import` without a path shows its progress, `throughline import --stop` stops it.",
      );
    this.#planning = this.#watcher.whenIdle().then(() => this.#begin(request, openReaders(request.harness)));
    try {
      this.#job = await this.#planning;
      return this.account;
    } finally {
      this.#planning = undefined;
    }
  }

  async #begin(request: ImportRequest, opened: OpenReaders): Promise<ImportJob> {
    try {
      const begunAt = this.#services.clock.now();
      const plan = await planOf(this.#services.store, request, opened.readers);
      if (request.paths.length === 0) await this.#watcher.begin(opened.readers, request.place, begunAt);
      return new ImportJob(this.#services, plan, () => {
        this.#ended();
        return opened.close();
      });
    } catch (error) {
      await opened.close();
      throw error;
    }
  }

  /** Of the import that runs, or of the last one. */
  get account(): ImportAccount {
    return this.#job?.account ?? NO_IMPORT;
  }

  async stop(): Promise<ImportAccount> {
    const begun = await this.#planning?.catch(() => undefined);
    await (begun ?? this.#job)?.stop();
    await this.#watcher.stop();
    return this.account;
  }
}
