import { statSync } from "node:fs";
import { join } from "node:path";
import { transcriptCursors } from "../../capture/index.ts";
import { isoTime } from "../../core/index.ts";
import type { Services } from "../../services.ts";
import { isOpen } from "../../sessions/index.ts";
import { collectionOf, type SessionRecord } from "../../store/index.ts";
import { readersFor } from "../registry.ts";
import { filesBelow, namesIn } from "./files.ts";
import type { HistoryReader, UserPlace, Watched } from "./history-contract.ts";
import { ImportJob } from "./import-job.ts";
import { type Planned, planForFiles } from "./import-plan.ts";
import { openReaders } from "./reader-thread.ts";

/** File systems round their times, and a client may write while its folder is being looked through. */
const SLACK_MS = 2000;
/** The share of time that looking for changes may take, however many files there are. */
const MAX_TIME_SHARE = 0.01;

/** Where a client keeps its histories, and when they were last read. */
interface FollowedPlace {
  readonly harness: string;
  readonly userHome: string;
  readonly env: Readonly<Record<string, string>>;
  readonly lookedAt: string;
}

export const followedPlaces = collectionOf<FollowedPlace>("followed-places", ({ harness: id, lookedAt: at }) => ({
  ...{ id, at },
}));

const ignoreSkipped = () => {};

async function* filesOf({ folder, fits, isBelow }: Watched): AsyncGenerator<string> {
  if (isBelow) yield* filesBelow(folder, fits, ignoreSkipped);
  else for (const name of await namesIn(folder, ignoreSkipped)) if (fits.test(name)) yield join(folder, name);
}

/** The size of a file, and when it was last written to; a database's log belongs to it. */
function stateOf(path: string): { readonly size: number; readonly writtenAt: number } | undefined {
  try {
    const [file, log] = [statSync(path), statSync(`${path}-wal`, { throwIfNoEntry: false })];
    return { size: file.size, writtenAt: Math.max(file.mtimeMs, log?.mtimeMs ?? 0) };
  } catch {
    return undefined;
  }
}

/** Imports automatically what clients write in places that an import has read, with or without hooks. */
export class HistoryWatcher {
  #looking: Promise<void> = Promise.resolve();
  #job: ImportJob | undefined;
  #isStopped = false;
  #pausedUntil = 0;

  /** `ended` is called when something was imported. */
  readonly #services: Services;
  readonly #ended: () => void;

  constructor(services: Services, ended: () => void) {
    this.#services = services;
    this.#ended = ended;
  }

  /** The places that are followed; none where the configuration turns it off. */
  async places(): Promise<FollowedPlace[]> {
    if (!this.#services.config.import.follow) return [];
    const places = await followedPlaces(this.#services.store).list();
    return places.sort((a, b) => (a.harness < b.harness ? -1 : 1));
  }

  /** Follows these clients from `at` on; an import reads what is older. */
  async begin(readers: readonly HistoryReader[], { userHome, env }: UserPlace, at: number): Promise<void> {
    const variables = Object.fromEntries(
      Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
    );
    for (const { harness } of readers)
      await followedPlaces(this.#services.store).put({ harness, userHome, env: variables, lookedAt: isoTime(at) });
  }

  /** Never fails: what went wrong is logged, and the next look tries again. */
  look(): Promise<void> {
    const { log } = this.#services;
    this.#looking = this.#looking
      .then(() => this.#look())
      .catch((error) => log.warn({ err: error }, "histories could not be followed"));
    return this.#looking;
  }

  /** Resolves when nothing is being imported. */
  whenIdle(): Promise<void> {
    return this.#looking;
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#job?.stop();
    await this.#looking;
    this.#isStopped = false;
  }

  async #look(): Promise<void> {
    const { clock, log } = this.#services;
    if (clock.now() < this.#pausedUntil) return;
    let lookedMs = 0;
    for (const place of await this.places()) {
      if (this.#isStopped) return;
      try {
        const begun = performance.now();
        const lookedAt = isoTime(clock.now());
        const files = await this.#changedFiles(place);
        lookedMs += performance.now() - begun;
        const isImported = files.length === 0 || (await this.#import(place.harness, files));
        // What was not imported is tried again at the next look.
        if (isImported && !this.#isStopped) await followedPlaces(this.#services.store).put({ ...place, lookedAt });
      } catch (error) {
        log.warn({ err: error, harness: place.harness }, "a client's histories could not be followed");
      }
    }
    this.#pausedUntil = clock.now() + lookedMs / MAX_TIME_SHARE;
  }

  /** Files that were written since the last look and are not read to their end. */
  async #changedFiles({ harness, userHome, env, lookedAt }: FollowedPlace): Promise<string[]> {
    const since = Date.parse(lookedAt) - SLACK_MS;
    const news: string[] = [];
    for (const watched of readersFor(harness).flatMap((reader) => reader.watches({ userHome, env })))
      for await (const path of filesOf(watched)) {
        const state = stateOf(path);
        if (state && state.writtenAt >= since && !(await this.#isRead(path, state.size))) news.push(path);
      }
    return news;
  }

  async #isRead(path: string, size: number): Promise<boolean> {
    const { store } = this.#services;
    const cursor = await transcriptCursors(store).get(path);
    if (!cursor) return false;
    return cursor.byteOffset === size || isLive(await store.sessions.get(cursor.sessionId));
  }

  /** False where something could not be read or stored. */
  async #import(harness: string, files: readonly string[]): Promise<boolean> {
    const opened = openReaders(harness);
    let isWhole = true;
    try {
      for (const reader of opened.readers) {
        const plan = await planForFiles(this.#services.store, files, reader);
        const sessions: Planned[] = [];
        for (const one of plan.sessions) if (!(await this.#isReportedByHooks(one))) sessions.push(one);
        if (sessions.length === 0 || this.#isStopped) continue;
        this.#job = new ImportJob(this.#services, { ...plan, sessions }, async () => this.#ended());
        await this.#job.finished;
        const { state, failures } = this.#job.account;
        isWhole &&= state === "done" && failures.length === 0;
      }
      return isWhole;
    } finally {
      await opened.close();
    }
  }

  /** Whether hooks report a session, or its parent: they know more, and sooner. */
  async #isReportedByHooks({ harness, history }: Planned): Promise<boolean> {
    const { sessions } = this.#services.store;
    const parent = history.parent && (await sessions.byKey(harness, history.parent.key));
    return isLive(await sessions.byKey(harness, history.key)) || isLive(parent);
  }
}

const isLive = (session: SessionRecord | undefined): boolean => session !== undefined && isOpen(session);
