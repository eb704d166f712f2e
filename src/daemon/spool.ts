import { createReadStream, existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from "node:fs";
import { appendFile } from "node:fs/promises";
import { join } from "node:path";
import { setImmediate as pause } from "node:timers/promises";
import { z } from "zod";
import { incidents, newIncident } from "../audit/index.ts";
import { readForward } from "../capture/index.ts";
import { badInput, type Home, isOwnFolder, messageOf, newId, redact, ThroughlineError } from "../core/index.ts";
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
/** A hook that still had the renamed file open writes its line within this time. */
const LATE_WRITERS_MS = 1000;
/** A line that fails this often for an unknown reason is rejected; after a full disk it is retried. */
const TRIES = 5;
const NEWLINE = 0x0a;

/** How far a file has been replayed; `done` counts lines after `offset`. */
interface Progress {
  offset: number;
  done: number;
  failures: number;
}

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

const UNTOUCHED: Progress = { offset: 0, done: 0, failures: 0 };

/** The number of events waiting while no daemon runs. */
export const spooledEvents = (home: Home): Promise<number> => countWaiting(home, () => UNTOUCHED);

/** Warnings that hooks left in the spool. */
export const spoolWarnings = (home: Home): string[] =>
  foldersOf(home)
    .map((folder) => join(folder, SPOOL_FULL))
    .filter((path) => existsSync(path))
    .map((path) => readFileSync(path, "utf8").trim());

/** Replays what hooks could not deliver: in order, each once, removed only after it is stored. */
export class Spool {
  readonly #engine: Throughline;
  readonly #home: Home;
  readonly #progress = new Map<string, Progress>();
  #draining: Promise<void> | undefined;

  constructor(engine: Throughline, home: Home) {
    this.#engine = engine;
    this.#home = home;
  }

  /** The number of waiting events. */
  waiting(): Promise<number> {
    return countWaiting(this.#home, (path) => this.#progressOf(path));
  }

  #progressOf(path: string): Progress {
    return this.#progress.get(path) ?? { ...UNTOUCHED };
  }

  /** Called before a hook is handled: spooled events come first. */
  async takeWaiting(): Promise<void> {
    const fresh = foldersOf(this.#home).some((folder) => existsSync(join(folder, SPOOL_FILE)));
    if (fresh || this.#draining) await this.drain();
  }

  drain(): Promise<void> {
    this.#draining ??= this.#drainAll().finally(() => {
      this.#draining = undefined;
    });
    return this.#draining;
  }

  async #drainAll(): Promise<void> {
    for (const folder of foldersOf(this.#home)) {
      for (const path of filesIn(folder, (name) => DRAINING.test(name))) await this.#take(folder, path);
      for (const fresh of filesIn(folder, (name) => name === SPOOL_FILE)) {
        const taken = join(folder, `draining-${String(Date.now()).padStart(15, "0")}-${newId().slice(-6)}.jsonl`);
        renameSync(fresh, taken);
        await this.#take(folder, taken);
      }
    }
  }

  async #take(folder: string, path: string): Promise<void> {
    const progress = this.#progressOf(path);
    this.#progress.set(path, progress);
    for (;;) {
      const from = { offset: progress.offset, fileId: null };
      const reading = await readForward(path, from, BATCH_BYTES, { longestLineBytes: LONGEST_LINE_BYTES });
      if (!reading) return;
      for (const line of reading.lines.slice(progress.done)) {
        if (line.trim() !== "") await this.#replay(folder, line, progress);
        // Yields to other requests during a long spool: the store's calls are synchronous.
        await pause();
        progress.done += 1;
        progress.failures = 0;
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
    rmSync(path, { force: true });
    this.#progress.delete(path);
  }

  async #replay(folder: string, line: string, progress: Progress): Promise<void> {
    try {
      const { at, event: name, ...rest } = spooledShape.parse(JSON.parse(line));
      const event = hookEventNamed(name);
      if (!event) throw badInput(`event: "${name}" is not one that Throughline knows`);
      if (Buffer.byteLength(rest.body) > HOOK_BODY_BYTES) throw badInput("the hook's input is larger than 64 MB");
      await this.#engine.hooks.handle({ ...rest, event, spooledAt: at });
    } catch (error) {
      if (error instanceof ThroughlineError && error.code === "bad_input") return noteRefusal(this.#engine, error);
      progress.failures += 1;
      if (!isBroken(error) && progress.failures < TRIES) throw error;
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

const isBroken = (error: unknown): boolean => error instanceof SyntaxError || error instanceof z.ZodError;
