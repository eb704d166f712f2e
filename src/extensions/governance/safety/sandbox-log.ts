import { z } from "zod";
import { isoTime, jsonIn, redact } from "../../../core/index.ts";
import type { Services } from "../../../services.ts";
import type { SessionRecord } from "../../../store/index.ts";
import type { Ledger } from "../../ledgers/index.ts";
import { TaskFiles } from "../task-files/task-files.ts";
import type { TaskFolder } from "../task-files/task-folder.ts";
import type { SandboxRecord } from "./sandboxes.ts";

const manifestShape = z.looseObject({
  long_context_runs: z.array(z.looseObject({ session_id: z.string(), entered_at: z.string() })).catch([]),
});

const MANIFEST = "json/run-manifest.json";
const logOf = ({ key }: SessionRecord): string => `logs/long-context/${key.replace(/[^\w.-]+/g, "-")}.jsonl`;

/** What happened in a sandbox, a line each, in the task's folder; and where that log is, in the run's manifest. */
export class SandboxLog {
  readonly #services: Services;
  readonly #files: TaskFiles;

  constructor(services: Services, ledger: Ledger) {
    this.#services = services;
    this.#files = new TaskFiles(services, ledger);
  }

  /** Adds a line. A session without a task has no such file. */
  note(session: SessionRecord, event: string, fields: Readonly<Record<string, unknown>>): Promise<void> {
    const entry = { ts: isoTime(this.#services.clock.now()), session_id: session.id, event, ...fields };
    return this.#write(session, logOf(session), (folder, name) =>
      folder.append(name, `${redact(JSON.stringify(entry))}\n`),
    );
  }

  /** Records in the manifest where the log is, from which checkpoint the run continues, and when it began and ended. */
  point(
    session: SessionRecord,
    { enteredAt, liftedAt, cause, reason }: SandboxRecord,
    resumesFrom: string | null,
  ): Promise<void> {
    const run = {
      ...{ session_id: session.id, sandbox: true, log: logOf(session), cause, reason: redact(reason) },
      ...{ resumes_from: resumesFrom, entered_at: enteredAt, lifted_at: liftedAt },
    };
    return this.#write(session, MANIFEST, (folder, name) =>
      folder.change(name, (text) => {
        const before = manifestShape.safeParse(jsonIn(text)).data ?? { long_context_runs: [] };
        const others = before.long_context_runs.filter(
          (one) => one.session_id !== session.id || one.entered_at !== enteredAt,
        );
        const manifest = { task: session.task, ...before, long_context_runs: [...others, run] };
        return `${JSON.stringify(manifest, null, 2)}\n`;
      }),
    );
  }

  /** A failed write does not weaken the sandbox. */
  async #write(session: SessionRecord, name: string, work: (folder: TaskFolder, name: string) => void): Promise<void> {
    try {
      await this.#files.write(session, name, (folder) => work(folder, name));
    } catch (error) {
      this.#services.log.warn({ err: error, sessionId: session.id }, "a sandbox run could not be logged");
    }
  }

  idle(): Promise<void> {
    return this.#files.idle();
  }
}
