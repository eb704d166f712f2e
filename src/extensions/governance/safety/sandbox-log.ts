import { z } from "zod";
import { isoTime, redact } from "../../../core/index.ts";
import type { Services } from "../../../services.ts";
import type { SessionRecord } from "../../../store/index.ts";
import type { Ledger } from "../../ledgers/index.ts";
import { TaskFiles } from "../task-files/task-files.ts";
import type { SandboxRecord } from "./sandboxes.ts";

const runsIn = z.array(z.looseObject({ session_id: z.string(), entered_at: z.string() })).catch([]);

const MANIFEST = "json/run-manifest.json";
const logOf = ({ key }: SessionRecord): string => `logs/long-context/${key.replace(/[^\w.-]+/g, "-")}.jsonl`;

/** What happened in a sandbox, a line each, in the task's folder; and where that log is, in the run's manifest. */
export class SandboxLog extends TaskFiles {
  readonly #services: Services;

  constructor(services: Services, ledger: Ledger) {
    super(services, ledger);
    this.#services = services;
  }

  /** Adds a line. A session without a task has no such file. */
  async note(session: SessionRecord, event: string, fields: Readonly<Record<string, unknown>>): Promise<void> {
    const entry = { ts: isoTime(this.#services.clock.now()), session_id: session.id, event, ...fields };
    const name = logOf(session);
    await this.write(session, name, (folder) => folder.append(name, `${redact(JSON.stringify(entry))}\n`));
  }

  /** Records in the manifest where the log is, from which checkpoint the run continues, and when it began and ended. */
  async point(
    session: SessionRecord,
    { enteredAt, liftedAt, cause, reason }: SandboxRecord,
    resumesFrom: string | null,
  ): Promise<void> {
    const run = {
      ...{ session_id: session.id, sandbox: true, log: logOf(session), cause, reason: redact(reason) },
      ...{ resumes_from: resumesFrom, entered_at: enteredAt, lifted_at: liftedAt },
    };
    await this.write(session, MANIFEST, (folder) =>
      folder.changeFields(MANIFEST, (before) => {
        const runs = runsIn.parse(before.long_context_runs);
        const others = runs.filter((one) => one.session_id !== session.id || one.entered_at !== enteredAt);
        return { task: session.task, ...before, long_context_runs: [...others, run] };
      }),
    );
  }
}
