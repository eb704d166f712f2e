import type { Ambient } from "../../ambient.ts";
import { refused } from "../../core/index.ts";
import { type ImportAccount, NO_IMPORT, titleOf } from "./account.ts";
import { ImportJob } from "./job.ts";
import { type ImportRequest, type Plan, type Planned, planOf } from "./plan.ts";
import { openReading, type Reading } from "./reading.ts";
import { readersFor } from "./registry.ts";

/** What a client has left on disk. */
export interface Survey {
  readonly harness: string;
  readonly title: string;
  readonly sessions: number;
  /** Those that the store does not know yet. */
  readonly newSessions: number;
  readonly bytes: number;
  /** How much of it is still to be read, about. */
  readonly unread: number;
  /** When the first and the last of them began. */
  readonly oldest: string | null;
  readonly newest: string | null;
}

/** A session may lie there twice: moved, copied, or gone on with in another file. */
const sessionsIn = (planned: readonly Planned[]): number => new Set(planned.map(({ history }) => history.key)).size;

function surveyed({ sessions }: Plan): Survey[] {
  const harnesses = [...new Set(sessions.map(({ harness }) => harness))];
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
    };
  });
}

/** Takes in the histories that clients have left on disk, one import at a time. */
export class Imports {
  readonly #ambient: Ambient;
  readonly #ended: () => void;
  #isPlanning = false;
  #job: ImportJob | undefined;

  /** `ended` is told when an import is over: what it brought can be indexed. */
  constructor(ambient: Ambient, ended: () => void) {
    this.#ambient = ambient;
    this.#ended = ended;
  }

  /** What an import would find. Changes nothing. */
  async survey(request: ImportRequest): Promise<Survey[]> {
    return surveyed(await planOf(this.#ambient.store, request, readersFor(request.harness)));
  }

  /** Begins an import and answers when it is known what there is to do; the rest happens beside everything else. */
  async start(request: ImportRequest): Promise<ImportAccount> {
    if (this.#isPlanning || this.account.state === "running")
      throw refused("an import is running already", "Wait until it is done, or stop it: DELETE /api/import.");
    this.#isPlanning = true;
    try {
      this.#job = await this.#begin(request, openReading(request.harness));
      return this.account;
    } finally {
      this.#isPlanning = false;
    }
  }

  async #begin(request: ImportRequest, reading: Reading): Promise<ImportJob> {
    try {
      const plan = await planOf(this.#ambient.store, request, reading.readers);
      return new ImportJob(this.#ambient, plan, () => {
        this.#ended();
        return reading.close();
      });
    } catch (error) {
      await reading.close();
      throw error;
    }
  }

  /** Of the import that runs, or of the last one. */
  get account(): ImportAccount {
    return this.#job?.account ?? NO_IMPORT;
  }

  async stop(): Promise<ImportAccount> {
    await this.#job?.stop();
    return this.account;
  }
}
