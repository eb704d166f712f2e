import { createReadStream, existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from "node:fs";
import { appendFile } from "node:fs/promises";
import { join } from "node:path";
import { setImmediate as pause } from "node:timers/promises";
import { z } from "zod";
import { incidents, newIncident } from "../audit/index.ts";
import { readForward } from "../capture/index.ts";
import {
  badInput,
  type Home,
  isOwnFolder,
  jsonIn,
  messageOf,
  newId,
  readRegularFile,
  redact,
  ThroughlineError,
  writeFileAtomic,
} from "../core/index.ts";
import { SPOOL_FILE, SPOOL_FULL } from "../harnesses/index.ts";
import type { Throughline } from "../throughline.ts";
import { HOOK_BODY_BYTES, hookEventNamed, noteRefusal } from "./hooks.ts";

const spooledShape = z.object({
  at: z.number(),
  event: z.string(),
  harness: z.string(),
  runtime: z.string(),
  hookPid: z.string(),
  client: z.object({ pid: z.number(), startTime: z.string().optional() }).optional(),
  body: z.string(),
});

const DRAINING = /^draining-.*\.jsonl$/;
const BATCH_BYTES = 4 << 20;
/** A body is a JSON string in its line, in which every character may be escaped. */
const LONGEST_LINE_BYTES = 2 * HOOK_BODY_BYTES + BATCH_BYTES;
const WHOLE_LINES = { longestLineBytes: LONGEST_LINE_BYTES };
/** A hook that still had the renamed file open writes its line within this time. */
const LATE_WRITERS_MS = 1000;
/** A line that fails this often for an unknown reason is rejected; after a full disk it is retried. */
const TRIES = 5;
const NEWLINE = 0x0a;
const UNTOUCHED = { offset: 0, done: 0, failures: 0 } as const;

/** Progress is written this often: after a crash, so few events are looked at again. */
const LINES_PER_NOTE = 50;

/** How far a file has been replayed; `done` counts lines after `offset`. */
const progressShape = z.object({ offset: z.number(), done: z.number(), failures: z.number() });
type Progress = z.infer<typeof progressShape>;

const noteOf = (path: string): string => path.replace(/\.jsonl$/, ".progress");

/** What a crash left behind of a file's progress. */
const notedProgress = (path: string): Progress =>
  progressShape.safeParse(jsonIn(readRegularFile(noteOf(path))?.toString("utf8"))).data ?? { ...UNTOUCHED };

const SESSION = /session_?id\\*"\s*:\s*\\*"([^"\\]+)/gi;
const CLIENT = /"client":\{"pid":(\d+)/;

/** Whose event this is: events of one session, and of one client, have to stay in their order. */
const ownersIn = (text: string): string[] => [...text.matchAll(SESSION)].map(([, id = ""]) => id);
const ownersOf = (line: string): string[] => {
  if (line.trim() === "") return [];
  const pid = CLIENT.exec(line)?.[1];
  const found = [...ownersIn(line), ...(pid === undefined ? [] : [`client ${pid}`])];
  return found.length === 0 ? [ANYBODY] : found;
};
/** An event that does not say whose it is may be anybody's. */
const ANYBODY = "";

async function countLines(path: string, start: number): Promise<number> {
  let lines = 0;
  let last = NEWLINE;
  try {
    for await (const chunk of createReadStream(path, { start })) {
      for (const byte of chunk) {
        if (byte !== NEWLINE && last === NEWLINE) lines += 1;
        last = byte;
      }
    }
  } catch {
    // Renamed or removed in the meantime.
  }
  return lines;
}

const foldersOf = (home: Home): readonly string[] => [home.spool, home.spoolElsewhere];

function filesIn(folder: string, wanted: (name: string) => boolean): string[] {
  try {
    if (!isOwnFolder(folder)) return [];
    return readdirSync(folder)
      .filter(wanted)
      .sort()
      .map((name) => join(folder, name));
  } catch {
    return [];
  }
}

/** The number of waiting events: the lines after each file's progress. */
async function countWaiting(home: Home, progressOf: (path: string) => Progress): Promise<number> {
  const files = foldersOf(home).flatMap((folder) =>
    filesIn(folder, (name) => name === SPOOL_FILE || DRAINING.test(name)),
  );
  const counts = await Promise.all(
    files.map(async (path) => {
      const { offset, done } = progressOf(path);
      return Math.max(0, (await countLines(path, offset)) - done);
    }),
  );
  return counts.reduce((sum, count) => sum + count, 0);
}

/** The number of events waiting while no daemon runs. */
export const spooledEvents = (home: Home): Promise<number> => countWaiting(home, notedProgress);

/** Warnings that hooks left in the spool. */
export const spoolWarnings = (home: Home): string[] =>
  foldersOf(home)
    .map((folder) => join(folder, SPOOL_FULL))
    .filter((path) => existsSync(path))
    .map((path) => readFileSync(path, "utf8").trim());

/** Replays what hooks could not deliver: in order, each once, removed only after it is stored. */
export class Spool {
  readonly #progress = new Map<string, Progress>();
  /** How many events are waiting, by whose they are. */
  readonly #waiting = new Map<string, number>();
  #draining: Promise<void> | undefined;
  /** Files that wait, the one that is replayed first. */
  readonly #files: { readonly folder: string; readonly path: string }[] = [];
  #gathering: Promise<void> = Promise.resolve();

  readonly #engine: Throughline;
  readonly #home: Home;

  constructor(engine: Throughline, home: Home) {
    this.#engine = engine;
    this.#home = home;
  }

  /** The number of waiting events. */
  waiting(): Promise<number> {
    return countWaiting(this.#home, (path) => this.#progressOf(path));
  }

  #progressOf(path: string): Progress {
    return this.#progress.get(path) ?? notedProgress(path);
  }

  /**
   * Called before a hook is handled: spooled events of its session and client are taken first. Those of others wait
   * behind it; what is taken early is known when its turn comes.
   */
  async takeWaiting(body: string, clientPid: number | undefined): Promise<void> {
    const isFresh = foldersOf(this.#home).some((folder) => existsSync(join(folder, SPOOL_FILE)));
    if (!isFresh && this.#files.length === 0) return;
    await this.#gather();
    const drained = this.drain();
    const sessions = ownersIn(body);
    const owners = [...sessions, `client ${clientPid}`].filter((owner) => this.#waiting.has(owner));
    if (sessions.length === 0 || this.#waiting.has(ANYBODY)) return drained;
    // Whoever started it is not there to hear of a failure: the next one tries again.
    drained.catch((error) => this.#engine.services.log.warn({ err: error }, "spooled events could not be replayed"));
    if (owners.length > 0) await this.#takeOf(owners);
  }

  drain(): Promise<void> {
    this.#draining ??= this.#drainAll().finally(() => {
      this.#draining = undefined;
    });
    return this.#draining;
  }

  async #drainAll(): Promise<void> {
    await this.#gather();
    const tried = new Set<string>();
    for (let next = this.#files[0]; next && !tried.has(next.path); [next] = this.#files) {
      tried.add(next.path);
      await this.#take(next.folder, next.path);
      this.#files.shift();
      await this.#gather(tried);
    }
  }

  /** Adds the files that are new to those that wait, and counts whose events they hold. */
  async #gather(without: ReadonlySet<string> = new Set()): Promise<void> {
    await this.#gathering;
    const gathered = this.#gatherNew(without);
    this.#gathering = gathered.catch(() => {});
    return gathered;
  }

  async #gatherNew(without: ReadonlySet<string>): Promise<void> {
    for (const folder of foldersOf(this.#home)) {
      for (const fresh of filesIn(folder, (name) => name === SPOOL_FILE))
        renameSync(fresh, join(folder, `draining-${String(Date.now()).padStart(15, "0")}-${newId().slice(-6)}.jsonl`));
      for (const path of filesIn(folder, (name) => DRAINING.test(name))) {
        if (without.has(path) || this.#files.some((file) => file.path === path)) continue;
        for await (const line of this.#linesLeft(path)) this.#countLine(line, 1);
        this.#files.push({ folder, path });
      }
    }
  }

  /** The lines of a file that were not replayed yet. */
  async *#linesLeft(path: string): AsyncGenerator<string> {
    let { offset, done } = this.#progressOf(path);
    for (;;) {
      const reading = await readForward(path, { offset, fileId: null }, BATCH_BYTES, WHOLE_LINES);
      yield* reading?.lines.slice(done) ?? [];
      if (!reading || reading.atEnd) return;
      offset = reading.offset;
      done = 0;
    }
  }

  async #takeOf(owners: readonly string[]): Promise<void> {
    // One that cannot be taken is refused or rejected once, when its turn comes.
    for (const { path } of [...this.#files])
      for await (const line of this.#linesLeft(path))
        if (ownersOf(line).some((owner) => owners.includes(owner))) await this.#handle(line).catch(() => {});
    for (const owner of owners) this.#waiting.delete(owner);
  }

  #countLine(line: string, by: 1 | -1): void {
    for (const owner of ownersOf(line)) {
      const left = (this.#waiting.get(owner) ?? 0) + by;
      if (left > 0) this.#waiting.set(owner, left);
      else this.#waiting.delete(owner);
    }
  }

  async #take(folder: string, path: string): Promise<void> {
    const progress = this.#progressOf(path);
    this.#progress.set(path, progress);
    for (;;) {
      const from = { offset: progress.offset, fileId: null };
      const reading = await readForward(path, from, BATCH_BYTES, WHOLE_LINES);
      if (!reading) return;
      for (const line of reading.lines.slice(progress.done)) {
        if (line.trim() !== "") await this.#replay(folder, line, progress);
        // Yields to other requests during a long spool: the store's calls are synchronous.
        await pause();
        progress.done += 1;
        progress.failures = 0;
        this.#countLine(line, -1);
        if (progress.done % LINES_PER_NOTE === 0) writeFileAtomic(noteOf(path), JSON.stringify(progress));
      }
      if (reading.skippedLines.length > 0)
        await this.#noteRejected(`${reading.skippedLines.length} of them were longer than ${LONGEST_LINE_BYTES} bytes`);
      Object.assign(progress, { offset: reading.offset, done: 0 });
      if (!reading.atEnd) continue;
      // Left for the next round while a late writer may still write.
      if (Date.now() - statSync(path).mtimeMs < LATE_WRITERS_MS) return;
      await this.#rejectRest(folder, path, reading.offset);
      break;
    }
    rmSync(noteOf(path), { force: true });
    rmSync(path, { force: true });
    this.#progress.delete(path);
  }

  async #handle(line: string): Promise<void> {
    const { at, event: name, ...rest } = spooledShape.parse(JSON.parse(line));
    const event = hookEventNamed(name);
    if (!event) throw badInput(`event: "${name}" is not one that Throughline knows`);
    if (Buffer.byteLength(rest.body) > HOOK_BODY_BYTES) throw badInput("the hook's input is larger than 64 MB");
    await this.#engine.hooks.handle({ ...rest, event, spooledAt: at });
  }

  async #replay(folder: string, line: string, progress: Progress): Promise<void> {
    try {
      await this.#handle(line);
    } catch (error) {
      if (error instanceof ThroughlineError && error.code === "bad_input") return noteRefusal(this.#engine, error);
      progress.failures += 1;
      const isBroken = error instanceof SyntaxError || error instanceof z.ZodError;
      if (!isBroken && progress.failures < TRIES) throw error;
      await this.#reject(folder, line, error);
    }
  }

  /** A last line without a line end: its writer died. */
  async #rejectRest(folder: string, path: string, offset: number): Promise<void> {
    const rest = readFileSync(path).subarray(offset).toString("utf8");
    if (rest.trim() !== "") await this.#reject(folder, rest, new Error("the line has no end"));
  }

  /** Sets a line aside that a full disk or a crash has damaged. */
  async #reject(folder: string, line: string, error: unknown): Promise<void> {
    await appendFile(join(folder, "rejected.jsonl"), `${redact(line)}\n`, { mode: 0o600 });
    await this.#noteRejected(
      `it was kept in ${join(folder, "rejected.jsonl")}: ${redact(messageOf(error)).slice(0, 200)}`,
    );
  }

  async #noteRejected(detail: string): Promise<void> {
    const { store, clock } = this.#engine.services;
    const message = `a spooled event could not be read; ${detail}`;
    await incidents(store).add(newIncident(clock.now(), "spool_rejected", message));
  }
}
