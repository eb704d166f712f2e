import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from "node:fs";
import { appendFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { readForward } from "../conversation/index.ts";
import { type Home, isoTime, messageOf, newId, ThroughlineError } from "../core/index.ts";
import type { Throughline } from "../engine.ts";
import { SPOOL_FILE, SPOOL_FULL } from "../harnesses/index.ts";
import { hookEventNamed, noteRefusal } from "./hooks.ts";

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
/** A hook that had the file open when it was taken away writes its line within this time. */
const LATE_WRITERS_MS = 1000;

/** Takes in what hooks could not deliver: in order, each once, and nothing is removed before it is stored. */
export class Spool {
  readonly #engine: Throughline;
  readonly #folders: readonly string[];
  #draining: Promise<void> | undefined;

  constructor(engine: Throughline, home: Home) {
    this.#engine = engine;
    this.#folders = [home.spool, home.spoolElsewhere];
  }

  /** How many events wait. */
  waiting(): number {
    const files = this.#folders.flatMap((folder) =>
      this.#files(folder, (name) => name === SPOOL_FILE || DRAINING.test(name)),
    );
    return files.reduce(
      (sum, path) =>
        sum +
        readFileSync(path, "utf8")
          .split("\n")
          .filter((line) => line !== "").length,
      0,
    );
  }

  /** What the spool has to complain of. */
  warnings(): string[] {
    return this.#folders
      .map((folder) => join(folder, SPOOL_FULL))
      .filter((path) => existsSync(path))
      .map((path) => readFileSync(path, "utf8").trim());
  }

  #files(folder: string, wanted: (name: string) => boolean): string[] {
    try {
      return readdirSync(folder)
        .filter(wanted)
        .sort()
        .map((name) => join(folder, name));
    } catch {
      return [];
    }
  }

  drain(): Promise<void> {
    this.#draining ??= this.#drainAll().finally(() => {
      this.#draining = undefined;
    });
    return this.#draining;
  }

  async #drainAll(): Promise<void> {
    for (const folder of this.#folders) {
      for (const path of this.#files(folder, (name) => DRAINING.test(name))) await this.#take(folder, path);
      const fresh = join(folder, SPOOL_FILE);
      if (!existsSync(fresh)) continue;
      const taken = join(folder, `draining-${String(Date.now()).padStart(15, "0")}-${newId().slice(-6)}.jsonl`);
      renameSync(fresh, taken);
      await this.#take(folder, taken);
    }
  }

  async #take(folder: string, path: string): Promise<void> {
    let offset = 0;
    for (;;) {
      const reading = await readForward(path, { offset, fileId: null }, BATCH_BYTES);
      if (!reading) return;
      for (const line of reading.lines) if (line.trim() !== "") await this.#replay(folder, line);
      offset = reading.offset;
      if (reading.atEnd && Date.now() - statSync(path).mtimeMs >= LATE_WRITERS_MS) break;
      // Left for the next round when a late writer might still come; what was taken is known by its id.
      if (reading.atEnd) return;
    }
    rmSync(path, { force: true });
  }

  async #replay(folder: string, line: string): Promise<void> {
    try {
      const { at, event: name, ...rest } = spooledShape.parse(JSON.parse(line));
      const event = hookEventNamed(name);
      if (event) await this.#engine.hooks.handle({ ...rest, event, spooledAt: at });
    } catch (error) {
      if (error instanceof ThroughlineError && error.code === "bad_input") return noteRefusal(this.#engine, error);
      if (isBroken(error)) return this.#reject(folder, line, error);
      throw error;
    }
  }

  /** Kept aside for a person to look at: a line torn by a full disk or a crash. */
  async #reject(folder: string, line: string, error: unknown): Promise<void> {
    const { store, clock } = this.#engine.ambient;
    await appendFile(join(folder, "rejected.jsonl"), `${line}\n`, { mode: 0o600 });
    await store.accounts.addIncident({
      id: newId(),
      sessionId: null,
      kind: "spool_rejected",
      detail: `a spooled event could not be read and was kept in rejected.jsonl: ${messageOf(error).slice(0, 200)}`,
      createdAt: isoTime(clock.now()),
    });
  }
}

const isBroken = (error: unknown): boolean => error instanceof SyntaxError || error instanceof z.ZodError;
