import { setImmediate } from "node:timers/promises";
import { type Entry, transcriptCursors } from "../../capture/index.ts";
import { isoTime, messageOf, type ProjectIdentity } from "../../core/index.ts";
import type { Services } from "../../services.ts";
import type { SessionRecord, Tables } from "../../store/index.ts";
import { ingestTranscript } from "../ingest-transcript.ts";
import type { Batch, HistorySession } from "./history-contract.ts";
import { historyMarks } from "./history-marks.ts";
import type { ImportAccount } from "./import-account.ts";
import { markFor, type Plan, type Planned } from "./import-plan.ts";
import { ImportProgress } from "./import-progress.ts";
import { placeOf } from "./lines.ts";
import { prefetch } from "./prefetch.ts";
import { IMPORTED, upsertSession } from "./upsert-session.ts";

/** The size of one transaction: a hook that comes meanwhile waits no longer than that. */
const SLICE_CHARS = 256 << 10;

interface Slice {
  readonly entries: readonly Entry[];
  /** With the last slice of a batch: where to continue, and how many lines could not be read. */
  readonly end: { readonly mark: string; readonly broken: number } | undefined;
}

/** A batch in parts that are stored quickly; the last ends the batch. */
function* slicesOf({ entries, mark, broken }: Batch): Generator<Slice> {
  let from = 0;
  let chars = 0;
  for (const [at, entry] of entries.entries()) {
    chars += entry.prepared?.body?.size ?? entry.content.length;
    if (chars < SLICE_CHARS || at === entries.length - 1) continue;
    yield { entries: entries.slice(from, at + 1), end: undefined };
    from = at + 1;
    chars = 0;
  }
  yield { entries: entries.slice(from), end: { mark, broken: broken.length } };
}

/** The batches until reading fails, which is reported to `failed`; errors of the consumer are thrown. */
async function* readUntilError(batches: AsyncIterable<Batch>, failed: (why: string) => void): AsyncGenerator<Batch> {
  try {
    yield* batches;
  } catch (error) {
    failed(messageOf(error));
  }
}

/** A batch of one history, or its end. */
interface Piece {
  readonly planned: Planned;
  readonly batch: Batch | undefined;
  /** Whether nothing of the history was read before. */
  readonly isFirst: boolean;
}

/** One import: the histories of a plan, one after the other, into the store. */
export class ImportJob {
  readonly #progress: ImportProgress;
  readonly #projects = new Map<string, ProjectIdentity>();
  /** Resolves when the import is over, also after a failure. */
  readonly finished: Promise<void>;
  #isStopping = false;

  /** `ended` is called when the import is over, also after a failure. */
  readonly #services: Services;
  readonly #plan: Plan;

  constructor(services: Services, plan: Plan, ended: () => Promise<void>) {
    this.#services = services;
    this.#plan = plan;
    this.#progress = new ImportProgress(plan, services.clock.now());
    this.finished = this.#run().finally(ended);
  }

  get account(): ImportAccount {
    return this.#progress.view();
  }

  /** Stops after the slice that is being stored; the next import continues there. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    await this.finished;
  }

  async #run(): Promise<void> {
    const { clock, log } = this.#services;
    try {
      // Two ahead: most histories are short, and the next is read while this one is stored.
      for await (const piece of prefetch(prefetch(this.#pieces()))) {
        if (this.#isStopping) break;
        await this.#storeBatch(piece);
      }
      this.#progress.finish(this.#isStopping ? "stopped" : "done", clock.now());
      const { state, sessionsDone, newSessions, messages, brokenCount } = this.account;
      log.info({ state, sessionsDone, newSessions, messages, brokenCount }, "an import ended");
    } catch (error) {
      log.error({ err: error }, "an import failed");
      this.#progress.finish("failed", clock.now(), messageOf(error));
    }
  }

  async *#pieces(): AsyncGenerator<Piece> {
    const { store } = this.#services;
    for (const planned of this.#plan.sessions) {
      const { harness, history } = planned;
      const known = await store.sessions.byKey(harness, history.key);
      const mark = known && (await markFor(store, history, known.id));
      const failed = (why: string) => this.#progress.failed(planned, why);
      let isFirst = mark === undefined;
      for await (const batch of readUntilError(history.read(mark), failed)) {
        yield { planned, batch, isFirst };
        isFirst = false;
      }
      yield { planned, batch: undefined, isFirst };
    }
  }

  async #storeBatch({ planned, batch, isFirst }: Piece): Promise<void> {
    const project = await this.#projectOf(planned.history.cwd);
    this.#progress.begin(planned);
    if (!batch) return this.#end(planned, project);
    for (const [at, slice] of [...slicesOf(batch)].entries()) {
      if (this.#isStopping) return;
      const part = { ...slice, isFirst: isFirst && at === 0 };
      await this.#services.store.transaction((tables) => this.#store(tables, planned, project, part));
      // Lets other work of this process run.
      await setImmediate();
    }
    this.#progress.read(planned, batch);
  }

  /** A file without new messages can still complete its session. */
  async #end(planned: Planned, project: ProjectIdentity | undefined): Promise<void> {
    const now = this.#services.clock.now();
    if (planned.isIncomplete)
      await this.#services.store.transaction((tables) => upsertSession(tables, planned, { project, entries: [], now }));
    this.#progress.end(planned);
  }

  async #store(
    tables: Tables,
    planned: Planned,
    project: ProjectIdentity | undefined,
    { entries, end, isFirst }: Slice & { readonly isFirst: boolean },
  ): Promise<void> {
    const now = this.#services.clock.now();
    const arrived = await upsertSession(tables, planned, { project, entries, now });
    if (!arrived) return;
    const { session, isNew } = arrived;
    const { added, lastActivityAt } = await ingestTranscript(tables, session, entries, { isFirst, now });
    if (session.endReason === IMPORTED) await tables.sessions.change(session.id, { endedAt: lastActivityAt });
    if (end) await this.#saveMark(tables, session, planned.history, end);
    if (isNew) this.#progress.created(planned);
    this.#progress.stored(planned, added);
  }

  /** A transcript's mark is the cursor from which the tailer continues. */
  async #saveMark(
    tables: Tables,
    { id: sessionId }: SessionRecord,
    { path, isTranscript }: HistorySession,
    { mark, broken }: NonNullable<Slice["end"]>,
  ): Promise<void> {
    const updatedAt = isoTime(this.#services.clock.now());
    const place = isTranscript ? placeOf(mark) : undefined;
    if (!place) return historyMarks(tables).put({ sessionId, path, mark, updatedAt });
    const { offset: byteOffset, fileId, tail = null } = place;
    const brokenLines = ((await transcriptCursors(tables).get(path))?.brokenLines ?? 0) + broken;
    await transcriptCursors(tables).put({ path, sessionId, byteOffset, fileId, tail, brokenLines, updatedAt });
  }

  /** Cached: many sessions share a folder. */
  async #projectOf(cwd: string | undefined): Promise<ProjectIdentity | undefined> {
    if (cwd === undefined) return undefined;
    const known = this.#projects.get(cwd) ?? (await this.#services.projects.at(cwd));
    this.#projects.set(cwd, known);
    return known;
  }
}
